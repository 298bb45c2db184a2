import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const padTwoDigits = (value: number): string => String(value).padStart(2, '0')

/** DD/MM/YYYY HH:mm:ss in the device's zone, for lists. */
export const formatDateTime = (at: number): string => `${formatDate(at)} ${formatHourMinute(at)}:${padTwoDigits(new Date(at).getSeconds())}`
/** DD/MM/YYYY in the device's zone. */
export const formatDate = (at: number): string => {
  const day = new Date(at)
  return `${padTwoDigits(day.getDate())}/${padTwoDigits(day.getMonth() + 1)}/${String(day.getFullYear()).padStart(4, '0')}`
}
/** HH:mm in the device's zone. */
export const formatHourMinute = (at: number): string => {
  const time = new Date(at)
  return `${padTwoDigits(time.getHours())}:${padTwoDigits(time.getMinutes())}`
}

const liveMaxAgeMs = 3_000
const minuteMs = 60_000
const hourMs = 3_600_000

/** Age words of docs/rules/content.md: nothing while live, '5 s', '2 min', '14:32', 'Tue 14:32'. */
export function formatDataAge(at: number, now: number): string | undefined {
  const age = now - at
  if (age < liveMaxAgeMs) return undefined
  const seconds = Math.floor(age / 1000)
  if (age < minuteMs) return i18n._(msg`${seconds} s`)
  const minutes = Math.floor(age / minuteMs)
  if (age < hourMs) return i18n._(msg`${minutes} min`)
  if (formatDate(at) === formatDate(now)) return formatHourMinute(at)
  const weekday = new Intl.DateTimeFormat(i18n.locale, { weekday: 'short' }).format(at)
  return age < 7 * 24 * hourMs ? `${weekday} ${formatHourMinute(at)}` : formatDate(at)
}
