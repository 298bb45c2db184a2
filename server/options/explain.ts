import { closeReason, positionStatus } from '#contract/states.ts'
import { asInstant, wireDay } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { q8, subtract } from '#rules/decimal.ts'
import { averageSeconds } from '#rules/option.ts'
import { type Explained, type Explainer, figure, input, type UsedRecord } from '../explained.ts'
import { isRowId } from '../ids.ts'
import type { OptionRow } from './position.ts'
import type { DaySurface } from './surface.ts'

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
      ...(row.close_reason === null ? [] : [input('closeReason', row.close_reason)]),
      ...(await surfaceInputs(sql, row.symbol, 'open', row.created_ms)),
      ...(isSold && row.closed_ms !== null ? await surfaceInputs(sql, row.symbol, 'close', row.closed_ms) : []),
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
    records: [...record('open', row.open_sec), ...(isSold ? record('close', row.close_sec) : expiry)],
  }
}

/** The moment it was priced at, and the surface that was published for that UTC+8 day. */
async function surfaceInputs(sql: Sql, symbol: string, when: 'open' | 'close', atMs: string) {
  const [surface] = await sql.query<DaySurface>('select day, iv, skew from option_surface where day = $1 and symbol = $2', [
    wireDay(Number(atMs)),
    symbol,
  ])
  return [
    input(when === 'open' ? 'openedSec' : 'closedSec', Math.floor(Number(atMs) / 1000)),
    ...(surface ? [input(`${when}Iv`, surface.iv, 'rule'), input(`${when}Skew`, surface.skew, 'rule')] : []),
  ]
}
