import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { compareDecimals } from '../decimal.ts'
import { type ReceiptComputationStep, requireReceiptPrice, type ReceiptReader } from './recheckReader.ts'
import { swapBridgeCurrency, defaultSwapHalfSpread, type SwapSidePrice, computeSwapFigures } from '../swap.ts'

/** A flash exchange again: its rate from the records of both coins, then both amounts and the cost (docs/rules/swaps.md). */
export function computeSwapReceiptSteps(receipt: ReceiptReader): ReceiptComputationStep[] {
  const [from, to] = [sideOf(receipt, 'from'), sideOf(receipt, 'to')]
  const isRequestedByReceived = receipt.text('asked') === 'to'
  const terms = computeSwapFigures(
    from,
    to,
    isRequestedByReceived ? { toAmount: receipt.decimal('toAmount') } : { fromAmount: receipt.decimal('fromAmount') },
  )
  const isBuying = from.currency === swapBridgeCurrency
  const buyPriceText = to.currency === swapBridgeCurrency ? to.mid : `${to.mid} × (1 + ${to.half})`
  const sellPriceText = `${from.mid} × (1 − ${from.half})`
  const rate = isBuying ? buyPriceText : to.currency === swapBridgeCurrency ? sellPriceText : `${sellPriceText} ÷ (${buyPriceText})`
  const paidStep: ReceiptComputationStep = {
    name: 'fromAmount',
    text: isRequestedByReceived ? paidFormula(isBuying, terms) : terms.fromAmount,
    unit: from.currency,
    value: terms.fromAmount,
  }
  const receivedStep: ReceiptComputationStep = {
    name: 'toAmount',
    text: isRequestedByReceived ? terms.toAmount : receivedFormula(isBuying, terms),
    unit: to.currency,
    value: terms.toAmount,
  }
  return [
    {
      name: 'mid',
      text: isBuying ? to.mid : to.currency === swapBridgeCurrency ? from.mid : `${from.mid} ÷ ${to.mid}`,
      unit: terms.counter,
      value: terms.mid,
    },
    { name: 'rate', text: rate, unit: terms.counter, value: terms.rate },
    ...(isRequestedByReceived ? [receivedStep, paidStep] : [paidStep, receivedStep]),
    {
      name: 'costUsdt',
      text: `${terms.fromAmount} × ${from.mid} − ${terms.toAmount} × ${to.mid}`,
      unit: swapBridgeCurrency,
      value: terms.costUsdt,
    },
  ]
}

type SwapAmounts = Pick<ReturnType<typeof computeSwapFigures>, 'fromAmount' | 'toAmount' | 'rate'>
const receivedFormula = (isBuying: boolean, { fromAmount, rate }: SwapAmounts): string => `${fromAmount} ${isBuying ? '÷' : '×'} ${rate}`
const paidFormula = (isBuying: boolean, { toAmount, rate }: SwapAmounts): string => `${toAmount} ${isBuying ? '×' : '÷'} ${rate}`

function sideOf(receipt: ReceiptReader, side: 'from' | 'to'): SwapSidePrice & { half: Decimal } {
  const [currency, name] = [receipt.text(`${side}Currency`), `${side}HalfSpread`]
  const halfSpread = receipt.has(name) ? receipt.decimal(name) : defaultSwapHalfSpread(currency)
  return { currency, half: halfSpread, mid: currency === swapBridgeCurrency ? asDecimal('1') : requireReceiptPrice(receipt.price(side)) }
}

/** Which of the two amounts was asked for, told from what was booked. */
export function requestedSwapSide(from: SwapSidePrice, to: SwapSidePrice, swap: { fromAmount: Decimal; toAmount: Decimal }): 'from' | 'to' {
  const terms = computeSwapFigures(from, to, { fromAmount: swap.fromAmount })
  return compareDecimals(terms.toAmount, swap.toAmount) === 0 ? 'from' : 'to'
}
