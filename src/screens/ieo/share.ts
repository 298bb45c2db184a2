import type { Ieo } from '#contract/calls/ieo.ts'
import type { Decimal } from '#contract/decimal.ts'
import { add, compare, divide, floorToStep, multiply, smaller } from '#rules/decimal.ts'

type Offered = Pick<Ieo, 'totalSupply' | 'totalApplied' | 'userCap' | 'lot'>

/**
 * What an application of so many tokens would win if nobody else came or went. Where the cap cuts others it can be more, and by one lot too;
 * never more than the cap.
 */
export function shareNow(num: Decimal, { totalSupply, totalApplied, userCap, lot }: Offered): Decimal {
  const asked = add(totalApplied, num)
  const wanted = smaller(num, userCap)
  if (compare(asked, totalSupply) <= 0) return floorToStep(wanted, lot)
  return floorToStep(smaller(divide(multiply(num, totalSupply), asked), wanted), lot)
}
