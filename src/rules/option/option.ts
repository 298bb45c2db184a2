import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { serverDayAt } from '#contract/time.ts'
import {
  add,
  compareDecimals,
  divide,
  largerDecimal,
  multiply,
  q8,
  decimalPlacesOfStep,
  smallerDecimal,
  subtract,
  truncate,
  zero,
} from '../decimal.ts'
import { blackScholesD1D2, fixedPointNormalCdf, fixedPointOne, fixedPointSquareRoot } from './optionMath.ts'

// Options are European, cash-settled and only ever bought (docs/rules/options.md). All prices are in USDT for one unit of the underlying.

/** C gains when the price rises above the strike, P when it falls below. */
export type OptionKind = 'C' | 'P'

/** The published volatility of an hour or a day: `iv` at the money, a fraction a year, and `skew`, added for each 5 % that a strike lies below the price. */
export interface ImpliedVolatilitySurface {
  iv: Decimal
  skew: Decimal
  /** The volatility until each expiry, by its UTC+8 day as `20261128`, where that was published; `iv` for any other. */
  byExpiry?: Readonly<Record<string, Decimal>> | undefined
}

/** The name of an expiry in a published surface. */
export const optionExpiryName = (expirySec: number): string => serverDayAt(expirySec * 1000).replaceAll('-', '')

/** The surface that an option of this expiry is priced with. */
export const volatilitySurfaceForExpiry = (
  { iv, skew, byExpiry }: ImpliedVolatilitySurface,
  expirySec: number,
): ImpliedVolatilitySurface => ({
  iv: byExpiry?.[optionExpiryName(expirySec)] ?? iv,
  skew,
})

/** What makes one option what it is. */
export interface OptionTerms {
  cp: OptionKind
  strike: Decimal
  /** Seconds from now to its expiry. */
  secondsLeft: number
}

/** What it is worth now. `fair`, `bid` and `ask` have two decimals, `delta` and `iv` four. */
export interface OptionValue {
  iv: Decimal
  fair: Decimal
  bid: Decimal
  ask: Decimal
  delta: Decimal
}

const yearSeconds = 31_536_000n
const moneynessStep = '0.05'
const minIv = asDecimal('0.05')
const ivDecimals = 4
const priceDecimals = 2

/** The day's surface at a strike: iv + skew × (1 − strike/price)/5 %, at four decimals and never below 5 %. */
export function impliedVolatilityAt({ iv, skew }: ImpliedVolatilitySurface, strike: Decimal, mid: Decimal): Decimal {
  const below = divide(subtract('1', divide(strike, mid)), moneynessStep)
  return largerDecimal(truncate(add(iv, multiply(skew, below)), ivDecimals), minIv)
}

const fixedPointDecimals = 30

/** A decimal as a whole number of 1e-30. */
function toFixedPoint(value: Decimal): bigint {
  const places = decimalPlacesOfStep(value)
  return BigInt(truncate(value, places).replace('.', '')) * 10n ** BigInt(fixedPointDecimals - places)
}

/** Whole units of `places` decimals back to a decimal. */
function decimalFromUnits(units: bigint, places: number): Decimal {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  return asDecimal(`${units < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`)
}

/** One fixed-point number at that many decimals, to the nearest. */
function roundHalfUp(value: bigint, places: number): Decimal {
  const unit = fixedPointOne / 10n ** BigInt(places)
  return decimalFromUnits((value + (value < 0n ? -unit : unit) / 2n) / unit, places)
}

/**
 * Black–Scholes at no interest, time as actual seconds over 365 days (docs/rules/options.md): `fair` truncated at the cent, then
 * ask = fair × 1.03 up to the cent and at least one cent, bid = fair × 0.97 down to the cent. Past its expiry it is worth its payoff.
 */
export function optionValueOf({ cp, strike, secondsLeft }: OptionTerms, iv: Decimal, mid: Decimal): OptionValue {
  const [spot, at] = [toFixedPoint(mid), toFixedPoint(strike)]
  const deviation =
    secondsLeft > 0 ? (toFixedPoint(iv) * fixedPointSquareRoot((BigInt(secondsLeft) * fixedPointOne) / yearSeconds)) / fixedPointOne : 0n
  const { value, delta } = deviation > 0n ? priceUnexpired(cp, spot, at, deviation) : priceAtExpiry(cp, spot, at)
  const truncated = value > 0n ? value / (fixedPointOne / 10n ** BigInt(priceDecimals)) : 0n
  return {
    iv,
    fair: decimalFromUnits(truncated, priceDecimals),
    ask: decimalFromUnits(truncated === 0n ? 1n : (truncated * 103n + 99n) / 100n, priceDecimals),
    bid: decimalFromUnits((truncated * 97n) / 100n, priceDecimals),
    delta: roundHalfUp(delta, 4),
  }
}

