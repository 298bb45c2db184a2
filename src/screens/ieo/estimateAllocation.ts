import type { IeoProject } from '#contract/calls/ieo.ts'
import type { Decimal } from '#contract/decimal.ts'
import { add, compareDecimals, divide, floorToStep, multiply, smallerDecimal } from '#rules/decimal.ts'

type IeoDemandTerms = Pick<IeoProject, 'totalSupply' | 'totalApplied' | 'userCap' | 'lot'>

/**
 * What an application of so many tokens would win if nobody else came or went. Where the cap cuts others it can be more, and by one lot too;
 * never more than the cap.
 */
export function estimateIeoAllocation(num: Decimal, { totalSupply, totalApplied, userCap, lot }: IeoDemandTerms): Decimal {
  const totalWithRequest = add(totalApplied, num)
  const cappedRequest = smallerDecimal(num, userCap)
  if (compareDecimals(totalWithRequest, totalSupply) <= 0) return floorToStep(cappedRequest, lot)
  return floorToStep(smallerDecimal(divide(multiply(num, totalSupply), totalWithRequest), cappedRequest), lot)
}
