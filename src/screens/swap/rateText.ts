import { formatAmount, formatPercent } from '#i18n/number.ts'

/** Eight figures that say something: '90090' → '90,090.000', '0.000001781234567' → '0.0000017812345'. Truncated. */
export function formatSwapRate(rate: string): string {
  const [whole = '0', fraction = ''] = rate.split('.')
  if (whole !== '0') return formatAmount(rate, Math.max(2, 8 - whole.length))
  const zeros = fraction.match(/^0*/)?.[0].length ?? 0
  return formatAmount(rate, Math.min(18, zeros + 8))
}

/** A share of the market price, with more than two digits only where it has them: '0.001' → '0.10%', '0.0019980019' → '0.1998%'. */
export const formatSwapCostPercent = (fraction: string): string => formatPercent(fraction, 4).replace(/(\.\d\d\d*?)0+%$/, '$1%')

/** Without zeros that say nothing, as a field shows what was worked out: '1.50000000' → '1.5'. */
export const trimTrailingZeros = (amount: string): string => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount)
