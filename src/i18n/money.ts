import { formatBalance } from './number.ts'

/**
 * A sum for tickets, sheets and lists, with its currency: USDT to the hundredth, a coin with all its digits. What is too small to show says
 * so: '24999.48123456' → '24,999.48 USDT', '0.004' → '<0.01 USDT'. Receipts, details and the ledger show every digit.
 */
export const formatMoney = (value: string | null | undefined, currency: string): string =>
  `${formatBalance(value, currency === 'USDT' ? 2 : 8)} ${currency}`
