import { asDecimal, type Decimal } from '#contract/decimal.ts'

/** Prices inside the market room are whole numbers of 1e-10 (product §3.3). */
export const unit = 10_000_000_000n
const places = 10

/** '90000.12' → 900001200000000n. More than ten decimals are cut off. */
export function toScaled(text: string): bigint {
  const negative = text.startsWith('-')
  const [whole = '0', fraction = ''] = (negative ? text.slice(1) : text).split('.')
  const value = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'))
  return negative ? -value : value
}

/** Exact, without trailing zeros: 900001200000000n → '90000.12'. */
export function fromScaled(value: bigint): Decimal {
  const text = fixed(value, places)
  return asDecimal(text.includes('.') ? text.replace(/\.?0+$/, '') : text)
}

/** Truncated toward zero to `digits` decimals (≤ 10), never '-0.00'. */
export function fixed(value: bigint, digits: number): Decimal {
  const cut = (value < 0n ? -value : value) / 10n ** BigInt(places - digits)
  const text = cut.toString().padStart(digits + 1, '0')
  const sign = value < 0n && cut > 0n ? '-' : ''
  return asDecimal(sign + (digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`))
}

export const smallerOf = (a: bigint, b: bigint): bigint => (a < b ? a : b)
export const largerOf = (a: bigint, b: bigint): bigint => (a > b ? a : b)
