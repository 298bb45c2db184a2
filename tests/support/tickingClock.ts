import { createManualClock } from '#server/core/clock.ts'
import type { StartableMarketDataService } from '#market/createMarket.ts'

/** A clock that goes on as time does elsewhere, the market with it, and can be turned ahead without waiting. */
export interface TickingClock extends ReturnType<typeof createManualClock> {
  start(market: Pick<StartableMarketDataService, 'step'>): void
  /** Every look of the market on the way is taken, as if the time had passed. */
  turnAhead(ms: number): Promise<void>
  stop(): Promise<void>
}

/** `everyMs` is how often the market looks: as often as its feed gives something. */
export function tickingClock(startMs: number, everyMs = 1_000): TickingClock {
  const clock = createManualClock(startMs)
  let step = async (): Promise<void> => {}
  // One look after the other: none is taken for another's.
  let last: Promise<void> = Promise.resolve()
  const look = (): Promise<void> => {
    const next = last.then(() => {
      clock.advance(everyMs)
      return step()
    })
    last = next.catch(() => undefined)
    return next
  }
  let timer: ReturnType<typeof setInterval> | undefined
  return {
    ...clock,
    start: (market) => {
      step = () => market.step()
      timer = setInterval(() => void look().catch(() => undefined), everyMs)
    },
    turnAhead: async (ms) => {
      for (let left = ms; left > 0; left -= everyMs) await look()
    },
    stop: async () => {
      clearInterval(timer)
      await last
    },
  }
}
