import type { Decimal } from '#contract/decimal.ts'
import { divide, multiply, negate, q8 } from './decimal.ts'
import { type Conversion, toUsdt } from './quote.ts'

/** Crypto pays or receives funding three times a day; metals and forex are charged overnight (product §2.4). */
export type HoldingKind = 'funding' | 'overnight'
type Category = 'crypto' | 'metal' | 'forex'

/** What holding costs at one moment. Positive is paid, negative is received. */
export interface HoldingRate {
  kind: HoldingKind
  /** Of a long: a fraction of the position's value; per charge for funding, a year for overnight. */
  long: Decimal
  short: Decimal
  /** How many nights are charged at once: 3 on Wednesday, else 1. */
  nights: number
}

const eightHours = 28_800
const day = 86_400
// Seconds of the UTC+8 wall clock; 05:00 there is the cut-off of a trading day.
const wallShift = 8 * 3600
const cutOff = 5 * 3600
const wednesday = 3

export const holdingKind = (category: Category): HoldingKind => (category === 'crypto' ? 'funding' : 'overnight')

/** 0 Sunday … 6 Saturday on the UTC+8 wall clock; the epoch was a Thursday. */
const weekdayAt = (sec: number): number => (Math.floor((sec + wallShift) / day) + 4) % 7

/** A week's nights end Tuesday to Saturday; before Sunday and Monday 05:00 no metal or forex market was open. */
const endsNight = (sec: number): boolean => weekdayAt(sec) >= 2

/** The next moment of a charge after this second: 00:00, 08:00, 16:00 for crypto, 05:00 Tuesday to Saturday for the rest, all UTC+8. */
export function nextDue(category: Category, afterSec: number): number {
  if (category === 'crypto') return (Math.floor(afterSec / eightHours) + 1) * eightHours
  let due = Math.floor((afterSec + wallShift - cutOff) / day) * day + day - wallShift + cutOff
  while (!endsNight(due)) due += day
  return due
}

export const isDue = (category: Category, sec: number): boolean => nextDue(category, sec - 1) === sec

/** The number of this 8-hour moment, as the published generator counts them (product §3.3). */
export const fundingNumber = (dueSec: number): number => Math.floor(dueSec / eightHours)

export const nightsAt = (dueSec: number): number => (weekdayAt(dueSec) === wednesday ? 3 : 1)

interface Holding {
  direction: number
  quantity: Decimal
  contractSize: Decimal
  conversion: Conversion
}

/** One charge in USDT, positive when paid: q8(qty × size × mark × rate), overnight × nights / 365 (product §2.4 C6, C8). */
export function holdingCost(held: Holding, mark: Decimal, rate: HoldingRate): Decimal {
  const of = held.direction === 1 ? rate.long : rate.short
  const value = toUsdt(multiply(held.quantity, held.contractSize, mark), held.conversion)
  return q8(rate.kind === 'funding' ? multiply(value, of) : divide(multiply(value, of, String(rate.nights)), '365'))
}

/** What a day of holding costs at this rate: three fundings or one night. */
export const holdingPerDay = (held: Holding, mark: Decimal, rate: HoldingRate): Decimal =>
  rate.kind === 'funding'
    ? holdingCost({ ...held, quantity: multiply(held.quantity, '3') }, mark, rate)
    : holdingCost(held, mark, { ...rate, nights: 1 })

/** Longs pay what shorts receive. */
export const fundingRate = (rate: Decimal): Pick<HoldingRate, 'long' | 'short'> => ({ long: rate, short: negate(rate) })
