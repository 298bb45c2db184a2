import { formatScaledPrice, scaledPriceOne } from '../scaled.ts'
import { dayOf, daySeconds, startOfDayNumber } from './days.ts'
import type { SimCategory } from './markets.ts'

/** The volatility of a class of markets stays the same for this many seconds. */
export const volatilityStepSeconds = 300
const stepsInDay = daySeconds / volatilityStepSeconds

/**
 * The components whose product is the variance, in thousandths: high and low are equally likely. Each is drawn anew at the start of a day and,
 * before a step, whenever its byte is below `changes`: never within a day, every 3½ hours, every hour, every 20 and every 10 minutes.
 */
const components = [
  { high: 1270, low: 680, changes: 0 },
  { high: 1400, low: 600, changes: 6 },
  { high: 1550, low: 450, changes: 22 },
  { high: 1550, low: 450, changes: 64 },
  { high: 1550, low: 450, changes: 128 },
] as const
/** One byte for each component and step. */
export const regimeBytesPerStep = components.length
export const regimeBytesPerDay = stepsInDay * regimeBytesPerStep

export const volatilityClass = { crypto: 'CRYPTO', metal: 'METAL', forex: 'FOREX' } as const satisfies Record<SimCategory, string>

/** The regime of each 5 minutes of a day: its variance in millionths of the usual one, and that of its two slowest components. */
export interface SimDayRegime {
  variance: Uint32Array
  slow: Uint32Array
}

/** The variance of a whole day in thousandths of the usual one, by the first of its bytes. */
export const wholeDayVarianceThousandthsFrom = (drawn: Uint8Array): number => (drawn[0]! % 2 === 0 ? components[0].high : components[0].low)

/** The hidden chain of one day, from `regimeBytesPerDay` bytes of chance. */
export function simDayRegimeFrom(drawn: Uint8Array): SimDayRegime {
  const variance = new Uint32Array(stepsInDay)
  const slow = new Uint32Array(stepsInDay)
  const isHigh = components.map(() => false)
  for (let step = 0; step < stepsInDay; step++) {
    let product = 1_000_000
    for (let place = 0; place < regimeBytesPerStep; place++) {
      const { high, low, changes } = components[place]!
      const byte = drawn[step * regimeBytesPerStep + place]!
      if (step === 0 || byte < changes) isHigh[place] = byte % 2 === 0
      product = Math.floor((product * (isHigh[place] ? high : low)) / 1000)
      if (place === 1) slow[step] = product
    }
    variance[step] = product
  }
  return { variance, slow }
}

// Variance by the hour of the day (UTC), in thousandths; each row is 1,000 on average over the hours in which its class trades.
const byHour: Readonly<Record<SimCategory, readonly number[]>> = {
  crypto: [950, 850, 800, 700, 650, 650, 750, 850, 950, 950, 900, 950, 1100, 1450, 1650, 1600, 1350, 1200, 1100, 1050, 950, 950, 850, 800],
  metal: [600, 750, 700, 550, 500, 500, 650, 950, 1050, 950, 900, 1000, 1600, 2000, 2150, 1800, 1400, 1100, 900, 800, 650, 0, 750, 750],
  forex: [650, 700, 650, 550, 500, 550, 850, 1350, 1400, 1250, 1100, 1100, 1550, 1850, 1950, 1700, 1300, 950, 800, 750, 650, 500, 650, 700],
}
/** Crypto trades on Saturdays and Sundays (UTC) as well, in smaller moves: 5 days of 1,160 and 2 of 600 are 1,000 on average. */
const weekdayCrypto = 1160
const weekendCrypto = 600

/** Variance of a second by its hour and day, in thousandths of the usual one. */
export function timeOfDayVarianceThousandthsAt(category: SimCategory, sec: number): number {
  const hour = byHour[category][Math.floor(sec / 3600) % 24]!
  if (category !== 'crypto') return hour
  // 1970-01-01 was a Thursday.
  const weekday = (Math.floor(sec / daySeconds) + 4) % 7
  return Math.floor((hour * (weekday === 0 || weekday === 6 ? weekendCrypto : weekdayCrypto)) / 1000)
}

/** Variance of a second in millionths of the usual one: regime and shape. */
export const simVarianceMillionthsAt = ({ variance }: SimDayRegime, category: SimCategory, sec: number): number =>
  Math.floor((variance[stepOf(sec)]! * timeOfDayVarianceThousandthsAt(category, sec)) / 1000)

/** Which 5 minutes of its day a second is in. */
const stepOf = (sec: number): number => Math.floor((sec - startOfDayNumber(dayOf(sec))) / volatilityStepSeconds)

const publishedDigits = 4
const published = (slow: number): string =>
  formatScaledPrice((BigInt(Math.floor(Math.sqrt(slow * 1_000_000))) * scaledPriceOne) / 1_000_000n, publishedDigits)

/**
 * How much a class moves in the regime of this moment, as a multiple of the usual: the root of the product of its two slow components, four
 * decimals. The quick ones change within minutes and the hour of the day is known to everybody: neither is in it.
 */
export const publishedVolatility = ({ slow }: SimDayRegime, sec: number): string => published(slow[stepOf(sec)]!)

const [ofDay, ofHours] = components
const meanOf = ({ high, low }: { high: number; low: number }): number => (high + low) / 2
const stepsInHour = 3600 / volatilityStepSeconds
const stays = (1 - ofHours.changes / 256) ** stepsInHour

/**
 * The variance to expect by what was published, in thousandths of the usual one: so many hours later on the same day, whose slow component
 * stays and whose next one returns to its mean; of a later day without them. The quick components are 1,000 on average.
 */
export function createRegimeVarianceForecast(volatility: string): (hoursLater: number | undefined) => number {
  const states = [ofDay.high, ofDay.low].flatMap((day) => [ofHours.high, ofHours.low].map((hours) => ({ day, hours })))
  const state = states.find(({ day, hours }) => published(day * hours) === volatility) ?? { day: meanOf(ofDay), hours: meanOf(ofHours) }
  return (hoursLater) => {
    if (hoursLater === undefined) return (meanOf(ofDay) * meanOf(ofHours)) / 1_000
    // In the middle of the hour.
    const left = stays ** (hoursLater + 0.5)
    return (state.day * (meanOf(ofHours) + (state.hours - meanOf(ofHours)) * left)) / 1_000
  }
}
