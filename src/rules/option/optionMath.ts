// The transcendental part of an option's price in whole numbers only: fixed point with thirty decimals, every division truncated
// toward zero. No floating point, so server and app, and anyone who computes again, get the same digits.

/** 1 in fixed point: thirty decimals. */
export const fixedPointOne = 10n ** 30n

const half = fixedPointOne / 2n
const pi = 3_141592653589793238462643383279n
/** Beyond eight standard deviations Φ is 0 or 1: what is left out is below 7e-16. */
const maxArgument = 8n * fixedPointOne

const times = (a: bigint, b: bigint): bigint => (a * b) / fixedPointOne
const divideFixedPoint = (a: bigint, b: bigint): bigint => (a * fixedPointOne) / b

/** √x of a fixed-point number ≥ 0, truncated, by Newton's steps from above. */
export function fixedPointSquareRoot(x: bigint): bigint {
  if (x <= 0n) return 0n
  const square = x * fixedPointOne
  let root = 1n << BigInt((square.toString(2).length + 1) >> 1)
  for (;;) {
    const next = (root + square / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

/** ln of a number near 1, by 2·artanh((x − 1)/(x + 1)). */
function logarithmNearOne(x: bigint): bigint {
  const y = divideFixedPoint(x - fixedPointOne, x + fixedPointOne)
  const square = times(y, y)
  let sum = 0n
  for (let power = y, n = 1n; power !== 0n; power = times(power, square), n += 2n) sum += power / n
  return 2n * sum
}

const ln2 = logarithmNearOne(2n * fixedPointOne)

/** ln x of a fixed-point number above zero: halved or doubled until it lies in [1/√2…√2), then the series. */
export function fixedPointLogarithm(x: bigint): bigint {
  if (x <= 0n) throw new Error('a logarithm is of a number above zero')
  let [mantissa, twos] = [x, 0n]
  for (; mantissa * 5n > fixedPointOne * 7n; mantissa /= 2n) twos++
  for (; mantissa * 7n < fixedPointOne * 5n; mantissa *= 2n) twos--
  return logarithmNearOne(mantissa) + twos * ln2
}

/** e^−x of a fixed-point number ≥ 0: 2^−n · e^−r with r below ln 2, by the series of e^−r. */
export function fixedPointExponentialOfMinus(x: bigint): bigint {
  const twos = x / ln2
  const remainder = x - twos * ln2
  let sum = 0n
  for (let term = fixedPointOne, n = 1n; term !== 0n; term = times(term, -remainder) / n, n++) sum += term
  return sum >> twos
}

const inverseRootOfTwoPi = divideFixedPoint(fixedPointOne, fixedPointSquareRoot(2n * pi))

/** The standard normal distribution Φ(x): ½ + φ(x)·(x + x³/3 + x⁵/(3·5) + …), exact to more than fifteen decimals. */
export function fixedPointNormalCdf(x: bigint): bigint {
  if (x >= maxArgument) return fixedPointOne
  if (x <= -maxArgument) return 0n
  const square = times(x, x)
  let sum = 0n
  for (let term = x, n = 3n; term !== 0n; term = times(term, square) / n, n += 2n) sum += term
  return half + times(times(inverseRootOfTwoPi, fixedPointExponentialOfMinus(square / 2n)), sum)
}

/** ln(S/K)/(σ√T) + σ√T/2 and that less σ√T: Black–Scholes' d₁ and d₂ at no interest. */
export function blackScholesD1D2(spot: bigint, strike: bigint, deviation: bigint): { d1: bigint; d2: bigint } {
  const d1 = divideFixedPoint(fixedPointLogarithm(divideFixedPoint(spot, strike)), deviation) + deviation / 2n
  return { d1, d2: d1 - deviation }
}
