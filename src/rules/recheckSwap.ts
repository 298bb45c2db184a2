import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { compare } from './decimal.ts'
import { type Computed, needed, type Reader } from './recheckReader.ts'
import { swapCurrency, swapHalf, type SwapSide, swapTerms } from './swap.ts'

/** A flash exchange again: its rate from the records of both coins, then both amounts and the cost (product §2.8). */
export function swapSteps(receipt: Reader): Computed[] {
  const [from, to] = [sideOf(receipt, 'from'), sideOf(receipt, 'to')]
  const isByWish = receipt.text('asked') === 'to'
  const terms = swapTerms(from, to, isByWish ? { toAmount: receipt.decimal('toAmount') } : { fromAmount: receipt.decimal('fromAmount') })
  const isBuying = from.currency === swapCurrency
  const bought = to.currency === swapCurrency ? to.mid : `${to.mid} × (1 + ${swapHalf(to.currency)})`
  const sold = `${from.mid} × (1 − ${swapHalf(from.currency)})`
  const rate = isBuying ? bought : to.currency === swapCurrency ? sold : `${sold} ÷ (${bought})`
  const given: Computed = {
    name: 'fromAmount',
    text: isByWish ? wish(isBuying, terms) : terms.fromAmount,
    unit: from.currency,
    value: terms.fromAmount,
  }
  const got: Computed = {
    name: 'toAmount',
    text: isByWish ? terms.toAmount : gain(isBuying, terms),
    unit: to.currency,
    value: terms.toAmount,
  }
  return [
    {
      name: 'mid',
      text: isBuying ? to.mid : to.currency === swapCurrency ? from.mid : `${from.mid} ÷ ${to.mid}`,
      unit: terms.counter,
      value: terms.mid,
    },
    { name: 'rate', text: rate, unit: terms.counter, value: terms.rate },
    ...(isByWish ? [got, given] : [given, got]),
    {
      name: 'costUsdt',
      text: `${terms.fromAmount} × ${from.mid} − ${terms.toAmount} × ${to.mid}`,
      unit: swapCurrency,
      value: terms.costUsdt,
    },
  ]
}

type Amounts = Pick<ReturnType<typeof swapTerms>, 'fromAmount' | 'toAmount' | 'rate'>
const gain = (isBuying: boolean, { fromAmount, rate }: Amounts): string => `${fromAmount} ${isBuying ? '÷' : '×'} ${rate}`
const wish = (isBuying: boolean, { toAmount, rate }: Amounts): string => `${toAmount} ${isBuying ? '×' : '÷'} ${rate}`

function sideOf(receipt: Reader, which: 'from' | 'to'): SwapSide {
  const currency = receipt.text(`${which}Currency`)
  return { currency, mid: currency === swapCurrency ? asDecimal('1') : needed(receipt.price(which)) }
}

/** Which of the two amounts was asked for, told from what was booked. */
export function swapAsked(from: SwapSide, to: SwapSide, booked: { fromAmount: Decimal; toAmount: Decimal }): 'from' | 'to' {
  const terms = swapTerms(from, to, { fromAmount: booked.fromAmount })
  return compare(terms.toAmount, booked.toAmount) === 0 ? 'from' : 'to'
}
