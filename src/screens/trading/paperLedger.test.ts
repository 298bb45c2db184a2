import { describe, expect, it } from 'vitest'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import type { ContractOrderRequest, Position } from '#contract/calls/trading.ts'
import { asDecimal } from '#contract/decimal.ts'
import { add, divide } from '#rules/decimal.ts'
import { marketQuoteFromMid, noUsdtConversion } from '#rules/quote.ts'
import { buildPaperImportRequest, createPaperLedger } from '#widgets/trading/paperStore.ts'
import { estimateContractOrder, findContractOrderError } from './ticket/estimate.ts'
import {
  paperLedgerAfterMarginAdded,
  paperLedgerAfterCancel,
  paperLedgerAfterPrice,
  paperLedgerAfterClose,
  paperLedgerAfterPartialClose,
  paperLedgerAfterOrder,
  paperLedgerAfterStopsChange,
} from './paperLedger.ts'

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
} as MarketWithPrice
const sides = (bid: string, ask: string) => ({ bid: d(bid), ask: d(ask), mark: divide(add(bid, ask), '2'), conversion: noUsdtConversion })
const order = {
  accountType: 2,
  posType: 2,
  symbol: 'BTCUSDT',
  direction: 1,
  orderType: 1,
  slippageBps: 50,
  quantity: d('0.1'),
  lever: 10,
} as ContractOrderRequest

function opened() {
  const cost = estimateContractOrder(listed, order, sides('59994.00', '60006.00'))
  if (!cost) throw new Error('no cost')
  const result = paperLedgerAfterOrder(createPaperLedger(), listed, order, cost, 1_000)
  if (!result) throw new Error('not opened')
  return result
}

it('opens and closes by example C1, to the last decimal', () => {
  const { ledger, opened: position } = opened()
  expect(ledger.available).toBe('99396.9397')
  expect(position.liqPrice).toBe('57005.70')
  const after = paperLedgerAfterClose(ledger, position, listed, sides('60993.90', '61006.10'), 2_000)
  expect(after.closed).toMatchObject({ status: 3, profit: '98.79000000', closeFee: '3.04969500', returned: '695.800305', closeReason: 1 })
  expect(after.ledger.available).toBe('100092.740005')
  expect(after.ledger.running).toEqual([])
})

it('closes out by example C2 at the first price through the level and not before', () => {
  const { ledger } = opened()
  expect(paperLedgerAfterPrice(ledger, listed, { ...sides('57000.00', '57011.41'), mark: d('57005.71') }, 2_000)).toBe(ledger)
  const after = paperLedgerAfterPrice(ledger, listed, { ...sides('56999.99', '57011.41'), mark: d('57005.70') }, 2_000)
  expect(after.history[0]).toMatchObject({ closeReason: 4, returned: '296.6090005' })
})

it('refuses what the money cannot pay', () => {
  const cost = estimateContractOrder(listed, { ...order, quantity: d('100') }, sides('59994.00', '60006.00'))
  expect(cost && paperLedgerAfterOrder(createPaperLedger(), listed, order, cost, 1_000)).toBeUndefined()
})

it('names what is wrong with a size', () => {
  const flaw = (quantity: string) => {
    const cost = estimateContractOrder(listed, { ...order, quantity: d(quantity) }, sides('59994.00', '60006.00'))
    return cost && findContractOrderError(listed, cost)
  }
  expect(flaw('0.00005')).toBe('qtyStep')
  expect(flaw('0.0001')).toBe('minNotional')
  expect(flaw('101')).toBe('aboveMax')
  expect(flaw('0.1')).toBeUndefined()
})

it('of an order beyond both, says that the money is short: the most of a market helps nobody who cannot pay it', () => {
  const cost = estimateContractOrder(listed, { ...order, quantity: undefined, money: d('700000') }, sides('59994.00', '60006.00'))
  expect(cost && findContractOrderError(listed, cost)).toBe('aboveMax')
  expect(cost && findContractOrderError(listed, cost, d('100000'))).toBe('short')
  expect(cost && findContractOrderError(listed, cost, d('1000000'))).toBe('aboveMax')
  const small = estimateContractOrder(listed, { ...order, quantity: d('0.0001') }, sides('59994.00', '60006.00'))
  expect(small && findContractOrderError(listed, small, d('0'))).toBe('minNotional')
})

