import { expect, it } from 'vitest'
import type { ListedMarket } from '#widgets/market/listedMarket.ts'
import { listedMarket } from '../../../tests/support/listedMarket.ts'
import { topMarkets } from './topMarkets.ts'

const names = (markets: readonly ListedMarket[]) => markets.map(({ symbol }) => symbol)

it('lists what is simulated by the range of 24 hours, since it has no turnover', () => {
  const markets = [
    listedMarket('BTCUSDT', { range: 0.02 }),
    listedMarket('XAUUSD', { range: null }),
    listedMarket('ETHUSDT', { range: 0.05 }),
    listedMarket('EURUSD', { range: 0 }),
    listedMarket('SOLUSDT', { range: 0.04 }),
  ]
  expect(names(topMarkets(markets, 'turnover'))).toEqual(['ETHUSDT', 'SOLUSDT', 'BTCUSDT'])
})

it('lists by turnover in dollars alone once there is any', () => {
  const markets = [
    listedMarket('BTCUSDT', { turnover: '500', price: '60000', range: 0.01 }),
    listedMarket('ETHBTC', { turnover: '1', range: 0.02 }),
    listedMarket('XAUUSD', { turnover: null, range: 0.9 }),
  ]
  expect(names(topMarkets(markets, 'turnover'))).toEqual(['ETHBTC', 'BTCUSDT'])
})

it('never lists more than five, nor who fell among those who rose', () => {
  const markets = ['AAA', 'BBB', 'CCC', 'DDD', 'EEE', 'FFF'].map((base, index) =>
    listedMarket(`${base}USDT`, { riseRate: `0.0${index}`, hot: -index }),
  )
  expect(names(topMarkets(markets, 'gainers'))).toEqual(['FFFUSDT', 'EEEUSDT', 'DDDUSDT', 'CCCUSDT', 'BBBUSDT'])
  expect(topMarkets(markets, 'losers')).toEqual([])
  expect(names(topMarkets(markets, 'hot'))[0]).toBe('FFFUSDT')
})
