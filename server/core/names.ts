import type { LanguageCode } from '#contract/calls/account.ts'
import { translate, type TranslatableText } from './i18n.ts'

/** What coins, metals and currencies are called. Tokens that are no word of any language are called the same everywhere. */
const names: Readonly<Record<string, TranslatableText>> = {
  USDT: /*i18n*/ { id: 'name.USDT', message: 'Tether' },
  USDC: /*i18n*/ { id: 'name.USDC', message: 'USD Coin' },
  BTC: /*i18n*/ { id: 'name.BTC', message: 'Bitcoin' },
  ETH: /*i18n*/ { id: 'name.ETH', message: 'Ethereum' },
  BNB: /*i18n*/ { id: 'name.BNB', message: 'BNB' },
  SOL: /*i18n*/ { id: 'name.SOL', message: 'Solana' },
  XRP: /*i18n*/ { id: 'name.XRP', message: 'XRP' },
  ADA: /*i18n*/ { id: 'name.ADA', message: 'Cardano' },
  DOGE: /*i18n*/ { id: 'name.DOGE', message: 'Dogecoin' },
  TRX: /*i18n*/ { id: 'name.TRX', message: 'TRON' },
  LTC: /*i18n*/ { id: 'name.LTC', message: 'Litecoin' },
  BCH: /*i18n*/ { id: 'name.BCH', message: 'Bitcoin Cash' },
  LINK: /*i18n*/ { id: 'name.LINK', message: 'Chainlink' },
  AVAX: /*i18n*/ { id: 'name.AVAX', message: 'Avalanche' },
  DOT: /*i18n*/ { id: 'name.DOT', message: 'Polkadot' },
  TON: /*i18n*/ { id: 'name.TON', message: 'Toncoin' },
  UNI: /*i18n*/ { id: 'name.UNI', message: 'Uniswap' },
  ATOM: /*i18n*/ { id: 'name.ATOM', message: 'Cosmos' },
  XAU: /*i18n*/ { id: 'name.XAU', message: 'Gold' },
  XAG: /*i18n*/ { id: 'name.XAG', message: 'Silver' },
  XPT: /*i18n*/ { id: 'name.XPT', message: 'Platinum' },
  XPD: /*i18n*/ { id: 'name.XPD', message: 'Palladium' },
  USD: /*i18n*/ { id: 'name.USD', message: 'US dollar' },
  EUR: /*i18n*/ { id: 'name.EUR', message: 'Euro' },
  JPY: /*i18n*/ { id: 'name.JPY', message: 'Japanese yen' },
  KRW: /*i18n*/ { id: 'name.KRW', message: 'South Korean won' },
  MYR: /*i18n*/ { id: 'name.MYR', message: 'Malaysian ringgit' },
  THB: /*i18n*/ { id: 'name.THB', message: 'Thai baht' },
  VND: /*i18n*/ { id: 'name.VND', message: 'Vietnamese dong' },
  GBP: /*i18n*/ { id: 'name.GBP', message: 'Pound sterling' },
  AUD: /*i18n*/ { id: 'name.AUD', message: 'Australian dollar' },
  NZD: /*i18n*/ { id: 'name.NZD', message: 'New Zealand dollar' },
  CAD: /*i18n*/ { id: 'name.CAD', message: 'Canadian dollar' },
  CHF: /*i18n*/ { id: 'name.CHF', message: 'Swiss franc' },
  SGD: /*i18n*/ { id: 'name.SGD', message: 'Singapore dollar' },
  CNH: /*i18n*/ { id: 'name.CNH', message: 'Offshore yuan' },
  TIDE: { id: 'name.TIDE', message: 'Tidewater' },
  BCN: { id: 'name.BCN', message: 'Beacon' },
  MST: { id: 'name.MST', message: 'Mistral' },
}

/** In a pair, where the other currency says which country's it is not. */
const shortNames: Readonly<Record<string, TranslatableText>> = {
  GBP: /*i18n*/ { id: 'name.short.GBP', message: 'Pound' },
  JPY: /*i18n*/ { id: 'name.short.JPY', message: 'Yen' },
  THB: /*i18n*/ { id: 'name.short.THB', message: 'Baht' },
}

/** What a currency is called in that language; one that has no name is called by its code. */
export function localizedCurrencyName(lang: LanguageCode, currency: string): string {
  const name = names[currency]
  return name ? translate(lang, name) : currency
}

/** For those whose language is not known. */
export const englishCurrencyName = (currency: string): string => localizedCurrencyName('en-us', currency)

/** What a market is called in that language: a pair of currencies by both, any other by what is bought. One without words keeps its own name. */
export function localizedMarketName(
  lang: LanguageCode,
  { base, quote, category, name }: { base: string; quote: string; category: string; name: string },
): string {
  const called = (currency: string): TranslatableText | undefined =>
    (category === 'forex' ? shortNames[currency] : undefined) ?? names[currency]
  const [first, second] = [called(base), called(quote)]
  if (!first || !second) return name
  return category === 'forex' ? `${translate(lang, first)} / ${translate(lang, second)}` : translate(lang, first)
}
