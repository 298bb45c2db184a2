import { ledgerScale } from './constants.ts'

/** The decimals of each currency that are shown, and that a bank can pay (ISO 4217): the catalog's `minor` (`server/db/seed/currencies.ts`). */
const shownDecimals = {
  USDT: 2,
  USDC: 2,
  BTC: 8,
  ETH: 8,
  TRX: 4,
  SOL: 6,
  XRP: 4,
  LTC: 8,
  DOGE: 4,
  BNB: 6,
  ADA: 4,
  BCH: 8,
  LINK: 6,
  AVAX: 6,
  DOT: 6,
  TON: 6,
  UNI: 6,
  ATOM: 6,
  TIDE: 2,
  BCN: 2,
  MST: 2,
  USD: 2,
  EUR: 2,
  JPY: 0,
  KRW: 0,
  MYR: 2,
  THB: 2,
  VND: 0,
  GBP: 2,
  AUD: 2,
  NZD: 2,
  CAD: 2,
  CHF: 2,
  SGD: 2,
  CNH: 2,
} as const

/** A currency of the catalog. */
export type CatalogCurrencyCode = keyof typeof shownDecimals

/**
 * The decimals that sums in tickets, sheets and lists are cut at (docs/rules/time-and-numbers.md); one that is not in the catalog shows all
 * that the ledger keeps.
 */
export const displayScaleOfCurrency = (currency: string): number =>
  Object.hasOwn(shownDecimals, currency) ? shownDecimals[currency as CatalogCurrencyCode] : ledgerScale
