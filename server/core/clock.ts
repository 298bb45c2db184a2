import { asInstant, type Instant } from '#contract/time.ts'

/** Where the server's time comes from. Nobody else asks Date.now(), so that a test can turn the clock by hand. */
export interface Clock {
  now(): Instant
}

export const systemClock: Clock = { now: () => asInstant(Date.now()) }

/** A clock for tests: it stands still until it is moved. */
export function createManualClock(startMs: number): Clock & { advance(ms: number): void; set(ms: number): void } {
  let at = startMs
  return {
    now: () => asInstant(at),
    advance: (ms) => {
      at += ms
    },
    set: (ms) => {
      at = ms
    },
  }
}
