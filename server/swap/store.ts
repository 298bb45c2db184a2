import type { CompletedSwap } from '#contract/calls/swap.ts'
import type { FastTradeOrder } from '#contract/orders/fast.ts'
import type { Decimal } from '#contract/decimal.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { FirmSwapQuote } from './quote.ts'

/** One row of the table `swap`. */
export interface SwapRow {
  id: string
  order_no: string
  account_type: number
  from_currency: string
  to_currency: string
  from_amount: Decimal
  to_amount: Decimal
  base: string
  counter: string
  rate: Decimal
  inverse_rate: Decimal
  mid: Decimal
  spread_rate: Decimal
  cost_usdt: Decimal
  sources: CompletedSwap['sources']
  created_ms: string
  /** Of a fast trade. */
  symbol: string | null
  direction: number | null
}

/** Gives nothing when the quote was used already; whoever comes while the first is still at work waits for it. */
export async function tryInsertSwap(
  sql: Sql,
  {
    id,
    orderNo,
    createdMs,
    fast,
  }: { id: string; orderNo: string; createdMs: number; fast: { symbol: string; direction: number } | undefined },
  promised: FirmSwapQuote,
): Promise<SwapRow | undefined> {
  const columns = {
    id,
    order_no: orderNo,
    quote_no: promised.no,
    user_id: promised.user,
    account_type: promised.accountType,
    from_currency: promised.fromCurrency,
    to_currency: promised.toCurrency,
    from_amount: promised.fromAmount,
    to_amount: promised.toAmount,
    base: promised.base,
    counter: promised.counter,
    rate: promised.rate,
    inverse_rate: promised.inverseRate,
    mid: promised.mid,
    spread_rate: promised.spreadRate,
    cost_usdt: promised.costUsdt,
    sources: JSON.stringify(promised.sources),
    created_ms: createdMs,
    ...fast,
  }
  const names = Object.keys(columns)
  const places = names.map((_, index) => `$${index + 1}`)
  const [row] = await sql.query<SwapRow>(
    `insert into swap (${names.join(', ')}) values (${places.join(', ')}) on conflict (quote_no) do nothing returning *`,
    Object.values(columns),
  )
  return row
}

/** One page of one person's exchanges, newest first, with the count of all. */
export async function swapsPage(
  sql: Sql,
  { userId, accountType, limit, offset }: { userId: string; accountType: number; limit: number; offset: number },
): Promise<{ rows: SwapRow[]; total: number }> {
  const [counted] = await sql.query<{ total: string }>('select count(*) as total from swap where user_id = $1 and account_type = $2', [
    userId,
    accountType,
  ])
  const rows = await sql.query<SwapRow>('select * from swap where user_id = $1 and account_type = $2 order by id desc limit $3 offset $4', [
    userId,
    accountType,
    limit,
    offset,
  ])
  return { rows, total: Number(counted?.total ?? 0) }
}

export const readSwapsByIds = (sql: Sql, ids: readonly string[]): Promise<SwapRow[]> =>
  sql.query<SwapRow>('select * from swap where id = any($1::bigint[])', [[...ids]])

export function toFastTradeOrder(row: SwapRow): FastTradeOrder {
  if (row.symbol === null || row.direction === null) throw new Error(`swap ${row.id} is no fast trade`)
  return { ...toSwap(row), posType: 5, symbol: row.symbol, direction: row.direction, status: 3 }
}

export const toSwap = (row: SwapRow): CompletedSwap => ({
  id: row.id,
  orderNo: row.order_no,
  accountType: row.account_type,
  fromCurrency: row.from_currency,
  toCurrency: row.to_currency,
  fromAmount: row.from_amount,
  toAmount: row.to_amount,
  base: row.base,
  counter: row.counter,
  rate: row.rate,
  inverseRate: row.inverse_rate,
  mid: row.mid,
  spreadRate: row.spread_rate,
  costUsdt: row.cost_usdt,
  sources: row.sources,
  status: 1,
  createTime: asInstant(Number(row.created_ms)),
})
