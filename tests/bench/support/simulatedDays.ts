import { createHash } from 'node:crypto'
import { symbolSeeds } from '#db/seed/symbols.ts'
import type { SymbolSpec } from '#market/market.ts'
import { isOpenAt } from '#rules/sim/openHours.ts'
import { dayOf, daySeconds, startOfDayNumber } from '#rules/sim/days.ts'
import { createSeedHmac } from '#market/sim/sim.ts'
import { type SimMarket, createSimMarket } from '#rules/sim/markets.ts'
import { simDay } from '#rules/sim/sim2.ts'
import { secondContractSymbols } from '#rules/second/secondOdds.ts'

/** One market's prices of one day, second by second; 0 where it is closed. */
export interface MarketDay {
  prices: Float64Array
  ref: number
  /** Standard deviation of a usual second. */
  sigma: number
}

/** Days of the six markets of timed contracts by the rule `sim2`, from seeds that are always the same, one after the other. */
export function* simulatedDays(count: number): Generator<ReadonlyMap<string, MarketDay>> {
  const specs: readonly SymbolSpec[] = symbolSeeds
  const markets = secondContractSymbols.map((name) => createSimMarket(specs.find(({ symbol }) => symbol === name)!))
  const prices = new Map(markets.map(({ symbol, ref }) => [symbol, ref]))
  const first = dayOf(Date.parse('2026-11-23T00:00:00Z') / 1000)
  for (let at = 0; at < count; at++) {
    const seed = createHash('sha256').update(`bench day ${at}`).digest()
    yield walkDay(markets, prices, seed, first + at)
  }
}

function walkDay(markets: readonly SimMarket[], prices: Map<string, bigint>, seed: Buffer, day: number): Map<string, MarketDay> {
  const rule = simDay(createSeedHmac(seed), day)
  const walked = new Map<string, MarketDay>(
    markets.map(({ symbol, ref, sigma }) => [
      symbol,
      { prices: new Float64Array(daySeconds), ref: Number(ref), sigma: Number(sigma) / 1e9 },
    ]),
  )
  const begins = startOfDayNumber(day)
  for (let second = 0; second < daySeconds; second++) {
    for (const market of markets) {
      if (!isOpenAt(market.category, begins + second)) continue
      const next = rule.next(market, prices.get(market.symbol)!, begins + second)
      prices.set(market.symbol, next)
      walked.get(market.symbol)!.prices[second] = Number(next)
    }
  }
  return walked
}
