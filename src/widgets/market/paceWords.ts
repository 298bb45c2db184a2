import { msg } from '@lingui/core/macro'
import { i18n } from '#i18n/i18n.ts'
import type { MarketActivity } from '#rules/marketPace.ts'
import { formatOpeningTime } from './openingWords.ts'

/** Whether people here sleep, by the device's clock. */
export function isNightAt(atMs: number): boolean {
  const hour = new Date(atMs).getHours()
  return hour >= 22 || hour < 6
}

/** How fast a market is, in two words. */
export const marketActivityText = (pace: MarketActivity, nowMs: number): string =>
  i18n._(
    pace === 'fast' ? msg`Fast market` : pace === 'usual' ? msg`Moves as usual` : isNightAt(nowMs) ? msg`Calm night` : msg`Calm market`,
  )

/** 'Gold is closed until Monday 00:00'; within a day the clock alone. */
export function marketClosedText(market: string, opensAt: number | undefined, nowMs: number): string {
  if (opensAt === undefined) return i18n._(msg`${market} is closed`)
  const when = formatOpeningTime(opensAt, nowMs, 'long')
  return i18n._(msg`${market} is closed until ${when}`)
}
