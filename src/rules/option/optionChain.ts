import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { instantToWireTime, serverDayAt, startOfServerDayAt } from '#contract/time.ts'
import { compareDecimals, divide, floorToStep, isPositive, multiply, add, subtract, absolute } from '../decimal.ts'
import { optionSettlementAverageSeconds, type OptionKind } from './option.ts'

/** What options there are on one market, and their sizes. */
export interface OptionMarket {
  symbol: string
  /** Between two strikes, in the quote currency. */
  strikeStep: Decimal
  qtyStep: Decimal
  minQty: Decimal
  maxQty: Decimal
  /** The move that the reserve must stand (docs/rules/options.md). */
  stress: Decimal
}

const decimal = asDecimal

/** docs/rules/{options,seed-data}.md. */
export const optionMarkets: readonly OptionMarket[] = [
  {
    symbol: 'BTCUSDT',
    strikeStep: decimal('1000'),
    qtyStep: decimal('0.01'),
    minQty: decimal('0.01'),
    maxQty: decimal('10'),
    stress: decimal('0.2'),
  },
  {
    symbol: 'ETHUSDT',
    strikeStep: decimal('50'),
    qtyStep: decimal('0.1'),
    minQty: decimal('0.1'),
    maxQty: decimal('200'),
    stress: decimal('0.2'),
  },
  {
    symbol: 'XAUUSD',
    strikeStep: decimal('25'),
    qtyStep: decimal('0.1'),
    minQty: decimal('0.1'),
    maxQty: decimal('200'),
    stress: decimal('0.05'),
  },
]

export const findOptionMarket = (symbol: string): OptionMarket | undefined => optionMarkets.find((market) => market.symbol === symbol)

/** Strikes to each side of the one nearest the money. */
const strikesPerSide = 4

const nearestStrike = (mid: Decimal, step: Decimal): Decimal => floorToStep(add(mid, divide(step, '2')), step)

/** Nine strikes around the money, lowest first; those not above zero are left out. */
export function strikesAround(mid: Decimal, step: Decimal): Decimal[] {
  const middleStrike = nearestStrike(mid, step)
  return Array.from({ length: 2 * strikesPerSide + 1 }, (_, n) => add(middleStrike, multiply(step, String(n - strikesPerSide)))).filter(
    isPositive,
  )
}

/** Whether a strike is sold: among the nine, or next to them, so that one on the sheet does not vanish when the price crosses a line. */
export const isNearMoney = (strike: Decimal, mid: Decimal, step: Decimal): boolean =>
  compareDecimals(absolute(subtract(strike, nearestStrike(mid, step))), multiply(step, String(strikesPerSide + 1))) <= 0

const day = 86_400
const expiryHour = 16
const fridayOfWeek = 5
/** How far ahead an expiry may lie: two Fridays, with room for days on which the market rests. */
const horizonDays = 22

/**
 * The expiries on sale, soonest first: the next two days and the next two Fridays besides, at 16:00 UTC+8, on days on which the market is
 * open for the whole of the averaging. What is already being averaged is not sold any more.
 */
export function optionExpirySecsOnSaleAt(nowMs: number, isOpen: (atMs: number) => boolean): number[] {
  const firstExpirySec = startOfServerDayAt(nowMs) / 1000 + expiryHour * 3600
  const openExpiries = Array.from({ length: horizonDays }, (_, n) => firstExpirySec + n * day).filter(
    (sec) => isOnSale(sec, nowMs) && isOpenAroundExpiry(sec, isOpen),
  )
  const dailyExpiries = openExpiries.slice(0, 2)
  const weeklyExpiries = openExpiries.filter((sec) => isFriday(sec) && !dailyExpiries.includes(sec)).slice(0, 2)
  return [...dailyExpiries, ...weeklyExpiries].toSorted((a, b) => a - b)
}

const isOnSale = (expirySec: number, nowMs: number): boolean => nowMs < (expirySec - optionSettlementAverageSeconds) * 1000
const isOpenAroundExpiry = (expirySec: number, isOpen: (atMs: number) => boolean): boolean =>
  isOpen((expirySec - optionSettlementAverageSeconds) * 1000) && isOpen((expirySec - 1) * 1000)

// 16:00 UTC+8 is 08:00 UTC of the same day.
const isFriday = (sec: number): boolean => new Date(sec * 1000).getUTCDay() === fridayOfWeek

/** What an option id names. */
export interface OptionIdParts {
  underlying: string
  cp: OptionKind
  strike: Decimal
  expirySec: number
}

/** 'BTCUSDT-20261127-62000-C': market, UTC+8 day of expiry, strike, call or put. */
export const optionIdOf = ({ underlying, cp, strike, expirySec }: OptionIdParts): string =>
  `${underlying}-${serverDayAt(expirySec * 1000).replaceAll('-', '')}-${strike}-${cp}`

const optionIdPattern = /^([A-Z]{3,12})-(\d{4})(\d{2})(\d{2})-([1-9]\d{0,9}(?:\.\d{0,7}[1-9])?)-([CP])$/

/** What this id names, if it is one at all; whether it is on sale is another question. */
export function parseOptionId(id: string): OptionIdParts | undefined {
  const [, underlying, year, month, dayOfMonth, strike, cp] = optionIdPattern.exec(id) ?? []
  if (underlying === undefined || strike === undefined) return undefined
  const expirySec = Date.parse(`${year}-${month}-${dayOfMonth}T08:00:00Z`) / 1000
  if (Number.isNaN(expirySec) || instantToWireTime(expirySec * 1000).slice(0, 10) !== `${year}-${month}-${dayOfMonth}`) return undefined
  return { underlying, cp: cp as OptionKind, strike: asDecimal(strike), expirySec }
}
