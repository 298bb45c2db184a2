import type { Feed } from '#market/feeds/feed.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { toScaledPrice } from '#rules/scaled.ts'
import { asDecimal } from '#contract/decimal.ts'
import { asInstant } from '#contract/time.ts'
import type { Clock } from '#server/core/clock.ts'

const hourTenths = 36_000_000

/** Tenths of a millisecond within the hour: as a price it says when it was made, also to another process. */
const stamp = (): number => (Math.round((performance.timeOrigin + performance.now()) * 10) % hourTenths) + 1

/** How long ago a stamp was, in ms. */
export const ageMs = (made: number): number => ((stamp() - made + hourTenths) % hourTenths) / 10

/** Five seconds in each of ours: whoever looks four times a second finds a second that has no record yet, also when a look comes early. */
export function fastClock(): Clock {
  const began = Date.now()
  return { now: () => asInstant(began + 5 * (Date.now() - began)) }
}

/** All markets at a new price four times a second, under `fastClock`. */
export function stampFeed(): Feed {
  let sec = 0
  return {
    name: 'bench',
    everyMs: 250,
    generatesHistory: false,
    modeOf: () => 'SIM',
    sourcesOf: () => [],
    session: () => ({ open: true }),
    resume: (last, nowMs) => {
      sec = last?.sec ?? Math.floor(nowMs / 1_000)
    },
    due: (nowMs) => {
      const newest = Math.floor(nowMs / 1_000)
      if (newest <= sec) return []
      sec = newest
      const price = toScaledPrice(asDecimal(String(stamp())))
      return [{ sec, prices: new Map(symbolSeeds.map(({ symbol }) => [symbol, price])), missed: false }]
    },
    start: () => {},
    stop: () => {},
  }
}
