import { formatHourMinute, formatDate } from '#i18n/date.ts'

/** From when to when, in the device's zone: the day is not said twice. */
export function formatMaintenanceSpan({ from, to }: { from: number; to: number }): [from: string, to: string] {
  const [first, last] = [formatDate(from), formatDate(to)]
  return [`${first} ${formatHourMinute(from)}`, first === last ? formatHourMinute(to) : `${last} ${formatHourMinute(to)}`]
}
