// Display of docs/rules/time-and-numbers.md, on the digits themselves: truncated, never rounded; commas for thousands in every language.

const minus = '\u2212'
export const missingValueDash = '—'

/** '1234567.899' at 2 → '1,234,567.89'; '-0.009' at 2 → '0.00'; nothing → '—'. The sign is a plain hyphen-minus. */
export function formatAmount(value: string | null | undefined, places: number): string {
  if (value === null || value === undefined) return missingValueDash
  const { negative, whole, fraction } = parts(value)
  const truncated = fraction.slice(0, places).padEnd(places, '0')
  const isZero = !/[1-9]/.test(whole + truncated)
  const text = groupThousands(whole) + (places > 0 ? `.${truncated}` : '')
  return negative && !isZero ? `-${text}` : text
}

/** A balance: like an amount, but what is too small to show says so: '0.004' at 2 → '<0.01'. */
export function formatBalance(value: string | null | undefined, places: number): string {
  if (value === null || value === undefined) return missingValueDash
  const formatted = formatAmount(value, places)
  const isDisplayedAsZero = !/[1-9]/.test(formatted)
  return isDisplayedAsZero && /[1-9]/.test(value) ? `<${places > 0 ? `0.${'0'.repeat(places - 1)}1` : '1'}` : formatted
}

/** A change with its sign: '12.5' at 2 → '+12.50', '-3' → '−3.00'. */
export function formatSignedAmount(value: string | null | undefined, places: number): string {
  const text = formatAmount(value, places)
  if (text === missingValueDash || !/[1-9]/.test(text)) return text
  return text.startsWith('-') ? minus + text.slice(1) : `+${text}`
}

/** A fraction as a percent with sign: '0.01236' → '+1.23%'. */
export const formatSignedPercent = (fraction: string | null | undefined, places = 2): string => {
  const text = formatSignedAmount(shiftDecimalPoint(fraction, 2), places)
  return text === missingValueDash ? text : `${text}%`
}

/** A fraction as a percent without sign for fees and ratios: '0.0005' → '0.05%'. */
export const formatPercent = (fraction: string | null | undefined, places = 2): string => {
  const text = formatAmount(shiftDecimalPoint(fraction, 2), places)
  return text === missingValueDash ? text : `${text}%`
}

function parts(value: string): { negative: boolean; whole: string; fraction: string } {
  const negative = value.startsWith('-')
  const [whole = '0', fraction = ''] = (negative ? value.slice(1) : value).split('.')
  return { negative, whole, fraction }
}

const groupThousands = (whole: string): string => whole.replace(/\B(?=(\d{3})+$)/g, ',')

/** Moves the point `by` digits to the right. */
function shiftDecimalPoint(value: string | null | undefined, by: number): string | null {
  if (value === null || value === undefined) return null
  const { negative, whole, fraction } = parts(value)
  const digits = whole + fraction.padEnd(by, '0').slice(0, by)
  return `${negative ? '-' : ''}${digits.replace(/^0+(?=\d)/, '')}.${fraction.slice(by) || '0'}`
}
