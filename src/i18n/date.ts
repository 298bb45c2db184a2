import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { lightFormat } from 'date-fns'

/** DD/MM/YYYY HH:mm:ss in the device's zone, for lists. */
export const formatTime = (at: number): string => lightFormat(at, 'dd/MM/yyyy HH:mm:ss')
/** DD/MM/YYYY in the device's zone. */
export const formatDay = (at: number): string => lightFormat(at, 'dd/MM/yyyy')
/** HH:mm in the device's zone. */
export const formatClock = (at: number): string => lightFormat(at, 'HH:mm')

const liveMs = 3_000
const minuteMs = 60_000
const hourMs = 3_600_000

/** Age words of product §4.4: nothing while live, '5 s', '2 min', '14:32', 'Tue 14:32'. */
export function ageWords(at: number, now: number): string | undefined {
  const age = now - at
  if (age < liveMs) return undefined
  const seconds = Math.floor(age / 1000)
  if (age < minuteMs) return i18n._(msg`${seconds} s`)
  const minutes = Math.floor(age / minuteMs)
  if (age < hourMs) return i18n._(msg`${minutes} min`)
  if (lightFormat(at, 'yyyyMMdd') === lightFormat(now, 'yyyyMMdd')) return formatClock(at)
  const weekday = new Intl.DateTimeFormat(i18n.locale, { weekday: 'short' }).format(at)
  return age < 7 * 24 * hourMs ? `${weekday} ${formatClock(at)}` : formatDay(at)
}