describe('fee, spread and size are those of the order, whatever the market asks for since', () => {
  const then = { ...listed, spreadBps: d('2'), tick: d('0.01') }
  const now = { ...then, spreadBps: d('20'), feeRate: d('0.002'), contractSize: d('10') }
  const at = (mark: string) => ({ ...marketQuoteFromMid(d(mark), now.spreadBps, now.tick), mark: d(mark), conversion: noUsdtConversion })
  const place = (over: Partial<ContractOrderRequest> = {}) => {
    const asked = { ...order, ...over } as ContractOrderRequest
    const cost = estimateContractOrder(then, asked, sides('59994.00', '60006.00'))
    const result = cost && paperLedgerAfterOrder(createPaperLedger(), then, asked, cost, 1_000)
    if (!result) throw new Error('not placed')
    return result
  }

  it('a position closes by example C1', () => {
    const { ledger, opened: position } = place()
    const { closed } = paperLedgerAfterClose(ledger, position, now, at('61000'), 2_000)
    expect(closed).toMatchObject({ closePrice: '60993.90', profit: '98.79000000', closeFee: '3.04969500', returned: '695.800305' })
    const stopped = paperLedgerAfterPrice(ledger, now, at('57005.70'), 2_000).history[0]
    expect(stopped).toMatchObject({ closeReason: 4, closePrice: '56999.99' })
  })

  it('a limit order fills at its own ask, for its own fee', () => {
    const { ledger } = place({ orderType: 2, price: d('59000.00') })
    expect(paperLedgerAfterPrice(ledger, now, at('58995'), 2_000)).toBe(ledger)
    const [filled] = paperLedgerAfterPrice(ledger, now, at('58000'), 2_000).running
    expect(filled).toMatchObject({ openPrice: '58005.80', margin: '580.05800000', openFee: '2.90029000', feeRate: '0.0005' })
    const carried = buildPaperImportRequest({ ...ledger, pending: [], running: filled ? [{ ...filled, openSec: 5 }] : [] })
    expect(carried?.running).toMatchObject([{ openSec: 5, placedSec: 1 }])
  })
})

