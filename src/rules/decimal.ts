import Big from 'big.js'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { ledgerScale } from '#contract/constants.ts'

// The only file that knows big.js. Its own copy of the constructor, so that nobody else's settings reach it:
// 40 digits after the point in a division (product §0.2 asks for 34 in all), truncated toward zero, no exponents.
const Exact = Big()
Exact.DP = 40
Exact.RM = 0
Exact.NE = -1000
Exact.PE = 1000

type Number_ = Decimal | string

const plain = (value: Big): Decimal => asDecimal(value.eq(0) ? value.abs().toFixed() : value.toFixed())

export const zero = asDecimal('0')

export const add = (a: Number_, ...rest: Number_[]): Decimal => plain(rest.reduce((sum, b) => sum.plus(b), new Exact(a)))
export const subtract = (a: Number_, b: Number_): Decimal => plain(new Exact(a).minus(b))
export const multiply = (a: Number_, ...rest: Number_[]): Decimal => plain(rest.reduce((product, b) => product.times(b), new Exact(a)))
/** a / b to 40 places, truncated toward zero. b must not be zero. */
export const divide = (a: Number_, b: Number_): Decimal => plain(new Exact(a).div(b))
export const negate = (a: Number_): Decimal => plain(new Exact(a).times(-1))
export const absolute = (a: Number_): Decimal => plain(new Exact(a).abs())

/** -1, 0 or 1. */
export const compare = (a: Number_, b: Number_): -1 | 0 | 1 => new Exact(a).cmp(b)
export const isPositive = (a: Number_): boolean => new Exact(a).gt(0)
export const isNegative = (a: Number_): boolean => new Exact(a).lt(0)
export const isZero = (a: Number_): boolean => new Exact(a).eq(0)
export const smaller = (a: Decimal, b: Decimal): Decimal => (compare(a, b) <= 0 ? a : b)

/** Toward zero, with exactly `places` digits: '1.239' at 2 is '1.23', '-0.009' at 2 is '0.00'. */
export const truncate = (a: Number_, places: number): Decimal => {
  const cut = new Exact(a).round(places, 0)
  return asDecimal((cut.eq(0) ? cut.abs() : cut).toFixed(places))
}

/** Away from zero, for what the house must not lose. */
export const roundAway = (a: Number_, places: number): Decimal => asDecimal(new Exact(a).round(places, 3).toFixed(places))

/** The one rounding of posted money (product §0.2): truncate toward zero at 8 decimals. */
export const q8 = (a: Number_): Decimal => truncate(a, ledgerScale)

/** Digits after the point of a step such as '0.001'. */
export const scaleOf = (step: Number_): number => {
  const text = new Exact(step).toFixed()
  const point = text.indexOf('.')
  return point < 0 ? 0 : text.length - point - 1
}

/** The largest multiple of `step` not above `a`, written with the step's digits. `a` must not be negative. */
export const floorToStep = (a: Number_, step: Number_): Decimal => toStep(a, step, 0)
/** The smallest multiple of `step` not below `a`. `a` must not be negative. */
export const ceilToStep = (a: Number_, step: Number_): Decimal => toStep(a, step, 3)
const toStep = (a: Number_, step: Number_, mode: 0 | 3): Decimal =>
  asDecimal(new Exact(a).div(step).round(0, mode).times(step).toFixed(scaleOf(step)))

export const isMultipleOf = (a: Number_, step: Number_): boolean => new Exact(a).mod(step).eq(0)
