import { displayScaleOfCurrency } from '#contract/currencyScale.ts'
import { formatMoney } from './money.ts'
import { formatAmount, formatPercent } from './number.ts'

// What a person pays is never shown as less than it is: fees, spreads, interest, premiums and totals of them are rounded up to the digits
// that are shown. What a person gets is cut (`formatAmount`), and receipts show every digit.

/** Away from zero to so many digits after the point: '0.998' at 2 → '1.00', '-0.001' at 2 → '-0.01'. */
export function roundAmountAwayFromZero(value: string, places: number): string {
  const isNegative = value.startsWith('-')
  const [whole = '0', fraction = ''] = value.replace('-', '').split('.')
  const increment = /[1-9]/.test(fraction.slice(places)) ? 1n : 0n
  const digits = (BigInt(whole + fraction.slice(0, places).padEnd(places, '0')) + increment).toString().padStart(places + 1, '0')
  const text = places > 0 ? `${digits.slice(0, -places)}.${digits.slice(-places)}` : digits
  return isNegative ? `-${text}` : text
}

/** A cost with its currency, as `formatMoney` shows a sum: '0.998' → '1.00 USDT'. */
export const formatCostWithCurrency = (value: string, currency: string): string =>
  formatMoney(roundAmountAwayFromZero(value, displayScaleOfCurrency(currency)), currency)

/** A cost without its currency: '0.998' at 2 → '1.00'. */
export const formatCostAmount = (value: string, places: number): string => formatAmount(roundAmountAwayFromZero(value, places), places)

/** Several costs in one sum, which is that of the figures shown beside it: ['0.991', '0.002'] → '1.01 USDT'. */
export const formatCostSumWithCurrency = (values: readonly string[], currency: string): string =>
  formatMoney(sumDecimals(values, displayScaleOfCurrency(currency)), currency)

/** The same sum without its currency: ['0.002', '0.003'] at 2 → '0.02'. */
export const formatCostSumAmount = (values: readonly string[], places: number): string => formatAmount(sumDecimals(values, places), places)

/** What is left of a total for which a cost stands beside it, so that the two shown add up to the total shown. */
export function formatRemainderAfterCost(total: string, cost: string, currency: string): string {
  const places = displayScaleOfCurrency(currency)
  return formatMoney(sumDecimals([roundAmountAwayFromZero(total, places), `-${roundAmountAwayFromZero(cost, places)}`], places), currency)
}

/** The share of a fee with all its digits, at least two: '0.000475' → '0.0475%'. */
export const formatFeeRatePercent = (fraction: string): string => formatPercent(fraction, 6).replace(/(\.\d\d\d*?)0+%$/, '$1%')

function sumDecimals(values: readonly string[], places: number): string {
  const sum = values.reduce((total, value) => total + BigInt(roundAmountAwayFromZero(value, places).replace('.', '')), 0n)
  const digits = (sum < 0n ? -sum : sum).toString().padStart(places + 1, '0')
  const text = places > 0 ? `${digits.slice(0, -places)}.${digits.slice(-places)}` : digits
  return sum < 0n ? `-${text}` : text
}