function priceUnexpired(cp: OptionKind, spot: bigint, strike: bigint, deviation: bigint): { value: bigint; delta: bigint } {
  const { d1, d2 } = blackScholesD1D2(spot, strike, deviation)
  const up = fixedPointNormalCdf(d1)
  const call = (spot * up - strike * fixedPointNormalCdf(d2)) / fixedPointOne
  return cp === 'C' ? { value: call, delta: up } : { value: call - spot + strike, delta: up - fixedPointOne }
}

function priceAtExpiry(cp: OptionKind, spot: bigint, strike: bigint): { value: bigint; delta: bigint } {
  const gain = cp === 'C' ? spot - strike : strike - spot
  return { value: gain > 0n ? gain : 0n, delta: gain > 0n ? (cp === 'C' ? fixedPointOne : -fixedPointOne) : 0n }
}

/** The fee on options is the smaller of these shares, of the underlying's value and of the premium. */
export const defaultOptionNotionalFeeRate = '0.0003'
export const defaultOptionPremiumFeeRate = '0.125'
export interface OptionFeeRates {
  ofValue: string
  ofPremium: string
}
const releasedFees: OptionFeeRates = { ofValue: defaultOptionNotionalFeeRate, ofPremium: defaultOptionPremiumFeeRate }

/** What buying costs: premium, fee = min(0.03 % of the underlying's value, 12.5 % of the premium) less the person's discount, a fraction, and both together. Eight decimals. */
export interface OptionCost {
  premium: Decimal
  fee: Decimal
  /** Premium and fee: what is paid, and the most that can be lost. */
  debit: Decimal
  /** The settlement price at which nothing is won or lost. */
  breakEven: Decimal
}

export function optionCost(
  { cp, strike }: Pick<OptionTerms, 'cp' | 'strike'>,
  { quantity, ask, mid }: Record<'quantity' | 'ask' | 'mid', Decimal>,
  discount: Decimal = zero,
  { ofValue, ofPremium }: OptionFeeRates = releasedFees,
): OptionCost {
  const premium = q8(multiply(quantity, ask))
  const fee = q8(multiply(smallerDecimal(multiply(quantity, mid, ofValue), multiply(premium, ofPremium)), subtract('1', discount)))
  const debit = add(premium, fee)
  const costPerUnit = divide(debit, quantity)
  return { premium, fee, debit: q8(debit), breakEven: q8(cp === 'C' ? add(strike, costPerUnit) : subtract(strike, costPerUnit)) }
}

/** What one option pays at a settlement price: max(0, P − K)·qty for a call, max(0, K − P)·qty for a put. Eight decimals. */
export function optionPayoffAt(cp: OptionKind, strike: Decimal, quantity: Decimal, settlePrice: Decimal): Decimal {
  const gain = cp === 'C' ? subtract(settlePrice, strike) : subtract(strike, settlePrice)
  return q8(multiply(largerDecimal(gain, zero), quantity))
}

/** The last this many seconds before expiry are averaged, */
export const optionSettlementAverageSeconds = 1800
/** and of these so many must have a record; with fewer the option is void: premium and fee come back. */
const minSettlementRecords = 1700
/** No early close from here on. */
export const optionCloseCutoffSeconds = 60

/** Ten decimals, as the record has them; undefined with too few prices. Prices are whole numbers of 1e-10. */
export function optionSettlementPrice(prices: readonly bigint[]): Decimal | undefined {
  if (prices.length < minSettlementRecords) return undefined
  return decimalFromUnits(prices.reduce((sum, price) => sum + price, 0n) / BigInt(prices.length), 10)
}

/** The most that an option can be worth after a move of `stress` (a fraction) in its favour, paid at once. */
export const stressedOptionPayoff = (cp: OptionKind, strike: Decimal, quantity: Decimal, mid: Decimal, stress: Decimal): Decimal =>
  optionPayoffAt(cp, strike, quantity, multiply(mid, cp === 'C' ? add('1', stress) : subtract('1', stress)))

/** Whether a price on the ticket is worse than the one shown by more than that many hundredths of a percent. */
export const optionPriceExceedsSlippage = (previewPrice: Decimal, now: Decimal, slippageBps: number): boolean =>
  compareDecimals(subtract(now, previewPrice), divide(multiply(previewPrice, String(slippageBps)), '10000')) > 0
