import type { SimulatedVolatilityHistory } from '#contract/calls/market.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { formatScaledPrice, scaledPriceOne } from '#rules/scaled.ts'
import { timeOfDayVarianceThousandthsAt } from '#rules/sim/volatility.ts'
import { readMarketInputsStartingSince } from './record/inputStore.ts'
import { volatilityInputSymbolOfClass } from './record/inputs.ts'
import { volatilityReferenceMarkets } from './sim2/published.ts'

/** A day, and the hour that runs. */
const shownSeconds = 25 * 3_600
const hourDigits = 4

/** What an hour of the week is to others by the rule, as a multiple of the usual deviation: the root of its variance. */
const hourOf = (category: SimulatedVolatilityHistory['category'], sec: number) =>
  formatScaledPrice(
    (BigInt(Math.floor(Math.sqrt(timeOfDayVarianceThousandthsAt(category, sec) * 1_000_000_000))) * scaledPriceOne) / 1_000_000n,
    hourDigits,
  )

/** How much each class moved by the hour, from what was published by this second; without classes of which nothing was. */
export async function readSimulatedVolatilityHistories(sql: Sql, feed: string, sec: number): Promise<SimulatedVolatilityHistory[]> {
  const classes = new Map(volatilityReferenceMarkets.map(({ name, category }) => [volatilityInputSymbolOfClass(name), category]))
  const published = await readMarketInputsStartingSince(sql, feed, [...classes.keys()], sec - shownSeconds, sec)
  return [...classes].flatMap(([symbol, category]) => {
    const hours = published
      .filter((hour) => hour.symbol === symbol)
      .map(({ sinceSec, value }) => ({ since: asInstant(sinceSec * 1000), volatility: value, hour: hourOf(category, sinceSec) }))
    return hours.length > 0 ? [{ category, hours }] : []
  })
}
