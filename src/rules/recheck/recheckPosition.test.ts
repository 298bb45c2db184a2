import { describe, expect, it } from 'vitest'
import type { SettlementReceipt } from '#contract/calls/settlement.ts'
import type { Position } from '#contract/calls/trading.ts'
import { asDecimal as d } from '#contract/decimal.ts'
import { receiptWithPositionValues } from './recheckPosition.ts'
import { recheckReceipt, unprovedReceiptFigures } from './recheckReceipt.ts'

/** Level 6 pays 0.035 % where the market lists 0.05 %, and 2 bps were its spread at the opening (docs/rules/contracts.md, C1). */
const terms = { direction: '1', lever: '10', contractSize: '1', feeRate: '0.00035', spreadBps: '2', tick: '0.01', quote: 'USDT' }
const receipt = {
  formula: 'contract',
  state: 'done',
  inputs: Object.entries({
    ...terms,
    funding: '0',
    addedMargin: '0',
    quantity: '0.1',
    orderQuantity: '0.1',
    margin: '600.06',
    openFee: '2.10021',
  }).map(([name, value]) => ({ name, value, source: 'order' })),
  priceRecords: [
    { use: 'open', symbol: 'BTCUSDT', sec: 1, price: '60000.0000000000' },
    { use: 'close', symbol: 'BTCUSDT', sec: 9, price: '61000.0000000000' },
  ],
  figures: Object.entries({
    openPrice: '60006.00',
    orderMargin: '600.06',
    orderOpenFee: '2.10021',
    closePrice: '60993.90',
    profit: '98.79',
    closeFee: '2.1347865',
    returned: '696.7152135',
    net: '94.5550035',
  }).map(([name, value]) => ({ name, value, unit: 'USDT' })),
} as unknown as SettlementReceipt
const position = {
  symbol: 'BTCUSDT',
  direction: 1,
  lever: 10,
  quantity: d('0.1'),
  openPrice: d('60006.00'),
  margin: d('600.06'),
  addedMargin: d('0'),
  funding: d('0'),
  openFee: d('2.10021'),
  feeRate: d('0.00035'),
  closePrice: d('60993.90'),
  profit: d('98.79'),
  closeFee: d('2.1347865'),
  returned: d('696.7152135'),
  openSec: 1,
  closeSec: 9,
} as Position

const wrong = (receipt: SettlementReceipt) => {
  const steps = recheckReceipt(receipt) ?? []
  return [...steps.flatMap(({ name, isSame }) => (isSame ? [] : [name])), ...unprovedReceiptFigures(receipt, steps)]
}

describe('a closed position, computed again by its receipt (docs/rules/{contracts,prices}.md)', () => {
  it('is the same at the rate of its own opening', () => {
    expect(wrong(receipt)).toEqual([])
    expect(wrong(receiptWithPositionValues(receipt, position))).toEqual([])
  })

  it.each(['openPrice', 'closePrice', 'profit', 'closeFee', 'returned'] as const)(
    'one unit in the last digit of its %s is noticed',
    (name) => {
      const forged = { ...position, [name]: d(String(position[name]).replace(/\d$/, (digit) => `${(Number(digit) + 1) % 10}`)) }
      expect(wrong(receiptWithPositionValues(receipt, forged))).toContain(name)
    },
  )

  it.each(['margin', 'addedMargin', 'openFee', 'funding'] as const)('so is one unit in its %s, also of a part of an order', (name) => {
    const part = { ...receipt, inputs: receipt.inputs.map((one) => (one.name === 'orderQuantity' ? { ...one, value: '0.3' } : one)) }
    const inPart = { ...part, figures: part.figures.filter((figure) => !figure.name.startsWith('order')) }
    expect(wrong(receiptWithPositionValues(inPart, position))).toEqual([])
    const forged = { ...position, [name]: d((Number(position[name]) + 0.00000001).toFixed(8)) }
    for (const of of [receipt, inPart]) expect(wrong(receiptWithPositionValues(of, forged))).toContain('net')
  })

  it('its own margin and fee are those of the whole order', () => {
    expect(wrong(receiptWithPositionValues(receipt, { ...position, margin: d('600.07') }))).toContain('orderMargin')
    expect(wrong(receiptWithPositionValues(receipt, { ...position, openFee: d('2.10022') }))).toContain('orderOpenFee')
    const part = { ...receipt, inputs: receipt.inputs.map((one) => (one.name === 'orderQuantity' ? { ...one, value: '0.3' } : one)) }
    expect(receiptWithPositionValues(part, position).figures.find(({ name }) => name === 'orderMargin')?.value).toBe('600.06')
  })

  it('another rate, size or direction than the receipt has is noticed', () => {
    for (const other of [{ feeRate: d('0.0005') }, { quantity: d('0.2') }, { direction: 2 }])
      expect(wrong(receiptWithPositionValues(receipt, { ...position, ...other }))).not.toEqual([])
  })

  it('is looked at in its own seconds and market', () => {
    const { priceRecords } = receiptWithPositionValues(receipt, { ...position, symbol: 'ETHUSDT', openSec: 2, closeSec: 8 })
    expect(priceRecords.map(({ symbol, sec }) => `${symbol} ${sec}`)).toEqual(['ETHUSDT 2', 'ETHUSDT 8'])
  })

  it('a receipt of a position that ran proves no close', () => {
    const running = { ...receipt, state: 'running' as const, figures: receipt.figures.slice(0, 3) }
    expect(wrong(receiptWithPositionValues(running, position))).toEqual(expect.arrayContaining(['closePrice', 'returned', 'net']))
  })
})
