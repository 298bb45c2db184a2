import { formatCostAmount } from '#i18n/cost.ts'
import { formatMoneyAmount } from '#i18n/money.ts'
import { formatAmount, formatPercent } from '#i18n/number.ts'
import { displayScaleOfCurrency } from '#contract/currencyScale.ts'

/** Digits as they are, without zeros that say nothing. */
export const trimTrailingZeros = (amount: string): string => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount)

/** All digits that say something, with commas: '1000.50000000' → '1,000.5'. */
export function formatExactAmount(amount: string): string {
  const plainAmount = trimTrailingZeros(amount)
  return formatAmount(plainAmount, plainAmount.split('.')[1]?.length ?? 0)
}

/** The same of a sum that is not a receipt: cut at its currency's decimals, '<0.01' where there is less: ('1035.61643835', 'USDT') → '1,035.61'. */
export function formatMoneyAmountTrimmed(amount: string, currency: string): string {
  const formatted = formatMoneyAmount(amount, currency)
  return formatted.startsWith('<') ? formatted : trimTrailingZeros(formatted)
}

/** The same of what is paid, never shown as less: ('21.351', 'USDT') → '21.36'. */
export const formatCostAmountTrimmed = (amount: string, currency: string): string =>
  trimTrailingZeros(formatCostAmount(amount, displayScaleOfCurrency(currency)))

/** A fraction as a percent, at least two and at most six digits after the point: '0.0002135' → '0.02135%', '0' → '0.00%'. */
export const formatFractionAsPercent = (fraction: string): string =>
  formatPercent(fraction, 6)
    .replace(/(\.\d\d\d*?)0+%$/, '$1%')
    .replace(/^-/, '\u2212')

/** A fraction as a percent without digits that say nothing: '0.7' → '70%', '0.125' → '12.5%'. */
export const formatSharePercent = (fraction: string): string => formatPercent(fraction, 6).replace(/\.?0+%$/, '%')

/** A fund's unit value, four digits after the point: '1.06645355' → '1.0664'. */
export const formatUnitValue = (value: string): string => formatAmount(value, 4)

/** A day of the server as it is written in lists: '2026-11-20' → '20/11/2026'. */
export const formatServerDay = (day: string): string => day.split('-').toReversed().join('/')
