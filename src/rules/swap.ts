import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { add, compareDecimals, divide, isPositive, multiply, q8, roundDecimalAwayFromZero, subtract, truncate } from './decimal.ts'

/** What everything is exchanged through. */
export const swapBridgeCurrency = 'USDT'
/** USDT value at mid. Below it is not worth a posting, above it asks for a quote by hand (docs/rules/swaps.md). */
export const swapMinUsdt = asDecimal('1')
export const swapMaxUsdt = asDecimal('50000')

const narrow = new Set(['BTC', 'ETH', 'USDT', 'USDC'])

/** Half of the spread as a fraction: what an exchange with USDT costs of the mid price (docs/rules/swaps.md). */
export const defaultSwapHalfSpread = (coin: string): Decimal => asDecimal(narrow.has(coin) ? '0.001' : '0.002')

/** A crypto market against USDT is a way between its coin and USDT. */
export const isSwapMarket = (market: { category: string; quote: string }): boolean =>
  market.category === 'crypto' && market.quote === swapBridgeCurrency

/** One side of an exchange: its currency and the mid of one unit in USDT; '1' for USDT itself. */
export interface SwapSidePrice {
  currency: string
  mid: Decimal
  /** Half of its spread; the release's own where it is left out. */
  half?: Decimal
}

export interface SwapFigures {
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
const sellPrice = ({ currency, mid, half = defaultSwapHalfSpread(currency) }: SwapSidePrice): Decimal =>
  currency === swapBridgeCurrency ? mid : multiply(mid, subtract('1', half))
const buyPrice = ({ currency, mid, half = defaultSwapHalfSpread(currency) }: SwapSidePrice): Decimal =>
  currency === swapBridgeCurrency ? mid : multiply(mid, add('1', half))

/** Rates have at most 18 digits after the point; those with USDT are exact. */
const asRate = (value: Decimal): Decimal => add(truncate(value, 18), '0')

/**
 * An exchange in full from what is given or from what is wanted (docs/rules/swaps.md, F1, F2). What one gets is truncated at eight decimals;
 * what one gives for an amount that was asked for is rounded up there, so that the amount is exactly what comes.
 */
export function computeSwapFigures(
  from: SwapSidePrice,
  to: SwapSidePrice,
  asked: { fromAmount: Decimal } | { toAmount: Decimal },
): SwapFigures {
  const [sell, buy] = [sellPrice(from), buyPrice(to)]
  const fromAmount = 'fromAmount' in asked ? q8(asked.fromAmount) : roundDecimalAwayFromZero(divide(multiply(asked.toAmount, buy), sell), 8)
  const toAmount = 'toAmount' in asked ? q8(asked.toAmount) : q8(divide(multiply(fromAmount, sell), buy))
  const valueUsdt = multiply(fromAmount, from.mid)
  const isBuying = from.currency === swapBridgeCurrency
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
    costUsdt: roundDecimalAwayFromZero(subtract(valueUsdt, multiply(toAmount, to.mid)), 8),
    valueUsdt,
  }
}

/** Why this amount is not exchanged here; undefined when it is. */
export function swapAmountError(terms: SwapFigures): 'belowMin' | 'aboveMax' | undefined {
  if (compareDecimals(terms.valueUsdt, swapMaxUsdt) > 0) return 'aboveMax'
  const isTooLittle = compareDecimals(terms.valueUsdt, swapMinUsdt) < 0 || !isPositive(terms.toAmount) || !isPositive(terms.fromAmount)
  return isTooLittle ? 'belowMin' : undefined
}
