import { asDecimal } from '#contract/decimal.ts'
import { closeReason, positionStatus } from '#contract/states.ts'
import { asInstant, serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { ivInputSymbolOf } from '#market/record/inputs.ts'
import { isZero, q8, subtract } from '#rules/decimal.ts'
import { optionSettlementAverageSeconds, optionExpiryName, volatilitySurfaceForExpiry } from '#rules/option/option.ts'
import {
  type ExplainedSettlement,
  type SettlementExplainer,
  zeroOrOneSettlementFigure,
  settlementInput,
  type UsedRecordSecond,
} from '../orders/explainer.ts'
import { isRowId } from '../core/ids.ts'
import type { TermsByTime } from '../terms/termsByTime.ts'
import { optionFeeRatesAt } from './fees.ts'
import type { OptionPositionRow } from './position.ts'
import { type OptionDaySurface, findPublishedOptionSurface } from './surface.ts'

const usdt = 'USDT'

/** Why an option cost and paid what it did: the published volatility of its day, its record, the mean before its expiry (docs/rules/options.md). */
export const optionSettlementExplainer = (terms: TermsByTime): SettlementExplainer => ({
  refType: 'option',
  explain: async (sql, id, userId) => {
    if (!isRowId(id)) return undefined
    const [row] = await sql.query<OptionPositionRow>('select * from option_position where id = $1 and user_id = $2', [id, userId])
    return row && explained(sql, row, terms)
  },
  settled: (sql, { afterId, fromMs, toMs, limit }) =>
    sql.query<{ id: string; userId: string }>(
      `select id, user_id as "userId" from option_position where id > $1 and status = 3 and closed_ms between $2 and $3 order by id limit $4`,
      [afterId, fromMs, toMs, limit],
    ),
})

const states = { 1: 'running', 2: 'settling', 3: 'done' } as const

async function explained(sql: Sql, row: OptionPositionRow, terms: TermsByTime): Promise<ExplainedSettlement> {
  const fees = optionFeeRatesAt(terms, Number(row.created_ms))
  const isDone = row.status === positionStatus.closed
  const isSold = isDone && row.close_reason !== closeReason.expiry
  const net = row.returned === null ? undefined : q8(subtract(subtract(row.returned, row.premium), row.fee))
  const record = (use: string, sec: string | null): UsedRecordSecond[] =>
    sec === null ? [] : [{ use, symbol: row.symbol, sec: Number(sec) }]
  const opened = await surfaceOf(sql, row, 'open', row.open_sec, row.created_ms)
  const closed =
    isSold && row.close_sec !== null && row.closed_ms !== null
      ? [await surfaceOf(sql, row, 'close', row.close_sec, pricedMs(row, row.close_sec, row.closed_ms))]
      : []
  const surfaces = [opened, ...closed]
  const expiry =
    isDone && !isSold ? [{ use: 'settle', symbol: row.symbol, sec: Number(row.expiry_sec), mean: optionSettlementAverageSeconds }] : []
  return {
    what: 'option',
    formula: 'option',
    orderNo: row.order_no,
    accountType: row.account_type,
    state: states[row.status as keyof typeof states],
    at: asInstant(Number(row.closed_ms ?? row.created_ms)),
    inputs: [
      settlementInput('symbol', row.symbol),
      settlementInput('cp', row.cp),
      settlementInput('strike', row.strike),
      settlementInput('expirySec', row.expiry_sec),
      settlementInput('quantity', row.quantity),
      settlementInput('feeOfValue', asDecimal(fees.ofValue), 'rule'),
      settlementInput('feeOfPremium', asDecimal(fees.ofPremium), 'rule'),
      ...(isZero(row.fee_discount) ? [] : [settlementInput('feeDiscount', row.fee_discount)]),
      ...(row.close_reason === null ? [] : [settlementInput('closeReason', row.close_reason)]),
      ...surfaces.flatMap(({ inputs }) => inputs),
    ],
    figures: [
      ...zeroOrOneSettlementFigure('iv', row.iv, ''),
      ...zeroOrOneSettlementFigure('openPrice', row.open_price, usdt),
      ...zeroOrOneSettlementFigure('premium', row.premium, usdt),
      ...zeroOrOneSettlementFigure('fee', row.fee, usdt),
      ...zeroOrOneSettlementFigure('settlePrice', row.settle_price, usdt),
      ...zeroOrOneSettlementFigure('closePrice', row.close_price, usdt),
      ...zeroOrOneSettlementFigure('returned', row.returned, usdt),
      ...zeroOrOneSettlementFigure('net', net, usdt),
    ],
    result: net === undefined ? null : { name: 'net', value: net, unit: usdt },
    records: [
      ...record('open', row.open_sec),
      ...surfaces.flatMap(({ records }) => records),
      ...(isSold ? record('close', row.close_sec) : expiry),
    ],
  }
}

/** At which moment it was priced when it was left: as of its record where the market was delisted, else when it was booked. */
const pricedMs = ({ close_reason }: OptionPositionRow, sec: string, closedMs: string): string =>
  close_reason === closeReason.delisting ? `${sec}000` : closedMs

/** The moment it was priced at, and the volatility of that UTC+8 day: its leaf, or, before there were leaves, what was announced. */
async function surfaceOf(
  sql: Sql,
  { feed, symbol, expiry_sec }: Pick<OptionPositionRow, 'feed' | 'symbol' | 'expiry_sec'>,
  when: 'open' | 'close',
  sec: string,
  atMs: string,
): Promise<Pick<ExplainedSettlement, 'inputs' | 'records'>> {
  const leaf = await findPublishedOptionSurface(sql, feed, symbol, Number(sec))
  const ofDay = leaf?.surface ?? (await announcedFor(sql, symbol, serverDayAt(Number(atMs))))
  const surface = ofDay && volatilitySurfaceForExpiry(ofDay, Number(expiry_sec))
  const until = optionExpiryName(Number(expiry_sec))
  const used = leaf && { symbol: ivInputSymbolOf(symbol), sec: leaf.sec }
  const source = leaf ? 'record' : 'rule'
  return {
    inputs: [
      settlementInput(when === 'open' ? 'openedSec' : 'closedSec', Math.floor(Number(atMs) / 1000)),
      ...(surface ? [settlementInput(`${when}Iv`, surface.iv, source), settlementInput(`${when}Skew`, surface.skew, source)] : []),
    ],
    records: used
      ? [
          { use: `${when}Iv`, ...used, ...(ofDay?.byExpiry?.[until] !== undefined && { part: until }) },
          { use: `${when}Skew`, ...used, part: 'skew' },
        ]
      : [],
  }
}

async function announcedFor(sql: Sql, symbol: string, day: string): Promise<OptionDaySurface | undefined> {
  const [surface] = await sql.query<Omit<OptionDaySurface, 'byExpiry'>>(
    'select day, iv, skew from option_surface where day = $1 and symbol = $2',
    [day, symbol],
  )
  return surface
}
