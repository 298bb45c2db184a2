import { msg } from '@lingui/core/macro'
import { i18n } from '#i18n/i18n.ts'
import { formatHourMinute } from '#i18n/date.ts'
import type { ListedMarket } from './listedMarket.ts'

const dayMs = 86_400_000

/** 'Monday 00:00', or the clock alone where `isNear`: on this device's clock. */
const formatWeekdayTime = (atMs: number, isNear: boolean, weekday: 'long' | 'short'): string =>
  (isNear ? '' : `${new Intl.DateTimeFormat(i18n.locale, { weekday }).format(atMs)} `) + formatHourMinute(atMs)

/** When a closed market opens: 'Monday 00:00'; within a day the clock alone. */
export const formatOpeningTime = (opensAt: number, nowMs: number, weekday: 'long' | 'short'): string =>
  formatWeekdayTime(opensAt, opensAt - nowMs < dayMs, weekday)

/** 'Opens Mon 00:00'. */
function marketOpensText(opensAt: number, nowMs: number): string {
  const when = formatOpeningTime(opensAt, nowMs, 'short')
  return i18n._(msg`Opens ${when}`)
}

/** 'Since Mon 06:00': what the change, the high and the low of a market are of that has prices of less than 24 hours. */
export function marketFiguresSinceText(since24: number, nowMs: number): string {
  const when = formatWeekdayTime(since24, new Date(since24).toDateString() === new Date(nowMs).toDateString(), 'short')
  return i18n._(msg`Since ${when}`)
}

/** What a row says of when its market opens, or of the time that its figures are of; undefined where there is nothing to say. */
export function marketOpensOrFiguresSinceText(
  { opensAt, since24 }: Pick<ListedMarket, 'opensAt' | 'since24'>,
  nowMs: number,
): string | undefined {
  // A list of before the session began, such as a kept one, knows no better.
  if (opensAt !== undefined && opensAt > nowMs) return marketOpensText(opensAt, nowMs)
  return since24 === undefined ? undefined : marketFiguresSinceText(since24, nowMs)
}
