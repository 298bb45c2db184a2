import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { toWire, wireDay, startOfWireDay } from '#contract/time.ts'
import { compare, divide, floorToStep, isPositive, multiply, add, subtract, absolute } from './decimal.ts'
import { averageSeconds, type OptionKind } from './option.ts'

/** What options there are on one market, and their sizes. */
export interface OptionMarket {
  symbol: string
  /** Between two strikes, in the quote currency. */
  strikeStep: Decimal
  qtyStep: Decimal
  minQty: Decimal
  maxQty: Decimal
  /** The move that the reserve must stand (product §2.4). */
  stress: Decimal
}

const d = asDecimal

/** Product §2.5, §5.4. */
export const optionMarkets: readonly OptionMarket[] = [
  { symbol: 'BTCUSDT', strikeStep: d('1000'), qtyStep: d('0.01'), minQty: d('0.01'), maxQty: d('10'), stress: d('0.2') },
  { symbol: 'ETHUSDT', strikeStep: d('50'), qtyStep: d('0.1'), minQty: d('0.1'), maxQty: d('200'), stress: d('0.2') },
  { symbol: 'XAUUSD', strikeStep: d('25'), qtyStep: d('0.1'), minQty: d('0.1'), maxQty: d('200'), stress: d('0.05') },
]

export const optionMarketOf = (symbol: string): OptionMarket | undefined => optionMarkets.find((market) => market.symbol === symbol)

/** Strikes to each side of the one nearest the money. */
const strikesAside = 4

const nearestStrike = (mid: Decimal, step: Decimal): Decimal => floorToStep(add(mid, divide(step, '2')), step)

/** Nine strikes around the money, lowest first; those not above zero are left out. */
export function strikesAround(mid: Decimal, step: Decimal): Decimal[] {
  const middle = nearestStrike(mid, step)
  return Array.from({ length: 2 * strikesAside + 1 }, (_, n) => add(middle, multiply(step, String(n - strikesAside)))).filter(isPositive)
}

/** Whether a strike is sold: among the nine, or next to them, so that one on the sheet does not vanish when the price crosses a line. */
export const isNearMoney = (strike: Decimal, mid: Decimal, step: Decimal): boolean =>
  compare(absolute(subtract(strike, nearestStrike(mid, step))), multiply(step, String(strikesAside + 1))) <= 0

const day = 86_400
const expiryHour = 16
const fridayOfWeek = 5
/** How far ahead an expiry may lie: two Fridays, with room for days on which the market rests. */
const horizonDays = 22

/**
 * The expiries on sale, soonest first: the next two days and the next two Fridays besides, at 16:00 UTC+8, on days on which the market is
 * open for the whole of the averaging. What is already being averaged is not sold any more.
 */
export function expiriesFrom(nowMs: number, isOpen: (atMs: number) => boolean): number[] {
  const first = startOfWireDay(nowMs) / 1000 + expiryHour * 3600
  const open = Array.from({ length: horizonDays }, (_, n) => first + n * day).filter((sec) => isOnSale(sec, nowMs) && isWhole(sec, isOpen))
  const days = open.slice(0, 2)
  const weeks = open.filter((sec) => isFriday(sec) && !days.includes(sec)).slice(0, 2)
  return [...days, ...weeks].toSorted((a, b) => a - b)
}

const isOnSale = (expirySec: number, nowMs: number): boolean => nowMs < (expirySec - averageSeconds) * 1000
const isWhole = (expirySec: number, isOpen: (atMs: number) => boolean): boolean =>
  isOpen((expirySec - averageSeconds) * 1000) && isOpen((expirySec - 1) * 1000)

// 16:00 UTC+8 is 08:00 UTC of the same day.
const isFriday = (sec: number): boolean => new Date(sec * 1000).getUTCDay() === fridayOfWeek

/** What an option id names. */
export interface OptionName {
  underlying: string
  cp: OptionKind
  strike: Decimal
  expirySec: number
}

/** 'BTCUSDT-20261127-62000-C': market, UTC+8 day of expiry, strike, call or put. */
export const optionIdOf = ({ underlying, cp, strike, expirySec }: OptionName): string =>
  `${underlying}-${wireDay(expirySec * 1000).replaceAll('-', '')}-${strike}-${cp}`

const idShape = /^([A-Z]{3,12})-(\d{4})(\d{2})(\d{2})-([1-9]\d{0,9}(?:\.\d{0,7}[1-9])?)-([CP])$/

/** What this id names, if it is one at all; whether it is on sale is another question. */
export function readOptionId(id: string): OptionName | undefined {
  const [, underlying, year, month, dayOfMonth, strike, cp] = idShape.exec(id) ?? []
  if (underlying === undefined || strike === undefined) return undefined
  const expirySec = Date.parse(`${year}-${month}-${dayOfMonth}T08:00:00Z`) / 1000
  if (Number.isNaN(expirySec) || toWire(expirySec * 1000).slice(0, 10) !== `${year}-${month}-${dayOfMonth}`) return undefined
  return { underlying, cp: cp as OptionKind, strike: asDecimal(strike), expirySec }
}
