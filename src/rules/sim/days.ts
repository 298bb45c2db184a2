export const daySeconds = 86_400
/** Days begin at 00:00 UTC+8 (docs/rules/time-and-numbers.md). */
const dayShift = 28_800

/** The number of the UTC+8 day that a second is in. */
export const dayOf = (sec: number): number => Math.floor((sec + dayShift) / daySeconds)

/** The first second of a UTC+8 day. */
export const startOfDayNumber = (day: number): number => day * daySeconds - dayShift
