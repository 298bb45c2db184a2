import { formatClock, formatDay } from '#i18n/date.ts'

/** From when to when, in the device's zone: the day is not said twice. */
export function maintenanceSpan({ from, to }: { from: number; to: number }): [from: string, to: string] {
  const [first, last] = [formatDay(from), formatDay(to)]
  return [`${first} ${formatClock(from)}`, first === last ? formatClock(to) : `${last} ${formatClock(to)}`]
}
