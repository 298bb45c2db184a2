import { productOrderStatus } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { navSymbol } from '#market/inputs.ts'
import { add, q8, subtract, zero } from '#rules/decimal.ts'
import { dayPlus, startOfDay } from '#rules/serverDay.ts'
import { type Explained, figure, input, type UsedRecord } from '../explained.ts'
import { plain } from './product.ts'
import type { Payout } from './quantShares.ts'
import type { ProductOrderRow } from './rows.ts'

type FundExplained = Pick<Explained, 'formula' | 'inputs' | 'figures' | 'result' | 'records'>

/** Why an order of a fund came out as it did: its unit values with the leaves they stand in, and each part that was given back. */
export async function explainFund(sql: Sql, order: ProductOrderRow): Promise<FundExplained | undefined> {
  if (order.units === null || order.start_day === null) return undefined
  const payouts = await sql.query<Payout>('select * from fund_payout where order_id = $1 order by day', [order.id])
  const leaves = await leavesOf(sql, order, [dayPlus(order.start_day, -1), ...payouts.map(({ day }) => day)])
  const since = sinceOf(dayPlus(order.start_day, -1))
  const isOver = order.status === productOrderStatus.ended
  const net = isOver ? q8(subtract(order.returned ?? zero, order.money)) : null
  const { currency } = order
  // What is fixed for a part that is still to be paid out is no part of it yet.
  const given = payouts.filter(({ at_ms }) => isOver || order.exit_due_ms === null || Number(at_ms) < Number(order.exit_due_ms))
  const bought = given.reduce((sum, { units }) => add(sum, units), isOver ? zero : order.units)
  return {
    formula: 'fund',
    inputs: [
      input('money', plain(order.money)),
      input('unit', currency),
      input('symbol', order.product_id.toUpperCase()),
      input('since', since),
      ...(isOver ? [input('isOver', '1')] : []),
      ...given.flatMap(({ day, units, paid }) => [
        input(`leftUnits@${sinceOf(day)}`, plain(units)),
        input(`paid@${sinceOf(day)}`, plain(paid), 'ledger'),
      ]),
    ],
    figures: [
      ...figure('units', q8(bought), ''),
      ...given.flatMap(({ day, money }) => figure(`returned@${sinceOf(day)}`, money, currency)),
      ...figure('net', net, currency),
    ],
    result: net === null ? null : { name: 'net', value: net, unit: currency },
    records: [
      ...leafOf('buyNav', order, leaves.get(since)),
      ...given.flatMap(({ day }) => leafOf(`nav@${sinceOf(day)}`, order, leaves.get(sinceOf(day)))),
    ],
  }
}

/** The moment from which on the value of that day's end holds. */
const sinceOf = (day: string): number => startOfDay(dayPlus(day, 1)) / 1000

const leafOf = (use: string, { product_id }: ProductOrderRow, sec: number | undefined): UsedRecord[] =>
  sec === undefined ? [] : [{ use, symbol: navSymbol(product_id), sec }]

/** The second of each day's leaf, by the moment that it holds from; one that is not published yet is absent. */
async function leavesOf(sql: Sql, { product_id }: ProductOrderRow, days: readonly string[]): Promise<ReadonlyMap<number, number>> {
  const rows = await sql.query<{ since_sec: string; sec: string }>(
    `select since_sec, sec from published_input where symbol = $1 and symbol like 'NAV:%' and since_sec = any($2::bigint[])`,
    [navSymbol(product_id), days.map(sinceOf)],
  )
  return new Map(rows.map(({ since_sec, sec }) => [Number(since_sec), Number(sec)]))
}
