import { closeReason, positionStatus } from '#contract/states.ts'
import { asInstant, wireDay } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { ivSymbol } from '#market/inputs.ts'
import { isZero, q8, subtract } from '#rules/decimal.ts'
import { averageSeconds } from '#rules/option.ts'
import { type Explained, type Explainer, figure, input, type UsedRecord } from '../explained.ts'
import { isRowId } from '../ids.ts'
import type { OptionRow } from './position.ts'
import { type DaySurface, publishedSurface } from './surface.ts'

const usdt = 'USDT'

/** Why an option cost and paid what it did: the published volatility of its day, its record, the mean before its expiry (product §2.5). */
export const optionExplainer: Explainer = {
  refType: 'option',
  explain: async (sql, id, userId) => {
    if (!isRowId(id)) return undefined
    const [row] = await sql.query<OptionRow>('select * from option_position where id = $1 and user_id = $2', [id, userId])
    return row && explained(sql, row)
  },
  settled: (sql, { afterId, fromMs, toMs, limit }) =>
    sql.query<{ id: string; userId: string }>(
      `select id, user_id as "userId" from option_position where id > $1 and status = 3 and closed_ms between $2 and $3 order by id limit $4`,
      [afterId, fromMs, toMs, limit],
    ),
}

const states = { 1: 'running', 2: 'settling', 3: 'done' } as const

async function explained(sql: Sql, row: OptionRow): Promise<Explained> {
  const isDone = row.status === positionStatus.closed
  const isSold = isDone && row.close_reason !== closeReason.expiry
  const net = row.returned === null ? undefined : q8(subtract(subtract(row.returned, row.premium), row.fee))
  const record = (use: string, sec: string | null): UsedRecord[] => (sec === null ? [] : [{ use, symbol: row.symbol, sec: Number(sec) }])
  const opened = await surfaceOf(sql, row, 'open', row.open_sec, row.created_ms)
  const closed =
    isSold && row.close_sec !== null && row.closed_ms !== null ? [await surfaceOf(sql, row, 'close', row.close_sec, row.closed_ms)] : []
  const surfaces = [opened, ...closed]
  const expiry = isDone && !isSold ? [{ use: 'settle', symbol: row.symbol, sec: Number(row.expiry_sec), mean: averageSeconds }] : []
  return {
    what: 'option',
    formula: 'option',
    orderNo: row.order_no,
    accountType: row.account_type,
    state: states[row.status as keyof typeof states],
    at: asInstant(Number(row.closed_ms ?? row.created_ms)),
    inputs: [
      input('symbol', row.symbol),
      input('cp', row.cp),
      input('strike', row.strike),
      input('expirySec', row.expiry_sec),
      input('quantity', row.quantity),
      ...(isZero(row.fee_discount) ? [] : [input('feeDiscount', row.fee_discount)]),
      ...(row.close_reason === null ? [] : [input('closeReason', row.close_reason)]),
      ...surfaces.flatMap(({ inputs }) => inputs),
    ],
    figures: [
      ...figure('iv', row.iv, ''),
      ...figure('openPrice', row.open_price, usdt),
      ...figure('premium', row.premium, usdt),
      ...figure('fee', row.fee, usdt),
      ...figure('settlePrice', row.settle_price, usdt),
      ...figure('closePrice', row.close_price, usdt),
      ...figure('returned', row.returned, usdt),
      ...figure('net', net, usdt),
    ],
    result: net === undefined ? null : { name: 'net', value: net, unit: usdt },
    records: [
      ...record('open', row.open_sec),
      ...surfaces.flatMap(({ records }) => records),
      ...(isSold ? record('close', row.close_sec) : expiry),
    ],
  }
}

/** The moment it was priced at, and the volatility of that UTC+8 day: its leaf, or, before there were leaves, what was announced. */
async function surfaceOf(
  sql: Sql,
  { feed, symbol }: Pick<OptionRow, 'feed' | 'symbol'>,
  when: 'open' | 'close',
  sec: string,
  atMs: string,
): Promise<Pick<Explained, 'inputs' | 'records'>> {
  const leaf = await publishedSurface(sql, feed, symbol, Number(sec))
  const surface = leaf?.surface ?? (await announcedFor(sql, symbol, wireDay(Number(atMs))))
  const used = leaf && { symbol: ivSymbol(symbol), sec: leaf.sec }
  const source = leaf ? 'record' : 'rule'
  return {
    inputs: [
      input(when === 'open' ? 'openedSec' : 'closedSec', Math.floor(Number(atMs) / 1000)),
      ...(surface ? [input(`${when}Iv`, surface.iv, source), input(`${when}Skew`, surface.skew, source)] : []),
    ],
    records: used
      ? [
          { use: `${when}Iv`, ...used },
          { use: `${when}Skew`, ...used, part: 'skew' },
        ]
      : [],
  }
}

async function announcedFor(sql: Sql, symbol: string, day: string): Promise<DaySurface | undefined> {
  const [surface] = await sql.query<DaySurface>('select day, iv, skew from option_surface where day = $1 and symbol = $2', [day, symbol])
  return surface
}
