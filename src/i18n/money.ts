import { displayScaleOfCurrency } from '#contract/currencyScale.ts'
import { formatBalance } from './number.ts'

/**
 * A sum for tickets, sheets and lists, cut at the decimals of its currency. What is too small to show says so: '24999.48123456' of USDT →
 * '24,999.48', '0.004' → '<0.01'. Receipts, details and the ledger show every digit.
 */
export const formatMoneyAmount = (value: string | null | undefined, currency: string): string =>
  formatBalance(value, displayScaleOfCurrency(currency))

/** The same with its currency: ('24999.48123456', 'USDT') → '24,999.48 USDT'. */
export const formatMoney = (value: string | null | undefined, currency: string): string =>
  `${formatMoneyAmount(value, currency)} ${currency}`
