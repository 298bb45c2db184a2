import type { Decimal } from '#contract/decimal.ts'
import { direction } from '#contract/states.ts'
import { compare } from './decimal.ts'
import { quoteOf } from './quote.ts'
import { type Computed, needed, type Reader } from './recheckReader.ts'
import { type SpotFill, spotFeeRate, spotFill } from './spot.ts'

/** A spot order again: bid or ask of its record, what changed hands, the fee (product §2.2, §2.3). */
export function spotSteps(receipt: Reader): Computed[] {
  if (receipt.state !== 'done') return []
  const side = Number(receipt.text('direction'))
  const isBuy = side === direction.long
  const [mid, spreadBps, tick] = [needed(receipt.price('price')), receipt.decimal('spreadBps'), receipt.decimal('tick')]
  const quote = quoteOf(mid, spreadBps, tick)
  const price = isBuy ? quote.ask : quote.bid
  const [base, rate] = [receipt.text('base'), receipt.has('feeRate') ? receipt.decimal('feeRate') : spotFeeRate]
  const fill = fillOf(receipt, side, price, rate)
  const isByMoney = receipt.text('asked') === 'money'
  const usdt = 'USDT'
  const coins = {
    name: 'quantity',
    text: isByMoney ? `${fill.notional} ÷ ${price}` : receipt.text('quantity'),
    unit: base,
    value: fill.quantity,
  }
  const notional = {
    name: 'notional',
    text: isBuy && isByMoney ? `${fill.give} − ${fill.fee}` : `${fill.quantity} × ${price}`,
    unit: usdt,
    value: fill.notional,
  }
  const fee = { name: 'fee', text: `${isBuy && isByMoney ? fill.give : fill.notional} × ${rate}`, unit: usdt, value: fill.fee }
  const parts = isBuy && isByMoney ? [fee, notional, coins] : [coins, notional, fee]
  return [
    { name: 'price', text: sideText(mid, spreadBps, tick, isBuy), unit: usdt, value: price },
    ...parts,
    { name: 'give', text: isBuy ? `${fill.notional} + ${fill.fee}` : fill.quantity, unit: isBuy ? usdt : base, value: fill.give },
    { name: 'get', text: isBuy ? fill.quantity : `${fill.notional} − ${fill.fee}`, unit: isBuy ? base : usdt, value: fill.get },
  ]
}

/** Bid or ask as a formula: the arrow says to which side it is rounded on the tick. */
export const sideText = (mid: Decimal, spreadBps: Decimal, tick: Decimal, isAsk: boolean): string =>
  `${mid} × (1 ${isAsk ? '+' : '−'} ${spreadBps} ÷ 20000) ${isAsk ? '↑' : '↓'} ${tick}`

function fillOf(receipt: Reader, side: number, price: Decimal, feeRate: Decimal): SpotFill {
  if (receipt.text('asked') === 'quantity') return spotFill(side, { quantity: receipt.decimal('quantity') }, price, feeRate)
  return spotFill(side, { money: receipt.decimal('money') }, price, feeRate)
}

/** Whether an order was placed by money or by quantity, told from what was booked: only one of the two gives these digits. */
export function spotAsked(booked: {
  direction: number
  price: Decimal
  quantity: Decimal
  give: Decimal
  fee: Decimal
  fee_rate: Decimal
}): 'money' | 'quantity' {
  if (booked.direction !== direction.long) return 'quantity'
  const fill = spotFill(booked.direction, { money: booked.give }, booked.price, booked.fee_rate)
  return compare(fill.quantity, booked.quantity) === 0 && compare(fill.fee, booked.fee) === 0 ? 'money' : 'quantity'
}
