import type { SymbolSpec } from '../market.ts'
import { isOpenAt } from '#rules/sim/openHours.ts'
import { daySeconds, startOfDayNumber } from '#rules/sim/days.ts'
import { memoizeNewestKeys } from './memo.ts'
import { timeOfDayVarianceThousandthsAt, volatilityStepSeconds } from '#rules/sim/volatility.ts'

type Category = SymbolSpec['category']

/** The steps of 5 minutes of a day in which a class trades, by their places in the day. */
export interface SimDaySteps {
  places: Int32Array
  /** Variance of a second of each by its hour and day, in thousandths of the usual one. */
  shapes: Int32Array
  /** How long the last one is; 300 but on the day of the genesis second. */
  lastSeconds: number
  /** Variance of all of them, in usual seconds. */
  variance: number
}

// Hours, weekends and sessions are the same every week.
const wholeDays = memoizeNewestKeys(32, (key: string): SimDaySteps => {
  const [category, weekday] = key.split('|') as [Category, string]
  // Not the first week of all, whose first hours are before 1970.
  return stepsOf(category, 7 + Number(weekday), Number.POSITIVE_INFINITY)
})

/** Those of a UTC+8 day that begin before a second; that one is cut short by it. */
export function simDayStepsOf(category: Category, day: number, untilSec: number): SimDaySteps {
  return startOfDayNumber(day + 1) <= untilSec ? wholeDays(`${category}|${day % 7}`) : stepsOf(category, day, untilSec)
}

function stepsOf(category: Category, day: number, untilSec: number): SimDaySteps {
  const begins = startOfDayNumber(day)
  const places: number[] = []
  const shapes: number[] = []
  let lastSeconds = volatilityStepSeconds
  let weight = 0
  for (let sec = begins; sec < Math.min(begins + daySeconds, untilSec); sec += volatilityStepSeconds) {
    if (!isOpenAt(category, sec)) continue
    places.push((sec - begins) / volatilityStepSeconds)
    shapes.push(timeOfDayVarianceThousandthsAt(category, sec))
    lastSeconds = Math.min(volatilityStepSeconds, untilSec - sec)
    weight += lastSeconds * shapes.at(-1)!
  }
  return { places: Int32Array.from(places), shapes: Int32Array.from(shapes), lastSeconds, variance: Math.floor(weight / 1000) }
}
