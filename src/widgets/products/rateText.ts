import { formatAmount, formatShare } from '#i18n/number.ts'

/** Digits as they are, without zeros that say nothing. */
export const plainDigits = (amount: string): string => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount)

/** All digits that say something, with commas: '1000.50000000' → '1,000.5'. */
export function exactAmount(amount: string): string {
  const plain = plainDigits(amount)
  return formatAmount(plain, plain.split('.')[1]?.length ?? 0)
}

/** A fraction as a percent, at least two and at most six digits after the point: '0.0002135' → '0.02135%', '0' → '0.00%'. */
export const percentText = (fraction: string): string =>
  formatShare(fraction, 6)
    .replace(/(\.\d\d\d*?)0+%$/, '$1%')
    .replace(/^-/, '\u2212')

/** A fraction as a percent without digits that say nothing: '0.7' → '70%', '0.125' → '12.5%'. */
export const shareText = (fraction: string): string => formatShare(fraction, 6).replace(/\.?0+%$/, '%')

/** A fund's unit value, four digits after the point: '1.06645355' → '1.0664'. */
export const navText = (value: string): string => formatAmount(value, 4)

/** A day of the server as it is written in lists: '2026-11-20' → '20/11/2026'. */
export const dayText = (day: string): string => day.split('-').toReversed().join('/')
