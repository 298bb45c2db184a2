// The transcendental part of an option's price in whole numbers only: fixed point with thirty decimals, every division truncated
// toward zero. No floating point, so server and app, and anyone who computes again, get the same digits.

/** 1 in fixed point: thirty decimals. */
export const one = 10n ** 30n

const half = one / 2n
const pi = 3_141592653589793238462643383279n
/** Beyond eight standard deviations Φ is 0 or 1: what is left out is below 7e-16. */
const farthest = 8n * one

const times = (a: bigint, b: bigint): bigint => (a * b) / one
const over = (a: bigint, b: bigint): bigint => (a * one) / b

/** √x of a fixed-point number ≥ 0, truncated, by Newton's steps from above. */
export function squareRoot(x: bigint): bigint {
  if (x <= 0n) return 0n
  const square = x * one
  let root = 1n << BigInt((square.toString(2).length + 1) >> 1)
  for (;;) {
    const next = (root + square / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

/** ln of a number near 1, by 2·artanh((x − 1)/(x + 1)). */
function logarithmNearOne(x: bigint): bigint {
  const y = over(x - one, x + one)
  const square = times(y, y)
  let sum = 0n
  for (let power = y, n = 1n; power !== 0n; power = times(power, square), n += 2n) sum += power / n
  return 2n * sum
}

const ln2 = logarithmNearOne(2n * one)

/** ln x of a fixed-point number above zero: halved or doubled until it lies in [1/√2…√2), then the series. */
export function logarithm(x: bigint): bigint {
  if (x <= 0n) throw new Error('a logarithm is of a number above zero')
  let [rest, twos] = [x, 0n]
  for (; rest * 5n > one * 7n; rest /= 2n) twos++
  for (; rest * 7n < one * 5n; rest *= 2n) twos--
  return logarithmNearOne(rest) + twos * ln2
}

/** e^−x of a fixed-point number ≥ 0: 2^−n · e^−r with r below ln 2, by the series of e^−r. */
export function exponentialOfMinus(x: bigint): bigint {
  const twos = x / ln2
  const rest = x - twos * ln2
  let sum = 0n
  for (let term = one, n = 1n; term !== 0n; term = times(term, -rest) / n, n++) sum += term
  return sum >> twos
}

const perRootOfTwoPi = over(one, squareRoot(2n * pi))

/** The standard normal distribution Φ(x): ½ + φ(x)·(x + x³/3 + x⁵/(3·5) + …), exact to more than fifteen decimals. */
export function normal(x: bigint): bigint {
  if (x >= farthest) return one
  if (x <= -farthest) return 0n
  const square = times(x, x)
  let sum = 0n
  for (let term = x, n = 3n; term !== 0n; term = times(term, square) / n, n += 2n) sum += term
  return half + times(times(perRootOfTwoPi, exponentialOfMinus(square / 2n)), sum)
}

/** ln(S/K)/(σ√T) + σ√T/2 and that less σ√T: Black–Scholes' d₁ and d₂ at no interest. */
export function distances(spot: bigint, strike: bigint, deviation: bigint): { d1: bigint; d2: bigint } {
  const d1 = over(logarithm(over(spot, strike)), deviation) + deviation / 2n
  return { d1, d2: d1 - deviation }
}
