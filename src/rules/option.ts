import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { add, compare, divide, larger, multiply, q8, scaleOf, smaller, subtract, truncate, zero } from './decimal.ts'
import { distances, normal, one, squareRoot } from './optionMath.ts'

// Options are European, cash-settled and only ever bought (product §2.5). All prices are in USDT for one unit of the underlying.

/** C gains when the price rises above the strike, P when it falls below. */
export type OptionKind = 'C' | 'P'

/** The published volatility of one day: `iv` at the money, a fraction a year, and `skew`, added for each 5 % that a strike lies below the price. */
export interface IvSurface {
  iv: Decimal
  skew: Decimal
}

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
const leastIv = asDecimal('0.05')
const ivPlaces = 4
const pricePlaces = 2

/** The day's surface at a strike: iv + skew × (1 − strike/price)/5 %, at four decimals and never below 5 %. */
export function ivAt({ iv, skew }: IvSurface, strike: Decimal, mid: Decimal): Decimal {
  const below = divide(subtract('1', divide(strike, mid)), moneynessStep)
  return larger(truncate(add(iv, multiply(skew, below)), ivPlaces), leastIv)
}

const fixedPlaces = 30

/** A decimal as a whole number of 1e-30. */
function toFixedPoint(value: Decimal): bigint {
  const places = scaleOf(value)
  return BigInt(truncate(value, places).replace('.', '')) * 10n ** BigInt(fixedPlaces - places)
}

/** Whole units of `places` decimals back to a decimal. */
function fromUnits(units: bigint, places: number): Decimal {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  return asDecimal(`${units < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`)
}

/** One fixed-point number at that many decimals, to the nearest. */
function nearest(value: bigint, places: number): Decimal {
  const unit = one / 10n ** BigInt(places)
  return fromUnits((value + (value < 0n ? -unit : unit) / 2n) / unit, places)
}

/**
 * Black–Scholes at no interest, time as actual seconds over 365 days (product §2.5): `fair` truncated at the cent, then
 * ask = fair × 1.03 up to the cent and at least one cent, bid = fair × 0.97 down to the cent. Past its expiry it is worth its payoff.
 */
export function valueAt({ cp, strike, secondsLeft }: OptionTerms, iv: Decimal, mid: Decimal): OptionValue {
  const [spot, at] = [toFixedPoint(mid), toFixedPoint(strike)]
  const deviation = secondsLeft > 0 ? (toFixedPoint(iv) * squareRoot((BigInt(secondsLeft) * one) / yearSeconds)) / one : 0n
  const { worth, delta } = deviation > 0n ? lively(cp, spot, at, deviation) : expired(cp, spot, at)
  const cut = worth > 0n ? worth / (one / 10n ** BigInt(pricePlaces)) : 0n
  return {
    iv,
    fair: fromUnits(cut, pricePlaces),
    ask: fromUnits(cut === 0n ? 1n : (cut * 103n + 99n) / 100n, pricePlaces),
    bid: fromUnits((cut * 97n) / 100n, pricePlaces),
    delta: nearest(delta, 4),
  }
}

function lively(cp: OptionKind, spot: bigint, strike: bigint, deviation: bigint): { worth: bigint; delta: bigint } {
  const { d1, d2 } = distances(spot, strike, deviation)
  const up = normal(d1)
  const call = (spot * up - strike * normal(d2)) / one
  return cp === 'C' ? { worth: call, delta: up } : { worth: call - spot + strike, delta: up - one }
}

function expired(cp: OptionKind, spot: bigint, strike: bigint): { worth: bigint; delta: bigint } {
  const gain = cp === 'C' ? spot - strike : strike - spot
  return { worth: gain > 0n ? gain : 0n, delta: gain > 0n ? (cp === 'C' ? one : -one) : 0n }
}

/** The fee on options is the smaller of these shares, of the underlying's value and of the premium. */
export const feeOfValue = '0.0003'
export const feeOfPremium = '0.125'

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
): OptionCost {
  const premium = q8(multiply(quantity, ask))
  const fee = q8(multiply(smaller(multiply(quantity, mid, feeOfValue), multiply(premium, feeOfPremium)), subtract('1', discount)))
  const debit = add(premium, fee)
  const each = divide(debit, quantity)
  return { premium, fee, debit: q8(debit), breakEven: q8(cp === 'C' ? add(strike, each) : subtract(strike, each)) }
}

/** What one option pays at a settlement price: max(0, P − K)·qty for a call, max(0, K − P)·qty for a put. Eight decimals. */
export function payoffAt(cp: OptionKind, strike: Decimal, quantity: Decimal, settlePrice: Decimal): Decimal {
  const gain = cp === 'C' ? subtract(settlePrice, strike) : subtract(strike, settlePrice)
  return q8(multiply(larger(gain, zero), quantity))
}

/** The last this many seconds before expiry are averaged, */
export const averageSeconds = 1800
/** and of these so many must have a record; with fewer the option is void: premium and fee come back. */
const leastRecords = 1700
/** No early close from here on. */
export const lastCloseSeconds = 60

/** Ten decimals, as the record has them; undefined with too few prices. Prices are whole numbers of 1e-10. */
export function settlementPrice(prices: readonly bigint[]): Decimal | undefined {
  if (prices.length < leastRecords) return undefined
  return fromUnits(prices.reduce((sum, price) => sum + price, 0n) / BigInt(prices.length), 10)
}

/** The most that an option can be worth after a move of `stress` (a fraction) in its favour, paid at once. */
export const stressedPayoff = (cp: OptionKind, strike: Decimal, quantity: Decimal, mid: Decimal, stress: Decimal): Decimal =>
  payoffAt(cp, strike, quantity, multiply(mid, cp === 'C' ? add('1', stress) : subtract('1', stress)))

/** Whether a price on the ticket is worse than the one shown by more than that many hundredths of a percent. */
export const isWorse = (shown: Decimal, now: Decimal, slippageBps: number): boolean =>
  compare(subtract(now, shown), divide(multiply(shown, String(slippageBps)), '10000')) > 0
