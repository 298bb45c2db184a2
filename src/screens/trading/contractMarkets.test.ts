import { expect, it } from 'vitest'
import type { ProductAvailabilityByKind } from '#contract/calls/account.ts'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import { selectContractMarkets } from './contractMarkets.ts'

// Contracts on crypto and on all else are two products (docs/rules/countries.md): the list of one's country has only what can be traded there.
const markets = [
  ['BTCUSDT', 'crypto'],
  ['ETHUSDT', 'crypto'],
  ['XAUUSD', 'metal'],
  ['EURUSD', 'forex'],
].map(([symbol, category]) => ({ symbol, category, session: { open: true } })) as unknown as MarketWithPrice[]
const features = (contract: string, cryptoContract: string) => ({ contract, cryptoContract }) as ProductAvailabilityByKind
const shown = (asked: string, of?: ProductAvailabilityByKind) => {
  const { offered, listed } = selectContractMarkets(markets, asked, of)
  return [listed?.symbol, ...offered.map(({ symbol }) => symbol)]
}

it('lists all of them where both are offered, and as long as nobody knows', () => {
  for (const of of [undefined, features('real', 'demo')])
    expect(shown('ETHUSDT', of)).toEqual(['ETHUSDT', 'BTCUSDT', 'ETHUSDT', 'XAUUSD', 'EURUSD'])
  expect(shown('NOSUCH')[0]).toBe('BTCUSDT')
})

it('leaves out what is not offered, and begins with what is', () => {
  expect(shown('BTCUSDT', features('demo', 'off'))).toEqual(['XAUUSD', 'XAUUSD', 'EURUSD'])
  expect(shown('EURUSD', features('demo', 'off'))[0]).toBe('EURUSD')
  expect(shown('XAUUSD', features('off', 'real'))).toEqual(['XAUUSD', 'BTCUSDT', 'ETHUSDT'])
})

it('begins with one that is open, where what nobody asked for is not offered', () => {
  const closed = (...symbols: string[]) =>
    markets.map((market) => ({ ...market, session: { open: !symbols.includes(market.symbol) } })) as MarketWithPrice[]
  const listed = (all: readonly MarketWithPrice[], symbol: string) =>
    selectContractMarkets(all, symbol, features('demo', 'off')).listed?.symbol
  expect(listed(closed('XAUUSD'), 'BTCUSDT')).toBe('EURUSD')
  expect(listed(closed('XAUUSD', 'EURUSD'), 'BTCUSDT')).toBe('XAUUSD')
  // Whoever asks for a closed one meets it.
  expect(listed(closed('XAUUSD'), 'XAUUSD')).toBe('XAUUSD')
})

it('shows the market of a link all the same, so that nobody meets another unawares', () => {
  expect(shown('ETHUSDT', features('demo', 'off'))).toEqual(['ETHUSDT', 'XAUUSD', 'EURUSD'])
})

it('shows what is open where neither is offered', () => {
  expect(shown('ETHUSDT', features('off', 'off'))[0]).toBe('ETHUSDT')
  expect(selectContractMarkets([], 'BTCUSDT', undefined)).toEqual({ offered: [], listed: undefined })
})

it('leaves out a market that is delisted, and shows it to whoever asks for it', () => {
  const [bitcoin, ...others] = markets
  const over = [{ ...bitcoin, tradingEndsAt: 1 }, ...others] as MarketWithPrice[]
  const symbolsOf = (asked: string) => {
    const { offered, listed } = selectContractMarkets(over, asked, undefined)
    return [listed?.symbol, ...offered.map(({ symbol }) => symbol)]
  }
  expect(symbolsOf('ETHUSDT')).toEqual(['ETHUSDT', 'ETHUSDT', 'XAUUSD', 'EURUSD'])
  expect(symbolsOf('BTCUSDT')[0]).toBe('ETHUSDT')
})
