import type { Feed } from '#market/feeds/feed.ts'
import { symbols } from '#db/seed/symbols.ts'
import { toScaled } from '#market/scaled.ts'
import { asDecimal } from '#contract/decimal.ts'

const hourTenths = 36_000_000

/** Tenths of a millisecond within the hour: as a price it says when it was made, also to another process. */
const stamp = (): number => (Math.round((performance.timeOrigin + performance.now()) * 10) % hourTenths) + 1

/** How long ago a stamp was, in ms. */
export const ageMs = (made: number): number => ((stamp() - made + hourTenths) % hourTenths) / 10

/** All markets at a new price four times a second. Its seconds run four times as fast as the clock's, so that each has its record. */
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
    due: () => {
      const price = toScaled(asDecimal(String(stamp())))
      return [{ sec: ++sec, prices: new Map(symbols.map(({ symbol }) => [symbol, price])), missed: false }]
    },
    start: () => {},
    stop: () => {},
  }
}
