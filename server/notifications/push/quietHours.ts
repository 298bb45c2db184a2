import type { DeviceQuietHours } from './devices.ts'
import { timeZoneOffsetMinutes } from './zone.ts'

const minuteMs = 60_000
const dayMinutes = 1440

/** When the quiet hours end that it is in at that moment; undefined when it is in none. Hours may go over midnight. */
export function endOfQuietHours(quiet: DeviceQuietHours, atMs: number): number | undefined {
  const sinceFrom = sinceBegun(quiet, atMs)
  const length = onClock(quiet.to - quiet.from)
  return sinceFrom < length ? byItsClock(quiet, atMs, length - sinceFrom) : undefined
}

/** When the next quiet hours begin, from a moment that is in none. */
export const nextQuietHoursStart = (quiet: DeviceQuietHours, atMs: number): number =>
  byItsClock(quiet, atMs, dayMinutes - sinceBegun(quiet, atMs))

const sinceBegun = (quiet: DeviceQuietHours, atMs: number): number => onClock(minuteOf(atMs) + offsetAt(quiet, atMs) - quiet.from)

/** So many minutes later on the device's clock, which may be put forward or back meanwhile; always later. */
function byItsClock(quiet: DeviceQuietHours, atMs: number, minutes: number): number {
  const thenMs = (minuteOf(atMs) + minutes) * minuteMs
  const movedMs = thenMs + (offsetAt(quiet, atMs) - offsetAt(quiet, thenMs)) * minuteMs
  return movedMs > atMs ? movedMs : thenMs
}

/** The zone knows of summer time; the distance that was told is of the day it was told. */
const offsetAt = ({ zone, offsetMinutes }: DeviceQuietHours, atMs: number): number =>
  (zone ? timeZoneOffsetMinutes(zone, atMs) : undefined) ?? offsetMinutes

const minuteOf = (ms: number): number => Math.floor(ms / minuteMs)
/** Minutes after midnight. */
const onClock = (minutes: number): number => ((minutes % dayMinutes) + dayMinutes) % dayMinutes
