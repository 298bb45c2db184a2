import { formatAmount } from '#i18n/number.ts'

/** Digits as they are, without zeros that say nothing: 10.00 is 10, 0.00050 is 0.0005. */
export const trimTrailingZeros = (amount: string): string => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount)

/** All digits that say something, with commas: 1250.500 is 1,250.5. */
export function formatFullAmount(amount: string): string {
  const plain = trimTrailingZeros(amount)
  return formatAmount(plain, plain.split('.')[1]?.length ?? 0)
}
