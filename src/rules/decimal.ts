import Big from 'big.js'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { ledgerScale } from '#contract/constants.ts'

// The only file that knows big.js. Its own copy of the constructor, so that nobody else's settings reach it:
// 40 digits after the point in a division (docs/rules/time-and-numbers.md asks for 34 in all), truncated toward zero, no exponents.
const PreciseBig = Big()
PreciseBig.DP = 40
PreciseBig.RM = 0
PreciseBig.NE = -1000
PreciseBig.PE = 1000

type DecimalInput = Decimal | string

const toPlainDecimal = (value: Big): Decimal => asDecimal(value.eq(0) ? value.abs().toFixed() : value.toFixed())

export const zero = asDecimal('0')

export const add = (a: DecimalInput, ...rest: DecimalInput[]): Decimal =>
  toPlainDecimal(rest.reduce((sum, b) => sum.plus(b), new PreciseBig(a)))
export const subtract = (a: DecimalInput, b: DecimalInput): Decimal => toPlainDecimal(new PreciseBig(a).minus(b))
export const multiply = (a: DecimalInput, ...rest: DecimalInput[]): Decimal =>
  toPlainDecimal(rest.reduce((product, b) => product.times(b), new PreciseBig(a)))
/** a / b to 40 places, truncated toward zero. b must not be zero. */
export const divide = (a: DecimalInput, b: DecimalInput): Decimal => toPlainDecimal(new PreciseBig(a).div(b))
export const negate = (a: DecimalInput): Decimal => toPlainDecimal(new PreciseBig(a).times(-1))
export const absolute = (a: DecimalInput): Decimal => toPlainDecimal(new PreciseBig(a).abs())

/** -1, 0 or 1. */
export const compareDecimals = (a: DecimalInput, b: DecimalInput): -1 | 0 | 1 => new PreciseBig(a).cmp(b)
export const isPositive = (a: DecimalInput): boolean => new PreciseBig(a).gt(0)
export const isNegative = (a: DecimalInput): boolean => new PreciseBig(a).lt(0)
export const isZero = (a: DecimalInput): boolean => new PreciseBig(a).eq(0)
export const smallerDecimal = (a: Decimal, b: Decimal): Decimal => (compareDecimals(a, b) <= 0 ? a : b)
export const largerDecimal = (a: Decimal, b: Decimal): Decimal => (compareDecimals(a, b) >= 0 ? a : b)

/** Toward zero, with exactly `places` digits: '1.239' at 2 is '1.23', '-0.009' at 2 is '0.00'. */
export const truncate = (a: DecimalInput, places: number): Decimal => {
  const truncated = new PreciseBig(a).round(places, 0)
  return asDecimal((truncated.eq(0) ? truncated.abs() : truncated).toFixed(places))
}

/** Away from zero, for what the house must not lose. */
export const roundDecimalAwayFromZero = (a: DecimalInput, places: number): Decimal =>
  asDecimal(new PreciseBig(a).round(places, 3).toFixed(places))

/** The one rounding of posted money (docs/rules/time-and-numbers.md): truncate toward zero at 8 decimals. */
export const q8 = (a: DecimalInput): Decimal => truncate(a, ledgerScale)

/** Digits after the point of a step such as '0.001'. */
export const decimalPlacesOfStep = (step: DecimalInput): number => {
  const text = new PreciseBig(step).toFixed()
  const pointIndex = text.indexOf('.')
  return pointIndex < 0 ? 0 : text.length - pointIndex - 1
}

/** The largest multiple of `step` not above `a`, written with the step's digits. `a` must not be negative. */
export const floorToStep = (a: DecimalInput, step: DecimalInput): Decimal => toStep(a, step, 0)
/** The smallest multiple of `step` not below `a`. `a` must not be negative. */
export const ceilToStep = (a: DecimalInput, step: DecimalInput): Decimal => toStep(a, step, 3)
const toStep = (a: DecimalInput, step: DecimalInput, mode: 0 | 3): Decimal =>
  asDecimal(new PreciseBig(a).div(step).round(0, mode).times(step).toFixed(decimalPlacesOfStep(step)))

export const isMultipleOf = (a: DecimalInput, step: DecimalInput): boolean => new PreciseBig(a).mod(step).eq(0)
