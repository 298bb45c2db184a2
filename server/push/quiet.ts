import type { Quiet } from './devices.ts'

const minuteMs = 60_000
const dayMinutes = 1440

/** When the quiet hours end that it is in at that moment; undefined when it is in none. Hours may go over midnight. */
export function quietUntil({ from, to, offsetMinutes }: Quiet, atMs: number): number | undefined {
  const minute = Math.floor(atMs / minuteMs)
  const sinceFrom = onClock(minute + offsetMinutes - from)
  const length = onClock(to - from)
  return sinceFrom < length ? (minute + length - sinceFrom) * minuteMs : undefined
}

/** When the next quiet hours begin, from a moment that is in none. */
export function quietFrom({ from, offsetMinutes }: Quiet, atMs: number): number {
  const minute = Math.floor(atMs / minuteMs)
  return (minute + dayMinutes - onClock(minute + offsetMinutes - from)) * minuteMs
}

/** Minutes after midnight. */
const onClock = (minutes: number): number => ((minutes % dayMinutes) + dayMinutes) % dayMinutes
