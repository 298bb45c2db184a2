import { describe, expect, it } from 'vitest'
import { listedMarket } from '../../../tests/support/listedMarket.ts'
import { filterAndSortMarkets, type MarketListOptions } from './filterAndSortMarkets.ts'

const markets = [
  listedMarket('BTCUSDT', { name: 'Bitcoin', price: '90000.01', riseRate: '0.0123', hot: 1, range: 0.02, turnover: '20000' }),
  listedMarket('ETHUSDT', { name: 'Ethereum', price: '3200', riseRate: '-0.02', hot: 2, range: 0.05 }),
  listedMarket('XAUUSD', { name: 'Gold', category: 'metal', price: '4050', riseRate: null, hot: 3 }),
  listedMarket('EURJPY', { name: 'Euro / Yen', category: 'forex', price: null, riseRate: '0.0124', hot: 21 }),
]
const order = (over: Partial<MarketListOptions> = {}, favourites: string[] = [], listed = markets) =>
  filterAndSortMarkets(listed, favourites, { category: 'all', sort: 'hot', down: true, keyword: '', ...over }).map(({ symbol }) => symbol)

describe('order of markets', () => {
  it('finds a pair however it is typed', () => {
    for (const keyword of ['btc', 'BTC/usdt', 'ＢＴＣ', 'bítcoin']) expect(order({ keyword })).toEqual(['BTCUSDT'])
  })
  it('shows the hottest first', () => expect(order()).toEqual(['BTCUSDT', 'ETHUSDT', 'XAUUSD', 'EURJPY']))
  it('sorts prices as numbers, not as text', () => expect(order({ sort: 'price' })).toEqual(['BTCUSDT', 'XAUUSD', 'ETHUSDT', 'EURJPY']))
  it('keeps a missing price last both ways', () => expect(order({ sort: 'price', down: false }).at(-1)).toBe('EURJPY'))
  it('sorts changes with their signs', () => expect(order({ sort: 'change' })).toEqual(['EURJPY', 'BTCUSDT', 'ETHUSDT', 'XAUUSD']))
  it('sorts by how far apart high and low are, without a range last both ways', () => {
    expect(order({ sort: 'range' })).toEqual(['ETHUSDT', 'BTCUSDT', 'XAUUSD', 'EURJPY'])
    expect(order({ sort: 'range', down: false })).toEqual(['BTCUSDT', 'ETHUSDT', 'XAUUSD', 'EURJPY'])
  })
  it('sorts by turnover in dollars, simulated markets without one last both ways', () => {
    const listed = [...markets, listedMarket('SOLETH', { turnover: '7', hot: 22 })]
    // Seven ether of turnover are worth more than 20,000 dollars.
    expect(order({ sort: 'turnover' }, [], listed)).toEqual(['SOLETH', 'BTCUSDT', 'ETHUSDT', 'XAUUSD', 'EURJPY'])
    expect(order({ sort: 'turnover', down: false }, [], listed)).toEqual(['BTCUSDT', 'SOLETH', 'ETHUSDT', 'XAUUSD', 'EURJPY'])
  })
  it('sorts names both ways', () => {
    expect(order({ sort: 'name', down: false })[0]).toBe('BTCUSDT')
    expect(order({ sort: 'name', down: true })[0]).toBe('XAUUSD')
  })
  it('keeps favourites in the order they were made', () =>
    expect(order({ category: 'favourites' }, ['XAUUSD', 'GONE', 'BTCUSDT'])).toEqual(['XAUUSD', 'BTCUSDT']))
  it('narrows to a category', () => expect(order({ category: 'metal' })).toEqual(['XAUUSD']))
  it.each(['btc', 'Bitcoin', 'btc/usdt', 'BTC-USDT', ' BTC '])('finds %s', (keyword) => expect(order({ keyword })).toEqual(['BTCUSDT']))
  it.each(['金', 'gold', 'xau'])('finds what is called 金 here by %s', (keyword) => {
    const listed = [...markets, listedMarket('XAUUSD', { name: '金', englishName: 'Gold' })].slice(3)
    expect(order({ keyword }, [], listed)).toEqual(['XAUUSD'])
  })
  it('finds nothing for what is not listed', () => expect(order({ keyword: 'zzz' })).toEqual([]))
})
