import { createSecretKey, type KeyObject } from 'node:crypto'
import { staleAfterMs } from '#contract/constants.ts'
import { wireDay } from '#contract/time.ts'
import { addCrosses } from '../crosses.ts'
import type { SymbolSpec } from '../market.ts'
import { toScaled } from '../scaled.ts'
import { isOpenAt, sessionAt } from '../sessions.ts'
import { drawOf, nextPrice, sigmaPpb } from '../sim.ts'
import { type Feed, mostDue, type Second } from './feed.ts'

/** A longer pause is not walked through: the prices stand still over it. */
const longestWalkSeconds = 6 * 3600

/** The published deterministic generator (product §3.3). `seedOf` gives the day's seed; the same seeds walk the same prices anywhere. */
export function simFeed(specs: readonly SymbolSpec[], seedOf: (day: string) => Buffer): Feed {
  const bySymbol = new Map(specs.map((spec) => [spec.symbol, spec]))
  const walkers = specs
    .filter((spec) => spec.derived === undefined)
    .map(({ symbol, category, ref, sigmaYear }) => ({
      symbol,
      category,
      ref: toScaled(ref),
      sigma: sigmaPpb(sigmaYear ?? 0),
      price: toScaled(ref),
    }))
  const keyOf = keyring(seedOf)
  let at = 0

  const walk = (sec: number): ReadonlyMap<string, bigint> => {
    const prices = new Map<string, bigint>()
    const key = keyOf(sec)
    for (const walker of walkers) {
      if (!isOpenAt(walker.category, sec)) continue
      walker.price = nextPrice(walker.price, walker.ref, walker.sigma, drawOf(key, walker.symbol, sec))
      prices.set(walker.symbol, walker.price)
    }
    addCrosses(specs, prices)
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
      return spec ? sessionAt(spec.category, atMs) : { open: false }
    },
    resume: (last, nowMs) => {
      at = last?.sec ?? Math.floor(nowMs / 1000) - 1
      for (const walker of walkers) walker.price = last?.prices.get(walker.symbol) ?? walker.price
    },
    due: (nowMs) => {
      const now = Math.floor(nowMs / 1000)
      if (now - at > longestWalkSeconds) at = now - 1
      const seconds: Second[] = []
      while (at < now && seconds.length < mostDue) {
        at++
        seconds.push({ sec: at, prices: walk(at), missed: (now - at) * 1000 > staleAfterMs })
      }
      return seconds
    },
    start: () => {},
    stop: () => {},
  }
}

/** The seed in use as a ready key, changed when the server day changes. */
function keyring(seedOf: (day: string) => Buffer): (sec: number) => KeyObject {
  let heldDay = Number.NaN
  let key: KeyObject
  return (sec) => {
    const day = Math.floor((sec + 28_800) / 86_400)
    if (day !== heldDay) {
      key = createSecretKey(seedOf(wireDay(sec * 1000)))
      heldDay = day
    }
    return key
  }
}
