import type { Clock } from '#server/clock.ts'
import type { Market } from './market.ts'

/** Long enough to share, short enough that a price which nobody records any more is soon shown as stale. */
const keptMs = 1_000
const mostKept = 100

/** The same object for the same question until the next beat, so that what everyone asks is made, encoded and compressed once. */
export function untilBeat<A extends object, R>(market: Pick<Market, 'onBeat'>, clock: Clock, make: (asked: A) => R): (asked: A) => R {
  const kept = new Map<string, { made: R; atMs: number }>()
  market.onBeat(() => kept.clear())
  return (asked) => {
    const key = JSON.stringify(asked)
    const nowMs = clock.now()
    const held = kept.get(key)
    if (held && Math.abs(nowMs - held.atMs) < keptMs) return held.made
    if (kept.size >= mostKept) kept.clear()
    const made = make(asked)
    kept.set(key, { made, atMs: nowMs })
    return made
  }
}
