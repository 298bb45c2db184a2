import { ledgerScale } from '#contract/constants.ts'
import { type CatalogCurrencyCode, displayScaleOfCurrency } from '#contract/currencyScale.ts'

/** `scale` is what the ledger keeps, `minor` what is shown and what a bank can pay (docs/rules/time-and-numbers.md). */
export interface CurrencySeed {
  currency: CatalogCurrencyCode
  kind: 'crypto' | 'fiat'
  scale: number
  minor: number
}

const seedOf = (kind: CurrencySeed['kind'], currency: CatalogCurrencyCode): CurrencySeed => ({
  currency,
  kind,
  scale: ledgerScale,
  minor: displayScaleOfCurrency(currency),
})
const coin = (currency: CatalogCurrencyCode): CurrencySeed => seedOf('crypto', currency)
const fiat = (currency: CatalogCurrencyCode): CurrencySeed => seedOf('fiat', currency)

/** The currencies of docs/rules/seed-data.md, named in `server/core/names.ts`, then those that our markets are quoted in. */
export const currencySeeds: readonly CurrencySeed[] = [
  coin('USDT'),
  coin('USDC'),
  coin('BTC'),
  coin('ETH'),
  coin('TRX'),
  coin('SOL'),
  coin('XRP'),
  coin('LTC'),
  coin('DOGE'),
  coin('BNB'),
  coin('ADA'),
  coin('BCH'),
  coin('LINK'),
  coin('AVAX'),
  coin('DOT'),
  coin('TON'),
  coin('UNI'),
  coin('ATOM'),
  // Tokens that are subscribed to (docs/rules/seed-data.md): no market, no network.
  coin('TIDE'),
  coin('BCN'),
  coin('MST'),
  fiat('USD'),
  fiat('EUR'),
  fiat('JPY'),
  fiat('KRW'),
  fiat('MYR'),
  fiat('THB'),
  fiat('VND'),
  fiat('GBP'),
  fiat('AUD'),
  fiat('NZD'),
  fiat('CAD'),
  fiat('CHF'),
  fiat('SGD'),
  fiat('CNH'),
]
