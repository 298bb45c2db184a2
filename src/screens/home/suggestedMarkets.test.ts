import { expect, it } from 'vitest'
import type { ListedMarket } from '#widgets/market/listedMarket.ts'
import { listedMarket } from '../../../tests/support/listedMarket.ts'
import { suggestedMarkets } from './suggestedMarkets.ts'

const markets = (closed: readonly string[]): ListedMarket[] =>
  (
    [
      ['EURUSD', 'forex', 4],
      ['ETHUSDT', 'crypto', 2],
      ['XAUUSD', 'metal', 3],
      ['BTCUSDT', 'crypto', 1],
      ['SOLUSDT', 'crypto', 5],
      ['GBPUSD', 'forex', 6],
    ] as const
  ).map(([symbol, category, hot]) => listedMarket(symbol, { category, hot, feedMode: closed.includes(symbol) ? 'CLOSED' : 'SIM' }))
const suggested = (...closed: string[]) => suggestedMarkets(markets(closed)).map(({ symbol }) => symbol)

it('are the hottest of each kind', () => {
  expect(suggested()).toEqual(['BTCUSDT', 'XAUUSD', 'EURUSD'])
})

it('are open ones alone at a weekend, and the next of a kind where its hottest is closed', () => {
  expect(suggested('XAUUSD', 'EURUSD', 'GBPUSD')).toEqual(['BTCUSDT', 'ETHUSDT', 'SOLUSDT'])
  expect(suggested('EURUSD')).toEqual(['BTCUSDT', 'XAUUSD', 'GBPUSD'])
})

it('are closed ones where nothing else is left', () => {
  expect(suggested('XAUUSD', 'EURUSD', 'GBPUSD', 'ETHUSDT', 'SOLUSDT')).toEqual(['BTCUSDT', 'ETHUSDT', 'XAUUSD'])
  expect(suggestedMarkets([])).toEqual([])
})
