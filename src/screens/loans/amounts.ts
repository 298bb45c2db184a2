import { formatAmount } from '#i18n/number.ts'

/** Every digit that says something, at least two after the point, with commas: '9.00', '44.38356164'. */
export function formatLoanAmount(amount: string): string {
  const fraction = (amount.split('.')[1] ?? '').replace(/0+$/, '')
  return formatAmount(amount, Math.max(2, fraction.length))
}

/** Digits as they are, without zeros that say nothing: for a field. */
export const trimTrailingZeros = (amount: string): string => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount)
