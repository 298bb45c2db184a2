import { priceStaleAfterMs } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { divide, multiply, negate, q8 } from './decimal.ts'
import { type UsdtConversion, convertToUsdt } from './quote.ts'

/** Crypto pays or receives funding three times a day; metals and forex are charged overnight (docs/rules/contracts.md). */
export type HoldingChargeKind = 'funding' | 'overnight'
type Category = 'crypto' | 'metal' | 'forex'

/** What holding costs at one moment. Positive is paid, negative is received. */
export interface HoldingChargeRate {
  kind: HoldingChargeKind
  /** Of a long: a fraction of the position's value; per charge for funding, a year for overnight. */
  long: Decimal
  short: Decimal
  /** How many nights are charged at once: 3 on Wednesday, else 1. */
  nights: number
}

const fundingPeriodSeconds = 28_800
const day = 86_400
// Seconds of the UTC+8 wall clock; 05:00 there is the cut-off of a trading day.
const serverZoneOffset = 8 * 3600
const overnightCutOff = 5 * 3600
const wednesday = 3

export const holdingChargeKindOfCategory = (category: Category): HoldingChargeKind => (category === 'crypto' ? 'funding' : 'overnight')

/** 0 Sunday … 6 Saturday on the UTC+8 wall clock; the epoch was a Thursday. */
const serverWeekdayAt = (sec: number): number => (Math.floor((sec + serverZoneOffset) / day) + 4) % 7

/** A week's nights end Tuesday to Saturday; before Sunday and Monday 05:00 no metal or forex market was open. */
const isOvernightDay = (sec: number): boolean => serverWeekdayAt(sec) >= 2

/** The next moment of a charge after this second: 00:00, 08:00, 16:00 for crypto, 05:00 Tuesday to Saturday for the rest, all UTC+8. */
export function nextHoldingChargeSec(category: Category, afterSec: number): number {
  if (category === 'crypto') return (Math.floor(afterSec / fundingPeriodSeconds) + 1) * fundingPeriodSeconds
  let lastDueSec = Math.floor((afterSec + serverZoneOffset - overnightCutOff) / day) * day + day - serverZoneOffset + overnightCutOff
  while (!isOvernightDay(lastDueSec)) lastDueSec += day
  return lastDueSec
}

export const isHoldingChargeDue = (category: Category, sec: number): boolean => nextHoldingChargeSec(category, sec - 1) === sec

/** The number of this 8-hour moment, as the published generator counts them (docs/rules/prices.md). */
export const fundingPeriodNumber = (dueSec: number): number => Math.floor(dueSec / fundingPeriodSeconds)

export const overnightChargeNights = (dueSec: number): number => (serverWeekdayAt(dueSec) === wednesday ? 3 : 1)

/** What has no price this soon fell in a time without prices. */
export const maxHoldingChargeDelaySeconds = priceStaleAfterMs / 1000

/**
 * Whether a moment is charged by the price of this second and the rate whose leaf stands in that one: funding by both of one second, a night by
 * the price near it; nobody is charged, then or later, for a moment without prices.
 */
export function areHoldingChargeInputsTimely(kind: HoldingChargeKind, dueSec: number, priceSec: number, rateSec: number): boolean {
  if (kind === 'funding' && (rateSec !== priceSec || priceSec < dueSec)) return false
  return Math.abs(priceSec - dueSec) <= maxHoldingChargeDelaySeconds
}

interface ChargedPosition {
  direction: number
  quantity: Decimal
  contractSize: Decimal
  conversion: UsdtConversion
}

/** One charge in USDT, positive when paid: q8(qty × size × mark × rate), overnight × nights / 365 (docs/rules/contracts.md). */
export function holdingChargeUsdt(position: ChargedPosition, mark: Decimal, rate: HoldingChargeRate): Decimal {
  const sideRate = position.direction === 1 ? rate.long : rate.short
  const value = convertToUsdt(multiply(position.quantity, position.contractSize, mark), position.conversion)
  return q8(rate.kind === 'funding' ? multiply(value, sideRate) : divide(multiply(value, sideRate, String(rate.nights)), '365'))
}

/** What a day of holding costs at this rate: three fundings or one night. */
export const holdingChargePerDayUsdt = (position: ChargedPosition, mark: Decimal, rate: HoldingChargeRate): Decimal =>
  rate.kind === 'funding'
    ? holdingChargeUsdt({ ...position, quantity: multiply(position.quantity, '3') }, mark, rate)
    : holdingChargeUsdt(position, mark, { ...rate, nights: 1 })

/** Longs pay what shorts receive. */
export const longAndShortFundingRates = (rate: Decimal): Pick<HoldingChargeRate, 'long' | 'short'> => ({ long: rate, short: negate(rate) })
