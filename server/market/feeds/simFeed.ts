import { priceStaleAfterMs } from '#contract/constants.ts'
import { serverDayAt } from '#contract/time.ts'
import { addCrossPrices } from '../crosses.ts'
import type { SymbolSpec } from '../market.ts'
import { marketSessionStateAt } from '../sessions.ts'
import { createSeedHmac } from '../sim/sim.ts'
import { dayOf } from '#rules/sim/days.ts'
import { createSimMarket } from '#rules/sim/markets.ts'
import { isOpenAt } from '#rules/sim/openHours.ts'
import { longestSimWalkSeconds, type NextSimPriceFunction, walkOf } from '#rules/sim/walk.ts'
import type { SimDaySeed } from '../sim/simDays.ts'
import { type Feed, maxFeedCatchUpSeconds, type FeedTick } from './feed.ts'

/**
 * The published deterministic generators (docs/rules/prices.md). `seedOf` gives a day's seed and rule; the same seeds walk the same prices
 * anywhere.
 */
export function createSimFeed(specs: readonly SymbolSpec[], seedOf: (day: string) => SimDaySeed): Feed {
  const bySymbol = new Map(specs.map((spec) => [spec.symbol, spec]))
  const walkers = specs
    .filter((spec) => spec.derived === undefined)
    .map((spec) => {
      const market = createSimMarket(spec)
      return { market, price: market.ref }
    })
  const walkOn = dailyWalk(seedOf)
  let at = 0

  const walk = (sec: number): ReadonlyMap<string, bigint> => {
    const prices = new Map<string, bigint>()
    const next = walkOn(sec)
    for (const walker of walkers) {
      if (!isOpenAt(walker.market.category, sec)) continue
      walker.price = next(walker.market, walker.price, sec)
      prices.set(walker.market.symbol, walker.price)
    }
    addCrossPrices(specs, prices)
    return prices
  }

  return {
    name: 'sim',
    everyMs: 1000,
    generatesHistory: true,
    modeOf: (symbol) => (bySymbol.get(symbol)?.derived ? 'DERIVED' : bySymbol.has(symbol) ? 'SIM' : 'CLOSED'),
    sourcesOf: (symbol) => {
      const cross = bySymbol.get(symbol)?.derived
      return cross ? [cross.a, cross.b] : []
    },
    session: (symbol, atMs) => {
      const spec = bySymbol.get(symbol)
      return spec ? marketSessionStateAt(spec.category, atMs) : { open: false }
    },
    resume: (last, nowMs) => {
      at = last?.sec ?? Math.floor(nowMs / 1000) - 1
      for (const walker of walkers) walker.price = last?.prices.get(walker.market.symbol) ?? walker.price
    },
    due: (nowMs) => {
      const now = Math.floor(nowMs / 1000)
      if (now - at > longestSimWalkSeconds) at = now - 1
      const seconds: FeedTick[] = []
      while (at < now && seconds.length < maxFeedCatchUpSeconds) {
        at++
        seconds.push({ sec: at, prices: walk(at), missed: (now - at) * 1000 > priceStaleAfterMs })
      }
      return seconds
    },
    start: () => {},
    stop: () => {},
  }
}

/** The rule of the day that a second is in, changed when the server day changes. */
function dailyWalk(seedOf: (day: string) => SimDaySeed): (sec: number) => NextSimPriceFunction {
  let heldDay = Number.NaN
  let walk: NextSimPriceFunction
  return (sec) => {
    const day = dayOf(sec)
    if (day !== heldDay) {
      const { seed, rule } = seedOf(serverDayAt(sec * 1000))
      walk = walkOf(rule, createSeedHmac(seed), day)
      heldDay = day
    }
    return walk
  }
}
