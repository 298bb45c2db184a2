import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { add, compare, divide, isPositive, multiply, q8, roundAway, subtract, truncate } from './decimal.ts'

/** What everything is exchanged through. */
export const swapCurrency = 'USDT'
/** USDT value at mid. Below it is not worth a posting, above it asks for a quote by hand (product §2.8). */
export const swapMinUsdt = asDecimal('1')
export const swapMaxUsdt = asDecimal('50000')

const narrow = new Set(['BTC', 'ETH', 'USDT', 'USDC'])

/** Half of the spread as a fraction: what an exchange with USDT costs of the mid price (product §2.8). */
export const swapHalf = (coin: string): Decimal => asDecimal(narrow.has(coin) ? '0.001' : '0.002')

/** A crypto market against USDT is a way between its coin and USDT. */
export const isSwapMarket = (listed: { category: string; quote: string }): boolean =>
  listed.category === 'crypto' && listed.quote === swapCurrency

/** One side of an exchange: its currency and the mid of one unit in USDT; '1' for USDT itself. */
export interface SwapSide {
  currency: string
  mid: Decimal
}

export interface SwapTerms {
  /** 1 `base` = `rate` `counter`, and at the middle of the market = `mid`. With USDT on one side: USDT for one coin. */
  base: string
  counter: string
  rate: Decimal
  /** One `counter` in `base`. */
  inverseRate: Decimal
  mid: Decimal
  /** How far the rate is from the mid, a fraction. */
  spreadRate: Decimal
  fromAmount: Decimal
  toAmount: Decimal
  /** What the exchange costs against the mid, in USDT. */
  costUsdt: Decimal
  /** What is given, at mid, in USDT. */
  valueUsdt: Decimal
}

/** What one unit brings in USDT when sold, and what it costs when bought: mid less or plus half the spread. USDT is always 1. */
const sellPrice = ({ currency, mid }: SwapSide): Decimal =>
  currency === swapCurrency ? mid : multiply(mid, subtract('1', swapHalf(currency)))
const buyPrice = ({ currency, mid }: SwapSide): Decimal => (currency === swapCurrency ? mid : multiply(mid, add('1', swapHalf(currency))))

/** Rates have at most 18 digits after the point; those with USDT are exact. */
const asRate = (value: Decimal): Decimal => add(truncate(value, 18), '0')

/**
 * An exchange in full from what is given or from what is wanted (product §2.8, F1, F2). What one gets is truncated at eight decimals;
 * what one gives for an amount that was asked for is rounded up there, so that the amount is exactly what comes.
 */
export function swapTerms(from: SwapSide, to: SwapSide, asked: { fromAmount: Decimal } | { toAmount: Decimal }): SwapTerms {
  const [sell, buy] = [sellPrice(from), buyPrice(to)]
  const fromAmount = 'fromAmount' in asked ? q8(asked.fromAmount) : roundAway(divide(multiply(asked.toAmount, buy), sell), 8)
  const toAmount = 'toAmount' in asked ? q8(asked.toAmount) : q8(divide(multiply(fromAmount, sell), buy))
  const valueUsdt = multiply(fromAmount, from.mid)
  const isBuying = from.currency === swapCurrency
  const [base, counter] = isBuying ? [to, from] : [from, to]
  const rate = isBuying ? buy : divide(sell, buy)
  const mid = isBuying ? to.mid : divide(from.mid, to.mid)
  const away = isBuying ? subtract(rate, mid) : subtract(mid, rate)
  return {
    base: base.currency,
    counter: counter.currency,
    rate: asRate(rate),
    inverseRate: asRate(divide('1', rate)),
    mid: asRate(mid),
    spreadRate: truncate(divide(away, mid), 8),
    fromAmount,
    toAmount,
    costUsdt: roundAway(subtract(valueUsdt, multiply(toAmount, to.mid)), 8),
    valueUsdt,
  }
}

/** Why this amount is not exchanged here; undefined when it is. */
export function swapAmountFlaw(terms: SwapTerms): 'belowMin' | 'aboveMax' | undefined {
  if (compare(terms.valueUsdt, swapMaxUsdt) > 0) return 'aboveMax'
  const isTooLittle = compare(terms.valueUsdt, swapMinUsdt) < 0 || !isPositive(terms.toAmount) || !isPositive(terms.fromAmount)
  return isTooLittle ? 'belowMin' : undefined
}
