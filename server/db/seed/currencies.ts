import { ledgerScale } from '#contract/constants.ts'

/** `scale` is what the ledger keeps, `minor` what is shown and what a bank can pay (ISO 4217 for fiat, product §0.2). */
export interface CurrencySeed {
  currency: string
  name: string
  kind: 'crypto' | 'fiat'
  scale: number
  minor: number
}

const coin = (currency: string, name: string, minor: number): CurrencySeed => ({
  currency,
  name,
  kind: 'crypto',
  scale: ledgerScale,
  minor,
})
const fiat = (currency: string, name: string, minor: number): CurrencySeed => ({ currency, name, kind: 'fiat', scale: ledgerScale, minor })

/** The currencies of product §5.2, then those that our markets are quoted in. */
export const currencies: readonly CurrencySeed[] = [
  coin('USDT', 'Tether', 2),
  coin('USDC', 'USD Coin', 2),
  coin('BTC', 'Bitcoin', 8),
  coin('ETH', 'Ethereum', 8),
  coin('TRX', 'TRON', 4),
  coin('SOL', 'Solana', 6),
  coin('XRP', 'XRP', 4),
  coin('LTC', 'Litecoin', 8),
  coin('DOGE', 'Dogecoin', 4),
  coin('BNB', 'BNB', 6),
  coin('ADA', 'Cardano', 4),
  coin('BCH', 'Bitcoin Cash', 8),
  coin('LINK', 'Chainlink', 6),
  coin('AVAX', 'Avalanche', 6),
  coin('DOT', 'Polkadot', 6),
  coin('TON', 'Toncoin', 6),
  coin('UNI', 'Uniswap', 6),
  coin('ATOM', 'Cosmos', 6),
  // Tokens that are subscribed to (product §5.3): no market, no network.
  coin('TIDE', 'Tidewater', 2),
  coin('BCN', 'Beacon', 2),
  coin('MST', 'Mistral', 2),
  fiat('USD', 'US dollar', 2),
  fiat('EUR', 'Euro', 2),
  fiat('JPY', 'Japanese yen', 0),
  fiat('KRW', 'South Korean won', 0),
  fiat('MYR', 'Malaysian ringgit', 2),
  fiat('THB', 'Thai baht', 2),
  fiat('VND', 'Vietnamese dong', 0),
  fiat('GBP', 'Pound sterling', 2),
  fiat('AUD', 'Australian dollar', 2),
  fiat('NZD', 'New Zealand dollar', 2),
  fiat('CAD', 'Canadian dollar', 2),
  fiat('CHF', 'Swiss franc', 2),
  fiat('SGD', 'Singapore dollar', 2),
  fiat('CNH', 'Offshore yuan', 2),
]
