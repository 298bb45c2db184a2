import { expect, it } from 'vitest'
import type { MarketSymbol } from '#contract/calls/market.ts'
import type { Order } from '#contract/calls/trading.ts'
import { asDecimal } from '#contract/decimal.ts'
import { noConversion } from '#rules/quote.ts'
import { estimate, flawOf } from './estimate.ts'
import { checkPaper, closeOnPaper, freshPaper, openOnPaper } from './paperLedger.ts'

const d = asDecimal
const listed = {
  symbol: 'BTCUSDT',
  name: 'Bitcoin',
  contractSize: d('1'),
  qtyStep: d('0.0001'),
  minQty: d('0.0001'),
  maxQty: d('100'),
  priceScale: 2,
  feeRate: d('0.0005'),
} as MarketSymbol
const sides = (bid: string, ask: string) => ({ bid: d(bid), ask: d(ask), conversion: noConversion })
const order = {
  accountType: 2,
  posType: 2,
  symbol: 'BTCUSDT',
  direction: 1,
  orderType: 1,
  slippageBps: 50,
  quantity: d('0.1'),
  lever: 10,
} as Order

function opened() {
  const cost = estimate(listed, order, sides('59994.00', '60006.00'))
  if (!cost) throw new Error('no cost')
  const result = openOnPaper(freshPaper(), listed, order, cost, 1_000)
  if (!result) throw new Error('not opened')
  return result
}

it('opens and closes by example C1, to the last decimal', () => {
  const { ledger, opened: position } = opened()
  expect(ledger.available).toBe('99396.9397')
  expect(position.liqPrice).toBe('57005.70')
  const after = closeOnPaper(ledger, position, listed, sides('60993.90', '61006.10'), 2_000)
  expect(after.closed).toMatchObject({ status: 3, profit: '98.79000000', closeFee: '3.04969500', returned: '695.800305', closeReason: 1 })
  expect(after.ledger.available).toBe('100092.740005')
  expect(after.ledger.running).toEqual([])
})

it('closes out by example C2 at the first price through the level and not before', () => {
  const { ledger } = opened()
  expect(checkPaper(ledger, listed, { ...sides('57000.00', '57011.41'), mark: d('57005.71') }, 2_000)).toBe(ledger)
  const after = checkPaper(ledger, listed, { ...sides('56999.99', '57011.41'), mark: d('57005.70') }, 2_000)
  expect(after.history[0]).toMatchObject({ closeReason: 4, returned: '296.6090005' })
})

it('refuses what the money cannot pay', () => {
  const cost = estimate(listed, { ...order, quantity: d('100') }, sides('59994.00', '60006.00'))
  expect(cost && openOnPaper(freshPaper(), listed, order, cost, 1_000)).toBeUndefined()
})

it('names what is wrong with a size', () => {
  const flaw = (quantity: string) => {
    const cost = estimate(listed, { ...order, quantity: d(quantity) }, sides('59994.00', '60006.00'))
    return cost && flawOf(listed, cost)
  }
  expect(flaw('0.00005')).toBe('qtyStep')
  expect(flaw('0.0001')).toBe('minNotional')
  expect(flaw('101')).toBe('aboveMax')
  expect(flaw('0.1')).toBeUndefined()
})
