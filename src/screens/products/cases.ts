import type { Product, ProductDay } from '#contract/calls/products.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { add, compare, divide, isZero, larger, multiply, q8, smaller, subtract, truncate, zero } from '#rules/decimal.ts'
import { incomeOf } from '#rules/earn.ts'

/** How an amount would have fared: never a forecast. Money in the product's currency. */
export interface Case {
  key: 'low' | 'average' | 'zero'
  /** Of one day; undefined where a day says nothing. */
  day?: Decimal
  /** Of the whole term, or of thirty days where there is none. */
  whole: Decimal
}

const rateScale = 12
/** What is shown where a product has no end. */
export const shownDays = 30
const one = asDecimal('1')
type LastDays = NonNullable<Product['last30']>

/** The newest days at a glance, whatever they are: for those that were worked out before there was a product. */
export function atAGlance(known: readonly Pick<ProductDay, 'value'>[]): LastDays | undefined {
  const values = known.slice(0, shownDays).map(({ value }) => value)
  const [first] = values
  if (first === undefined) return undefined
  const sum = values.reduce((all, value) => add(all, value), zero)
  return {
    avg: truncate(divide(sum, asDecimal(String(values.length))), rateScale),
    min: values.reduce((held, value) => smaller(held, value), first),
    max: values.reduce((held, value) => larger(held, value), first),
    zeroDays: values.filter((value) => isZero(value)).length,
    days: values.length,
  }
}

/** Every day like the worst, like the average, like one that brings nothing. Without any day known only the last. */
export function rateCases(days: number, glance: LastDays | undefined, money: Decimal): Case[] {
  const term = asDecimal(String(days === 0 ? shownDays : days))
  const at = (key: Case['key'], rate: Decimal): Case => {
    const day = incomeOf(money, rate, one)
    return { key, day, whole: multiply(day, term) }
  }
  return [...(glance ? [at('low', glance.min), at('average', glance.avg)] : []), at('zero', zero)]
}

/** The worst and the average of every thirty days that the unit value has known, and no change. Days come newest first. */
export function navCases(known: readonly Pick<ProductDay, 'value'>[], money: Decimal): Case[] {
  const moves = known.slice(0, -shownDays).flatMap(({ value }, index) => {
    const before = known[index + shownDays]?.value
    return before === undefined || compare(before, zero) <= 0 ? [] : [subtract(divide(value, before), one)]
  })
  const rest: Case[] = [{ key: 'zero', whole: zero }]
  const first = moves[0]
  if (first === undefined) return rest
  const worst = moves.reduce((least, move) => (compare(move, least) < 0 ? move : least), first)
  const average = divide(
    moves.reduce((sum, move) => add(sum, move), zero),
    asDecimal(String(moves.length)),
  )
  return [{ key: 'low', whole: q8(multiply(money, worst)) }, { key: 'average', whole: q8(multiply(money, average)) }, ...rest]
}

const fewest = 4

/** Digits after the point that all amounts of the cases need, four at least: no row of zeros that say nothing. */
export const placesOf = (cases: readonly Case[]): number =>
  Math.max(fewest, ...cases.flatMap(({ day, whole }) => [day, whole]).map((amount) => /\.(\d*[1-9])/.exec(amount ?? '')?.[1]?.length ?? 0))
