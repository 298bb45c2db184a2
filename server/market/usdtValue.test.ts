import { expect, test } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { currencySeeds } from '#db/seed/currencies.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import type { MarketDataService } from './market.ts'
import { usdtValueOf } from './usdtValue.ts'

/** Every market is listed and silent. */
const market = {
  quote: () => undefined,
  spec: (symbol: string) => symbolSeeds.find((seed) => seed.symbol === symbol),
} as unknown as MarketDataService

const valueOf = (currency: string, amount = '10') => usdtValueOf(market, currency, asDecimal(amount))

test('what no market prices has no value, instead of one USDT for each', () => {
  expect(['KRW', 'MYR', 'VND', 'TIDE', 'BCN', 'MST', 'NEW'].map((currency) => valueOf(currency))).toEqual(Array(7).fill(undefined))
})

test('dollars are one USDT, and what a market is listed for has its reference level while that market is silent', () => {
  expect(['USDT', 'USD', 'USDC'].map((currency) => valueOf(currency))).toEqual(Array(3).fill('10.00000000'))
  const [btc, eur] = ['BTCUSDT', 'EURUSD'].map((symbol) => symbolSeeds.find((one) => one.symbol === symbol)?.ref)
  expect([valueOf('BTC', '1'), valueOf('EUR', '1')].map(Number)).toEqual([btc, eur].map(Number))
  expect(Number(valueOf('JPY', '155'))).toBeCloseTo(1, 6)
})

test('every coin with a network has a price', () => {
  const unpriced = currencySeeds.filter(({ currency }) => valueOf(currency) === undefined).map(({ currency }) => currency)
  expect(unpriced.toSorted()).toEqual(['BCN', 'KRW', 'MST', 'MYR', 'TIDE', 'VND'])
})
