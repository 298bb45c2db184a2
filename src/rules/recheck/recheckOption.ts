import type { Decimal } from '#contract/decimal.ts'
import { serverDayAt } from '#contract/time.ts'
import { add, isZero, largerDecimal, multiply, q8, subtract, zero } from '../decimal.ts'
import {
  optionExpiryName,
  defaultOptionPremiumFeeRate,
  defaultOptionNotionalFeeRate,
  impliedVolatilityAt,
  type OptionKind,
  optionCost,
  optionPayoffAt,
  optionValueOf,
} from '../option/option.ts'
import { type ReceiptComputationStep, requireReceiptLeafNumber, requireReceiptPrice, type ReceiptReader } from './recheckReader.ts'

const usdt = 'USDT'

/** An option again: its ask by the published volatility, premium and fee, then its payoff, its bid, or everything back (docs/rules/options.md). */
export function computeOptionReceiptSteps(receipt: ReceiptReader): ReceiptComputationStep[] {
  const cp: OptionKind = receipt.text('cp') === 'P' ? 'P' : 'C'
  const [strike, quantity] = [receipt.decimal('strike'), receipt.decimal('quantity')]
  const mid = requireReceiptPrice(receipt.price('open'))
  const openingValue = valueOf(receipt, 'open', cp, strike, mid)
  const discount = receipt.has('feeDiscount') ? receipt.decimal('feeDiscount') : zero
  const [ofValue, ofPremium] = [
    rate(receipt, 'feeOfValue', defaultOptionNotionalFeeRate),
    rate(receipt, 'feeOfPremium', defaultOptionPremiumFeeRate),
  ]
  const cost = optionCost({ cp, strike }, { quantity, ask: openingValue.ask, mid }, discount, { ofValue, ofPremium })
  const fullFee = `min(${quantity} × ${mid} × ${ofValue}, ${cost.premium} × ${ofPremium})`
  const opening: ReceiptComputationStep[] = [
    { name: 'iv', text: openingValue.ivText, unit: '', value: openingValue.iv },
    { name: 'openPrice', text: `${openingValue.text} × 1.03 ↑ 0.01`, unit: usdt, value: openingValue.ask },
    { name: 'premium', text: `${quantity} × ${openingValue.ask}`, unit: usdt, value: cost.premium },
    { name: 'fee', text: isZero(discount) ? fullFee : `${fullFee} × (1 − ${discount})`, unit: usdt, value: cost.fee },
  ]
  if (receipt.state !== 'done') return opening
  const totalPaid = add(cost.premium, cost.fee)
  const endSteps = receipt.has('closedSec')
    ? closingSteps(receipt, cp, strike, quantity)
    : expirySteps(receipt, cp, strike, quantity, totalPaid)
  const returned = endSteps.find(({ name }) => name === 'returned')?.value ?? zero
  const net: ReceiptComputationStep = {
    name: 'net',
    text: `${returned} − ${cost.premium} − ${cost.fee}`,
    unit: usdt,
    value: q8(subtract(returned, totalPaid)),
  }
  return [...opening, ...endSteps, net]
}

/** Before a receipt told it, it was always the same. */
const rate = (receipt: ReceiptReader, name: string, defaultRate: string): string =>
  receipt.has(name) ? receipt.decimal(name) : defaultRate

function valueOf(receipt: ReceiptReader, moment: 'open' | 'close', cp: OptionKind, strike: Decimal, mid: Decimal) {
  const [iv, skew] = [surfaceOf(receipt, moment), surfaceOf(receipt, moment, 'skew')]
  const at = impliedVolatilityAt({ iv, skew }, strike, mid)
  const secondsLeft = Math.max(0, Number(receipt.text('expirySec')) - Number(receipt.text(moment === 'open' ? 'openedSec' : 'closedSec')))
  return {
    ...optionValueOf({ cp, strike, secondsLeft }, at, mid),
    ivText: `${iv} + ${skew} × (1 − ${strike} ÷ ${mid}) ÷ 0.05`,
    text: `BS(${mid}, ${strike}, ${secondsLeft} s, ${at})`,
  }
}

/** By the published leaf of the day of its record; before volatilities were leaves, as the receipt says. */
function surfaceOf(receipt: ReceiptReader, moment: 'open' | 'close', part?: 'skew'): Decimal {
  const name = part === undefined ? `${moment}Iv` : `${moment}Skew`
  if (receipt.symbol(name) === undefined) return receipt.decimal(name)
  const pricedSec = receipt.records(moment)[0]?.sec ?? 0
  // Where volatilities were published until each expiry, it is the one until this.
  const expiryName = part ?? (receipt.part(name) === undefined ? undefined : optionExpiryName(Number(receipt.text('expirySec'))))
  return requireReceiptLeafNumber(receipt, name, {
    kind: 'IV',
    part: expiryName,
    isOf: (sec) => serverDayAt(sec * 1000) === serverDayAt(pricedSec * 1000),
  })
}

/** Sold back before its time, at the bid. */
function closingSteps(receipt: ReceiptReader, cp: OptionKind, strike: Decimal, quantity: Decimal): ReceiptComputationStep[] {
  const mid = requireReceiptPrice(receipt.price('close'))
  const { bid, text } = valueOf(receipt, 'close', cp, strike, mid)
  return [
    { name: 'closePrice', text: `${text} × 0.97 ↓ 0.01`, unit: usdt, value: bid },
    { name: 'returned', text: `${quantity} × ${bid}`, unit: usdt, value: q8(multiply(quantity, bid)) },
  ]
}

/** At its expiry: the mean of the record's last half hour, or, with too few of them, everything that was paid. */
function expirySteps(
  receipt: ReceiptReader,
  cp: OptionKind,
  strike: Decimal,
  quantity: Decimal,
  totalPaid: Decimal,
): ReceiptComputationStep[] {
  const settlementPrice = receipt.price('settle')
  if (settlementPrice === undefined) return [{ name: 'returned', text: '', unit: usdt, value: q8(totalPaid) }]
  const [minuend, subtrahend] = cp === 'C' ? [settlementPrice, strike] : [strike, settlementPrice]
  return [
    { name: 'settlePrice', text: '', unit: usdt, value: settlementPrice },
    {
      name: 'closePrice',
      text: `max(0, ${minuend} − ${subtrahend})`,
      unit: usdt,
      value: largerDecimal(subtract(minuend, subtrahend), zero),
    },
    {
      name: 'returned',
      text: `${quantity} × max(0, ${minuend} − ${subtrahend})`,
      unit: usdt,
      value: optionPayoffAt(cp, strike, quantity, settlementPrice),
    },
  ]
}
