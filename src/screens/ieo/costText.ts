import { formatAmount } from '#i18n/number.ts'
import { trimTrailingZeros } from '#widgets/products/rateText.ts'

/** Money as it is said: whole, or with two digits or more after the point: '2,000', '293.40', '0.005'. */
export function formatIeoCost(amount: string): string {
  const places = trimTrailingZeros(amount).split('.')[1]?.length ?? 0
  return formatAmount(amount, places === 1 ? 2 : places)
}
