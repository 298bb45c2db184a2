import type { EarnProduct, EarnProductDay } from '#contract/calls/products.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import {
  add,
  compareDecimals,
  divide,
  isZero,
  largerDecimal,
  multiply,
  q8,
  smallerDecimal,
  subtract,
  truncate,
  zero,
} from '#rules/decimal.ts'
import { earnDailyIncome } from '#rules/earn/earn.ts'

/** How an amount would have fared: never a forecast. Money in the product's currency. */
export interface ProductScenario {
  key: 'low' | 'average' | 'zero'
  /** Of one day; undefined where a day says nothing. */
  day?: Decimal
  /** Of the whole term, or of thirty days where there is none. */
  whole: Decimal
}

const rateScale = 12
/** What is shown where a product has no end. */
export const openEndedScenarioDays = 30
const one = asDecimal('1')
type LastDays = NonNullable<EarnProduct['last30']>

/** The newest thirty days at a glance, whatever they are: for those that were worked out before there was a product. */
export function summarizeNewest30ProductDays(productDays: readonly Pick<EarnProductDay, 'value'>[]): LastDays | undefined {
  const values = productDays.slice(0, openEndedScenarioDays).map(({ value }) => value)
  const [first] = values
  if (first === undefined) return undefined
  const sum = values.reduce((all, value) => add(all, value), zero)
  return {
    avg: truncate(divide(sum, asDecimal(String(values.length))), rateScale),
    min: values.reduce((extreme, value) => smallerDecimal(extreme, value), first),
    max: values.reduce((extreme, value) => largerDecimal(extreme, value), first),
    zeroDays: values.filter((value) => isZero(value)).length,
    days: values.length,
  }
}

/** Every day like the worst, like the average, like one that brings nothing. Without any day known only the last. */
export function computeRateScenarios(days: number, glance: LastDays | undefined, money: Decimal): ProductScenario[] {
  const term = asDecimal(String(days === 0 ? openEndedScenarioDays : days))
  const at = (key: ProductScenario['key'], rate: Decimal): ProductScenario => {
    const day = earnDailyIncome(money, rate, one)
    return { key, day, whole: multiply(day, term) }
  }
  return [...(glance ? [at('low', glance.min), at('average', glance.avg)] : []), at('zero', zero)]
}

/** The worst and the average of every thirty days that the unit value has known, and no change. Days come newest first. */
export function computeUnitValueScenarios(productDays: readonly Pick<EarnProductDay, 'value'>[], money: Decimal): ProductScenario[] {
  const moves = productDays.slice(0, -openEndedScenarioDays).flatMap(({ value }, index) => {
    const startValue = productDays[index + openEndedScenarioDays]?.value
    return startValue === undefined || compareDecimals(startValue, zero) <= 0 ? [] : [subtract(divide(value, startValue), one)]
  })
  const rest: ProductScenario[] = [{ key: 'zero', whole: zero }]
  const first = moves[0]
  if (first === undefined) return rest
  const worstMove = moves.reduce((least, move) => (compareDecimals(move, least) < 0 ? move : least), first)
  const average = divide(
    moves.reduce((sum, move) => add(sum, move), zero),
    asDecimal(String(moves.length)),
  )
  return [{ key: 'low', whole: q8(multiply(money, worstMove)) }, { key: 'average', whole: q8(multiply(money, average)) }, ...rest]
}

const minDecimals = 4

/** Digits after the point that all amounts of the cases need, four at least: no row of zeros that say nothing. */
export const decimalPlacesOfScenarios = (cases: readonly ProductScenario[]): number =>
  Math.max(
    minDecimals,
    ...cases.flatMap(({ day, whole }) => [day, whole]).map((amount) => /\.(\d*[1-9])/.exec(amount ?? '')?.[1]?.length ?? 0),
  )
