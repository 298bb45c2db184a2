import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { add, isPositive, largerDecimal, multiply, q8, subtract, zero } from '#rules/decimal.ts'
import { reservePayableShare } from '#rules/earn/earn.ts'
import { fundUnitsCostBasis, fundUnitsValue } from '#rules/earn/fundUnits.ts'
import type { FundUnitValue } from './quantUnits.ts'
import type { ProductOrderRow } from '../rows.ts'

/** A row of fund_payout: what one who leaves gets, at which unit value. */
export interface FundExitPayout {
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
export type NewFundExitPayout = Omit<FundExitPayout, 'at_ms'>

/** Everybody's own money comes back, less a loss; of the gains what the reserve can pay, everybody the same share. No reserve: all of it. */
export function computeFundExitPayouts(
  orders: readonly Pick<ProductOrderRow, 'id' | 'units' | 'exit_units' | 'held'>[],
  { nav, day }: FundUnitValue,
  reserve: Decimal | null,
): NewFundExitPayout[] {
  const plainly = orders.map((order) => {
    const units = order.exit_units ?? order.units ?? zero
    const cost = fundUnitsCostBasis(order.held, units, order.units ?? zero)
    return { order_id: order.id, day, units, nav, cost, gain: q8(subtract(fundUnitsValue(units, nav), cost)) }
  })
  const due = plainly.reduce((sum, { gain }) => add(sum, largerDecimal(gain, zero)), zero)
  const paid = reserve === null ? asDecimal('1') : reservePayableShare(reserve, due)
  return plainly.map((share) => ({
    ...share,
    paid,
    money: q8(add(share.cost, isPositive(share.gain) ? q8(multiply(share.gain, paid)) : share.gain)),
  }))
}