describe('the same abilities as the demo book', () => {
  const short = { bid: d('58994.10'), ask: d('59005.90'), conversion: noUsdtConversion }
  const limited = { ...order, orderType: 2, price: d('59000.00') } as ContractOrderRequest
  const placed = (over: Partial<ContractOrderRequest> = {}) => {
    const asked = { ...limited, ...over } as ContractOrderRequest
    const cost = estimateContractOrder(listed, asked, sides('59994.00', '60006.00'))
    const result = cost && paperLedgerAfterOrder(createPaperLedger(), listed, asked, cost, 1_000)
    if (!result) throw new Error('not placed')
    return result
  }

  it('a limit order reserves, waits, fills at the limit or better, and a short never for more than it reserved', () => {
    const { ledger, opened: waiting } = placed()
    expect(waiting).toMatchObject({ status: 0, price: '59000.00', margin: '590.00000000' })
    expect(ledger.available).toBe('99407.05')
    expect(paperLedgerAfterPrice(ledger, listed, { ...short, ask: d('59000.01'), mark: d('58994.11') }, 2_000)).toBe(ledger)
    const filled = paperLedgerAfterPrice(ledger, listed, { ...short, ask: d('58005.80'), mark: d('58000') }, 2_000)
    expect(filled.pending).toEqual([])
    expect(filled.running[0]).toMatchObject({ status: 1, openPrice: '58005.80', margin: '580.05800000', openFee: '2.90029000' })
    expect(filled.available).toBe('99417.04171')
    const sold = placed({ direction: 2, price: d('61000.00') }).ledger
    const after = paperLedgerAfterPrice(
      sold,
      listed,
      { bid: d('61993.80'), ask: d('62006.20'), conversion: noUsdtConversion, mark: d('62000') },
      2_000,
    )
    expect(after.running[0]).toMatchObject({ openPrice: '61993.80', margin: '609.95031000' })
    expect(after.available).toBe('99386.95')
  })

  it('a cancelled order gives everything back; after 30 days it cancels itself', () => {
    const { ledger, opened: waiting } = placed()
    const { ledger: after, cancelled } = paperLedgerAfterCancel(ledger, waiting, 2_000)
    expect(after).toMatchObject({ available: '100000', pending: [] })
    expect(cancelled).toMatchObject({ status: 4, closeReason: 1 })
    const late = paperLedgerAfterPrice(ledger, listed, { ...short, mark: d('50000') }, 1_000 + 30 * 86_400_000)
    expect(late.history[0]).toMatchObject({ status: 4, closeReason: 5 })
  })

  it('the first price from the end of trading on closes and cancels all, as does the server', () => {
    const ends = { ...listed, tradingEndsAt: 5_000 } as MarketWithPrice
    const { ledger } = opened()
    const now = { ...sides('60993.90', '61006.10'), mark: d('61000') }
    expect(paperLedgerAfterPrice(ledger, ends, now, 4_999)).toBe(ledger)
    expect(paperLedgerAfterPrice(ledger, ends, now, 5_000)).toMatchObject({
      running: [],
      history: [{ status: 3, closeReason: 6, closePrice: '60993.90', closeFee: '3.04969500' }],
    })
    expect(paperLedgerAfterPrice(placed().ledger, ends, now, 5_000)).toMatchObject({
      available: '100000',
      pending: [],
      history: [{ status: 4, closeReason: 6 }],
    })
  })

  it('stops close by mark, the stop loss before the close-out', () => {
    const { ledger, opened: position } = opened()
    const { ledger: armed } = paperLedgerAfterStopsChange(ledger, position, { stopProfit: d('61000.00'), stopLoss: d('59000.00') })
    expect(paperLedgerAfterPrice(armed, listed, { ...short, mark: d('59000.01') }, 2_000)).toBe(armed)
    expect(paperLedgerAfterPrice(armed, listed, { ...short, mark: d('50000') }, 2_000).history[0]?.closeReason).toBe(3)
    expect(paperLedgerAfterPrice(armed, listed, { ...short, mark: d('61000.00') }, 2_000).history[0]?.closeReason).toBe(2)
    const [running] = armed.running
    const { changed } = paperLedgerAfterStopsChange(armed, running as Position, { stopProfit: null, stopLoss: null })
    expect(changed).not.toHaveProperty('stopLoss')
  })

  it('C4: added margin moves the close-out; parts leave nothing behind', () => {
    const { ledger, opened: position } = opened()
    const added = paperLedgerAfterMarginAdded(ledger, position, d('100'), listed, sides('59994.00', '60006.00'))
    expect(added?.changed.liqPrice).toBe('56005.70')
    expect(added?.ledger.available).toBe('99296.9397')
    expect(paperLedgerAfterMarginAdded(ledger, position, d('100000'), listed, sides('59994.00', '60006.00'))).toBeUndefined()
    const first = paperLedgerAfterPartialClose(ledger, position, d('0.03'), listed, sides('60993.90', '61006.10'), 2_000)
    expect(first.closed).toMatchObject({ quantity: '0.03', partOf: position.id, margin: '180.01800000' })
    const [rest] = first.ledger.running
    expect(rest).toMatchObject({ id: position.id, quantity: '0.07', margin: '420.042', openFee: '2.10021' })
    const last = paperLedgerAfterClose(first.ledger, rest as Position, listed, sides('60993.90', '61006.10'), 3_000)
    expect(last.ledger.available).toBe('100092.740005')
  })
})
