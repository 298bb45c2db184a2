import { describe, expect, it } from 'vitest'
import type { ListedMarket } from '#widgets/useListedMarkets.ts'
import { arrange, type MarketOrder } from './marketOrder.ts'

const one = (symbol: string, over: Partial<ListedMarket> = {}): ListedMarket => ({
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
const markets = [
  one('BTCUSDT', { name: 'Bitcoin', price: '90000.01', riseRate: '0.0123', hot: 1 }),
  one('ETHUSDT', { name: 'Ethereum', price: '3200', riseRate: '-0.02', hot: 2 }),
  one('XAUUSD', { name: 'Gold', category: 'metal', price: '4050', riseRate: null, hot: 3 }),
  one('EURJPY', { name: 'Euro / Yen', category: 'forex', price: null, riseRate: '0.0124', hot: 21 }),
]
const order = (over: Partial<MarketOrder> = {}, favourites: string[] = []) =>
  arrange(markets, favourites, { category: 'all', sort: 'hot', down: true, keyword: '', ...over }).map(({ symbol }) => symbol)

describe('order of markets', () => {
  it('shows the hottest first', () => expect(order()).toEqual(['BTCUSDT', 'ETHUSDT', 'XAUUSD', 'EURJPY']))
  it('sorts prices as numbers, not as text', () => expect(order({ sort: 'price' })).toEqual(['BTCUSDT', 'XAUUSD', 'ETHUSDT', 'EURJPY']))
  it('keeps a missing price last both ways', () => expect(order({ sort: 'price', down: false }).at(-1)).toBe('EURJPY'))
  it('sorts changes with their signs', () => expect(order({ sort: 'change' })).toEqual(['EURJPY', 'BTCUSDT', 'ETHUSDT', 'XAUUSD']))
  it('sorts names both ways', () => {
    expect(order({ sort: 'name', down: false })[0]).toBe('BTCUSDT')
    expect(order({ sort: 'name', down: true })[0]).toBe('XAUUSD')
  })
  it('keeps favourites in the order they were made', () =>
    expect(order({ category: 'favourites' }, ['XAUUSD', 'GONE', 'BTCUSDT'])).toEqual(['XAUUSD', 'BTCUSDT']))
  it('narrows to a category', () => expect(order({ category: 'metal' })).toEqual(['XAUUSD']))
  it.each(['btc', 'Bitcoin', 'btc/usdt', 'BTC-USDT', ' BTC '])('finds %s', (keyword) => expect(order({ keyword })).toEqual(['BTCUSDT']))
  it('finds nothing for what is not listed', () => expect(order({ keyword: 'zzz' })).toEqual([]))
})
