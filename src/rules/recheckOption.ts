import type { Decimal } from '#contract/decimal.ts'
import { wireDay } from '#contract/time.ts'
import { add, isZero, larger, multiply, q8, subtract, zero } from './decimal.ts'
import { ivAt, type OptionKind, optionCost, payoffAt, valueAt } from './option.ts'
import { type Computed, leafNumber, needed, type Reader } from './recheckReader.ts'

const usdt = 'USDT'

/** An option again: its ask by the published volatility, premium and fee, then its payoff, its bid, or everything back (product §2.5). */
export function optionSteps(receipt: Reader): Computed[] {
  const cp: OptionKind = receipt.text('cp') === 'P' ? 'P' : 'C'
  const [strike, quantity] = [receipt.decimal('strike'), receipt.decimal('quantity')]
  const mid = needed(receipt.price('open'))
  const opened = valueOf(receipt, 'open', cp, strike, mid)
  const discount = receipt.has('feeDiscount') ? receipt.decimal('feeDiscount') : zero
  const cost = optionCost({ cp, strike }, { quantity, ask: opened.ask, mid }, discount)
  const fullFee = `min(${quantity} × ${mid} × 0.0003, ${cost.premium} × 0.125)`
  const opening: Computed[] = [
    { name: 'iv', text: opened.ivText, unit: '', value: opened.iv },
    { name: 'openPrice', text: `${opened.text} × 1.03 ↑ 0.01`, unit: usdt, value: opened.ask },
    { name: 'premium', text: `${quantity} × ${opened.ask}`, unit: usdt, value: cost.premium },
    { name: 'fee', text: isZero(discount) ? fullFee : `${fullFee} × (1 − ${discount})`, unit: usdt, value: cost.fee },
  ]
  if (receipt.state !== 'done') return opening
  const paid = add(cost.premium, cost.fee)
  const ended = receipt.has('closedSec') ? soldSteps(receipt, cp, strike, quantity) : expirySteps(receipt, cp, strike, quantity, paid)
  const returned = ended.find(({ name }) => name === 'returned')?.value ?? zero
  const net: Computed = {
    name: 'net',
    text: `${returned} − ${cost.premium} − ${cost.fee}`,
    unit: usdt,
    value: q8(subtract(returned, paid)),
  }
  return [...opening, ...ended, net]
}

function valueOf(receipt: Reader, when: 'open' | 'close', cp: OptionKind, strike: Decimal, mid: Decimal) {
  const [iv, skew] = [surfaceOf(receipt, when), surfaceOf(receipt, when, 'skew')]
  const at = ivAt({ iv, skew }, strike, mid)
  const secondsLeft = Math.max(0, Number(receipt.text('expirySec')) - Number(receipt.text(when === 'open' ? 'openedSec' : 'closedSec')))
  return {
    ...valueAt({ cp, strike, secondsLeft }, at, mid),
    ivText: `${iv} + ${skew} × (1 − ${strike} ÷ ${mid}) ÷ 0.05`,
    text: `BS(${mid}, ${strike}, ${secondsLeft} s, ${at})`,
  }
}

/** By the published leaf of the day of its record; before volatilities were leaves, as the receipt says. */
function surfaceOf(receipt: Reader, when: 'open' | 'close', part?: 'skew'): Decimal {
  const name = part === undefined ? `${when}Iv` : `${when}Skew`
  if (receipt.symbol(name) === undefined) return receipt.decimal(name)
  const pricedSec = receipt.records(when)[0]?.sec ?? 0
  return leafNumber(receipt, name, { kind: 'IV', part, isOf: (sec) => wireDay(sec * 1000) === wireDay(pricedSec * 1000) })
}

/** Sold back before its time, at the bid. */
function soldSteps(receipt: Reader, cp: OptionKind, strike: Decimal, quantity: Decimal): Computed[] {
  const mid = needed(receipt.price('close'))
  const { bid, text } = valueOf(receipt, 'close', cp, strike, mid)
  return [
    { name: 'closePrice', text: `${text} × 0.97 ↓ 0.01`, unit: usdt, value: bid },
    { name: 'returned', text: `${quantity} × ${bid}`, unit: usdt, value: q8(multiply(quantity, bid)) },
  ]
}

/** At its expiry: the mean of the record's last half hour, or, with too few of them, everything that was paid. */
function expirySteps(receipt: Reader, cp: OptionKind, strike: Decimal, quantity: Decimal, paid: Decimal): Computed[] {
  const mean = receipt.price('settle')
  if (mean === undefined) return [{ name: 'returned', text: '', unit: usdt, value: q8(paid) }]
  const [above, below] = cp === 'C' ? [mean, strike] : [strike, mean]
  return [
    { name: 'settlePrice', text: '', unit: usdt, value: mean },
    { name: 'closePrice', text: `max(0, ${above} − ${below})`, unit: usdt, value: larger(subtract(above, below), zero) },
    { name: 'returned', text: `${quantity} × max(0, ${above} − ${below})`, unit: usdt, value: payoffAt(cp, strike, quantity, mean) },
  ]
}
