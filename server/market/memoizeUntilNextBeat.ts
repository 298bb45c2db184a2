import type { Clock } from '#server/core/clock.ts'
import type { MarketDataService } from './market.ts'

/** Long enough to share, short enough that a price which nobody records any more is soon shown as stale. */
const keptMs = 1_000
const mostKept = 100

/** The same object for the same question until the next beat, a second at most, so that what everyone asks is made, encoded and compressed once. */
export function memoizeUntilNextBeat<A extends object, R>(
  market: Pick<MarketDataService, 'onBeat'>,
  clock: Clock,
  make: (argument: A) => R,
): (argument: A) => R {
  const cache = new Map<string, { made: R; atMs: number }>()
  market.onBeat(() => cache.clear())
  return (argument) => {
    const key = JSON.stringify(argument)
    const nowMs = clock.now()
    const held = cache.get(key)
    if (held && Math.abs(nowMs - held.atMs) < keptMs) return held.made
    if (cache.size >= mostKept) cache.clear()
    const made = make(argument)
    cache.set(key, { made, atMs: nowMs })
    return made
  }
}
