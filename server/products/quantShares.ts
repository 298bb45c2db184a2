import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { add, isPositive, larger, multiply, q8, subtract, zero } from '#rules/decimal.ts'
import { paidShare } from '#rules/earn.ts'
import { costOfPart, unitsWorth } from '#rules/fundUnits.ts'
import type { UnitValue } from './quantUnits.ts'
import type { ProductOrderRow } from './rows.ts'

/** A row of fund_payout: what one who leaves gets, at which unit value. */
export interface Payout {
  order_id: string
  day: string
  units: Decimal
  nav: Decimal
  cost: Decimal
  gain: Decimal
  paid: Decimal
  money: Decimal
  at_ms: string
}

/** The same before it is written. */
export type Fixed = Omit<Payout, 'at_ms'>

/** Everybody's own money comes back, less a loss; of the gains what the reserve can pay, everybody the same share. No reserve: all of it. */
export function payoutsOf(
  orders: readonly Pick<ProductOrderRow, 'id' | 'units' | 'exit_units' | 'held'>[],
  { nav, day }: UnitValue,
  reserve: Decimal | null,
): Fixed[] {
  const plainly = orders.map((order) => {
    const units = order.exit_units ?? order.units ?? zero
    const cost = costOfPart(order.held, units, order.units ?? zero)
    return { order_id: order.id, day, units, nav, cost, gain: q8(subtract(unitsWorth(units, nav), cost)) }
  })
  const due = plainly.reduce((sum, { gain }) => add(sum, larger(gain, zero)), zero)
  const paid = reserve === null ? asDecimal('1') : paidShare(reserve, due)
  return plainly.map((one) => ({
    ...one,
    paid,
    money: q8(add(one.cost, isPositive(one.gain) ? q8(multiply(one.gain, paid)) : one.gain)),
  }))
}
