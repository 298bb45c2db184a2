import type { Quiet } from './devices.ts'

const minuteMs = 60_000
const dayMinutes = 1440

/** When the quiet hours end that it is in at that moment; undefined when it is in none. Hours may go over midnight. */
export function quietUntil({ from, to, offsetMinutes }: Quiet, atMs: number): number | undefined {
  const minute = Math.floor(atMs / minuteMs)
  const onClock = (((minute + offsetMinutes) % dayMinutes) + dayMinutes) % dayMinutes
  const sinceFrom = (onClock - from + dayMinutes) % dayMinutes
  const length = (to - from + dayMinutes) % dayMinutes
  return sinceFrom < length ? (minute + length - sinceFrom) * minuteMs : undefined
}
