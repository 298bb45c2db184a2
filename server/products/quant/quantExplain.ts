import { productOrderStatus } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { navInputSymbolOf } from '#market/record/inputs.ts'
import { add, q8, subtract, zero } from '#rules/decimal.ts'
import { addServerDays, startOfServerDay } from '#rules/serverDay.ts'
import { type ExplainedSettlement, zeroOrOneSettlementFigure, settlementInput, type UsedRecordSecond } from '../../orders/explainer.ts'
import { trimDatabaseNumberZeros } from '../plain.ts'
import type { FundExitPayout } from './quantShares.ts'
import type { ProductOrderRow } from '../rows.ts'

type FundExplained = Pick<ExplainedSettlement, 'formula' | 'inputs' | 'figures' | 'result' | 'records'>

/** Why an order of a fund came out as it did: its unit values with the leaves they stand in, and each part that was given back. */
export async function explainFundOrder(sql: Sql, order: ProductOrderRow): Promise<FundExplained | undefined> {
  if (order.units === null || order.start_day === null) return undefined
  const payouts = await sql.query<FundExitPayout>('select * from fund_payout where order_id = $1 order by day', [order.id])
  const leaves = await leavesOf(sql, order, [addServerDays(order.start_day, -1), ...payouts.map(({ day }) => day)])
  const since = sinceOf(addServerDays(order.start_day, -1))
  const isOver = order.status === productOrderStatus.ended
  const net = isOver ? q8(subtract(order.returned ?? zero, order.money)) : null
  const { currency } = order
  // What is fixed for a part that is still to be paid out is no part of it yet.
  const paidOut = payouts.filter(({ at_ms }) => isOver || order.exit_due_ms === null || Number(at_ms) < Number(order.exit_due_ms))
  const bought = paidOut.reduce((sum, { units }) => add(sum, units), isOver ? zero : order.units)
  return {
    formula: 'fund',
    inputs: [
      settlementInput('money', trimDatabaseNumberZeros(order.money)),
      settlementInput('unit', currency),
      settlementInput('symbol', order.product_id.toUpperCase()),
      settlementInput('since', since),
      ...(isOver ? [settlementInput('isOver', '1')] : []),
      ...paidOut.flatMap(({ day, units, paid }) => [
        settlementInput(`leftUnits@${sinceOf(day)}`, trimDatabaseNumberZeros(units)),
        settlementInput(`paid@${sinceOf(day)}`, trimDatabaseNumberZeros(paid), 'ledger'),
      ]),
    ],
    figures: [
      ...zeroOrOneSettlementFigure('units', q8(bought), ''),
      ...paidOut.flatMap(({ day, money }) => zeroOrOneSettlementFigure(`returned@${sinceOf(day)}`, money, currency)),
      ...zeroOrOneSettlementFigure('net', net, currency),
    ],
    result: net === null ? null : { name: 'net', value: net, unit: currency },
    records: [
      ...leafOf('buyNav', order, leaves.get(since)),
      ...paidOut.flatMap(({ day }) => leafOf(`nav@${sinceOf(day)}`, order, leaves.get(sinceOf(day)))),
    ],
  }
}

/** The moment from which on the value of that day's end holds. */
const sinceOf = (day: string): number => startOfServerDay(addServerDays(day, 1)) / 1000

const leafOf = (use: string, { product_id }: ProductOrderRow, sec: number | undefined): UsedRecordSecond[] =>
  sec === undefined ? [] : [{ use, symbol: navInputSymbolOf(product_id), sec }]

/** The second of each day's leaf, by the moment that it holds from; one that is not published yet is absent. */
async function leavesOf(sql: Sql, { product_id }: ProductOrderRow, days: readonly string[]): Promise<ReadonlyMap<number, number>> {
  const rows = await sql.query<{ since_sec: string; sec: string }>(
    `select since_sec, sec from published_input where symbol = $1 and symbol like 'NAV:%' and since_sec = any($2::bigint[])`,
    [navInputSymbolOf(product_id), days.map(sinceOf)],
  )
  return new Map(rows.map(({ since_sec, sec }) => [Number(since_sec), Number(sec)]))
}
