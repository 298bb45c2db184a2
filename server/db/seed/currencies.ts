import { ledgerScale } from '#contract/constants.ts'

/** `scale` is what the ledger keeps, `minor` what is shown and what a bank can pay (ISO 4217 for fiat, docs/rules/time-and-numbers.md). */
export interface CurrencySeed {
  currency: string
  kind: 'crypto' | 'fiat'
  scale: number
  minor: number
}

const coin = (currency: string, minor: number): CurrencySeed => ({ currency, kind: 'crypto', scale: ledgerScale, minor })
const fiat = (currency: string, minor: number): CurrencySeed => ({ currency, kind: 'fiat', scale: ledgerScale, minor })

/** The currencies of docs/rules/seed-data.md, named in `server/core/names.ts`, then those that our markets are quoted in. */
export const currencySeeds: readonly CurrencySeed[] = [
  coin('USDT', 2),
  coin('USDC', 2),
  coin('BTC', 8),
  coin('ETH', 8),
  coin('TRX', 4),
  coin('SOL', 6),
  coin('XRP', 4),
  coin('LTC', 8),
  coin('DOGE', 4),
  coin('BNB', 6),
  coin('ADA', 4),
  coin('BCH', 8),
  coin('LINK', 6),
  coin('AVAX', 6),
  coin('DOT', 6),
  coin('TON', 6),
  coin('UNI', 6),
  coin('ATOM', 6),
  // Tokens that are subscribed to (docs/rules/seed-data.md): no market, no network.
  coin('TIDE', 2),
  coin('BCN', 2),
  coin('MST', 2),
  fiat('USD', 2),
  fiat('EUR', 2),
  fiat('JPY', 0),
  fiat('KRW', 0),
  fiat('MYR', 2),
  fiat('THB', 2),
  fiat('VND', 0),
  fiat('GBP', 2),
  fiat('AUD', 2),
  fiat('NZD', 2),
  fiat('CAD', 2),
  fiat('CHF', 2),
  fiat('SGD', 2),
  fiat('CNH', 2),
]
