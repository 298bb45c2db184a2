// Display of product §0.2, on the digits themselves: truncated, never rounded; commas for thousands in every language.

const minus = '\u2212'
export const missing = '—'

/** '1234567.899' at 2 → '1,234,567.89'; '-0.009' at 2 → '0.00'; nothing → '—'. The sign is a plain hyphen-minus. */
export function formatAmount(value: string | null | undefined, places: number): string {
  if (value === null || value === undefined) return missing
  const { negative, whole, fraction } = parts(value)
  const cut = fraction.slice(0, places).padEnd(places, '0')
  const isNought = !/[1-9]/.test(whole + cut)
  const text = grouped(whole) + (places > 0 ? `.${cut}` : '')
  return negative && !isNought ? `-${text}` : text
}

/** A balance: like an amount, but what is too small to show says so: '0.004' at 2 → '<0.01'. */
export function formatBalance(value: string | null | undefined, places: number): string {
  if (value === null || value === undefined) return missing
  const shown = formatAmount(value, places)
  const isShownAsNought = !/[1-9]/.test(shown)
  return isShownAsNought && /[1-9]/.test(value) ? `<${places > 0 ? `0.${'0'.repeat(places - 1)}1` : '1'}` : shown
}

/** A change with its sign: '12.5' at 2 → '+12.50', '-3' → '−3.00'. */
export function formatSigned(value: string | null | undefined, places: number): string {
  const text = formatAmount(value, places)
  if (text === missing || !/[1-9]/.test(text)) return text
  return text.startsWith('-') ? minus + text.slice(1) : `+${text}`
}

/** A fraction as a percent with sign: '0.01236' → '+1.23%'. */
export const formatRate = (fraction: string | null | undefined, places = 2): string => {
  const text = formatSigned(shifted(fraction, 2), places)
  return text === missing ? text : `${text}%`
}

/** A fraction as a percent without sign for fees and ratios: '0.0005' → '0.05%'. */
export const formatShare = (fraction: string | null | undefined, places = 2): string => {
  const text = formatAmount(shifted(fraction, 2), places)
  return text === missing ? text : `${text}%`
}

function parts(value: string): { negative: boolean; whole: string; fraction: string } {
  const negative = value.startsWith('-')
  const [whole = '0', fraction = ''] = (negative ? value.slice(1) : value).split('.')
  return { negative, whole, fraction }
}

const grouped = (whole: string): string => whole.replace(/\B(?=(\d{3})+$)/g, ',')

/** Moves the point `by` digits to the right. */
function shifted(value: string | null | undefined, by: number): string | null {
  if (value === null || value === undefined) return null
  const { negative, whole, fraction } = parts(value)
  const digits = whole + fraction.padEnd(by, '0').slice(0, by)
  return `${negative ? '-' : ''}${digits.replace(/^0+(?=\d)/, '')}.${fraction.slice(by) || '0'}`
}
