import { asDecimal, type Decimal } from '#contract/decimal.ts'

/** Prices inside the market module are whole numbers of 1e-10 (docs/rules/prices.md). */
export const scaledPriceOne = 10_000_000_000n
const places = 10

/** '90000.12' → 900001200000000n. More than ten decimals are cut off. */
export function toScaledPrice(text: string): bigint {
  const negative = text.startsWith('-')
  const [whole = '0', fraction = ''] = (negative ? text.slice(1) : text).split('.')
  const value = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'))
  return negative ? -value : value
}

/** Exact, without trailing zeros: 900001200000000n → '90000.12'. */
export function fromScaledPrice(value: bigint): Decimal {
  const text = formatScaledPrice(value, places)
  return asDecimal(text.includes('.') ? text.replace(/\.?0+$/, '') : text)
}

/** Truncated toward zero to `digits` decimals (≤ 10), never '-0.00'. */
export function formatScaledPrice(value: bigint, digits: number): Decimal {
  const truncated = (value < 0n ? -value : value) / 10n ** BigInt(places - digits)
  const text = truncated.toString().padStart(digits + 1, '0')
  const sign = value < 0n && truncated > 0n ? '-' : ''
  return asDecimal(sign + (digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`))
}

export const smallerBigInt = (a: bigint, b: bigint): bigint => (a < b ? a : b)
export const largerBigInt = (a: bigint, b: bigint): bigint => (a > b ? a : b)
