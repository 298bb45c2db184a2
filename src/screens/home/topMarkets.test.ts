import { expect, it } from 'vitest'
import type { ListedMarket } from '#widgets/useListedMarkets.ts'
import { topMarkets } from './topMarkets.ts'

const one = (symbol: string, over: Partial<ListedMarket>): ListedMarket => ({
  symbol,
  base: symbol.slice(0, 3),
  quote: symbol.slice(3),
  name: symbol,
  category: 'crypto',
  places: 2,
  price: '1',
  riseRate: '0',
  feedMode: 'SIM',
  hot: 0,
  turnover: null,
  range: null,
  spark: [],
  ...over,
})
const names = (markets: readonly ListedMarket[]) => markets.map(({ symbol }) => symbol)

it('lists what is simulated by the range of 24 hours, since it has no turnover', () => {
  const markets = [
    one('BTCUSDT', { range: 0.02 }),
    one('XAUUSD', { range: null }),
    one('ETHUSDT', { range: 0.05 }),
    one('EURUSD', { range: 0 }),
    one('SOLUSDT', { range: 0.04 }),
  ]
  expect(names(topMarkets(markets, 'turnover'))).toEqual(['ETHUSDT', 'SOLUSDT', 'BTCUSDT'])
})

it('lists by turnover in dollars alone once there is any', () => {
  const markets = [
    one('BTCUSDT', { turnover: '500', price: '60000', range: 0.01 }),
    one('ETHBTC', { turnover: '1', range: 0.02 }),
    one('XAUUSD', { turnover: null, range: 0.9 }),
  ]
  expect(names(topMarkets(markets, 'turnover'))).toEqual(['ETHBTC', 'BTCUSDT'])
})

it('never lists more than five, nor who fell among those who rose', () => {
  const markets = ['AAA', 'BBB', 'CCC', 'DDD', 'EEE', 'FFF'].map((base, index) =>
    one(`${base}USDT`, { riseRate: `0.0${index}`, hot: -index }),
  )
  expect(names(topMarkets(markets, 'gainers'))).toEqual(['FFFUSDT', 'EEEUSDT', 'DDDUSDT', 'CCCUSDT', 'BBBUSDT'])
  expect(topMarkets(markets, 'losers')).toEqual([])
  expect(names(topMarkets(markets, 'hot'))[0]).toBe('FFFUSDT')
})
