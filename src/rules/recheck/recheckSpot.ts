import type { Decimal } from '#contract/decimal.ts'
import { direction } from '#contract/states.ts'
import { compareDecimals } from '../decimal.ts'
import { marketQuoteFromMid } from '../quote.ts'
import { type ReceiptComputationStep, requireReceiptPrice, type ReceiptReader } from './recheckReader.ts'
import { type SpotFill, defaultSpotFeeRate, spotFill } from '../spot.ts'

/** A spot order again: bid or ask of its record, what changed hands, the fee (docs/rules/{prices,spot}.md). */
export function computeSpotReceiptSteps(receipt: ReceiptReader): ReceiptComputationStep[] {
  if (receipt.state === 'cancelled' && receipt.has('reserved')) return [reservedStep(receipt)]
  if (receipt.state !== 'done') return []
  const side = Number(receipt.text('direction'))
  const isBuy = side === direction.long
  const [mid, spreadBps, tick] = [requireReceiptPrice(receipt.price('price')), receipt.decimal('spreadBps'), receipt.decimal('tick')]
  const quote = marketQuoteFromMid(mid, spreadBps, tick)
  const price = isBuy ? quote.ask : quote.bid
  const [base, rate] = [receipt.text('base'), receipt.has('feeRate') ? receipt.decimal('feeRate') : defaultSpotFeeRate]
  const fill = spotFillOf(receipt, side, price, rate)
  const isRequestedByMoney = receipt.text('asked') === 'money'
  const usdt = 'USDT'
  const coinStep = {
    name: 'quantity',
    text: isRequestedByMoney ? `${fill.notional} ÷ ${price}` : receipt.text('quantity'),
    unit: base,
    value: fill.quantity,
  }
  const notional = {
    name: 'notional',
    text: isBuy && isRequestedByMoney ? `${fill.give} − ${fill.fee}` : `${fill.quantity} × ${price}`,
    unit: usdt,
    value: fill.notional,
  }
  const fee = { name: 'fee', text: `${isBuy && isRequestedByMoney ? fill.give : fill.notional} × ${rate}`, unit: usdt, value: fill.fee }
  const parts = isBuy && isRequestedByMoney ? [fee, notional, coinStep] : [coinStep, notional, fee]
  return [
    { name: 'price', text: quoteFormulaText(mid, spreadBps, tick, isBuy), unit: usdt, value: price },
    ...parts,
    { name: 'give', text: isBuy ? `${fill.notional} + ${fill.fee}` : fill.quantity, unit: isBuy ? usdt : base, value: fill.give },
    { name: 'get', text: isBuy ? fill.quantity : `${fill.notional} − ${fill.fee}`, unit: isBuy ? base : usdt, value: fill.get },
  ]
}

/** What was set aside for an order that was cancelled came back whole. */
function reservedStep(receipt: ReceiptReader): ReceiptComputationStep {
  const unit = Number(receipt.text('direction')) === direction.long ? 'USDT' : receipt.text('base')
  const reserved = receipt.decimal('reserved')
  return { name: 'returned', text: reserved, unit, value: reserved }
}

/** Bid or ask as a formula: the arrow says to which side it is rounded on the tick. */
export const quoteFormulaText = (mid: Decimal, spreadBps: Decimal, tick: Decimal, isAsk: boolean): string =>
  `${mid} × (1 ${isAsk ? '+' : '−'} ${spreadBps} ÷ 20000) ${isAsk ? '↑' : '↓'} ${tick}`

function spotFillOf(receipt: ReceiptReader, side: number, price: Decimal, feeRate: Decimal): SpotFill {
  if (receipt.text('asked') === 'quantity') return spotFill(side, { quantity: receipt.decimal('quantity') }, price, feeRate)
  return spotFill(side, { money: receipt.decimal('money') }, price, feeRate)
}

/** Whether an order was placed by money or by quantity, told from what was booked: only one of the two gives these digits. */
export function requestedSpotSizeKind(order: {
  direction: number
  price: Decimal
  quantity: Decimal
  give: Decimal
  fee: Decimal
  fee_rate: Decimal
}): 'money' | 'quantity' {
  if (order.direction !== direction.long) return 'quantity'
  const fill = spotFill(order.direction, { money: order.give }, order.price, order.fee_rate)
  return compareDecimals(fill.quantity, order.quantity) === 0 && compareDecimals(fill.fee, order.fee) === 0 ? 'money' : 'quantity'
}
