import { useLingui } from '@lingui/react/macro'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import { formatHourMinute } from '#i18n/date.ts'
import { formatAmount, formatSignedPercent } from '#i18n/number.ts'
import type { MarketCondition } from '#rules/marketStatus.ts'
import { marketClosedText, marketActivityText } from '#widgets/market/paceWords.ts'

/** '0.6'. */
export const formatMovementMultiple = (times: number): string => formatAmount(times.toFixed(1), 1)
export const formatJumpPercent = (change: number): string => formatSignedPercent(change.toFixed(6))

/** A story in a few words, and what is said after them more quietly. */
export function useMarketActivityFormatter({ category, name, base, quote }: Pick<MarketWithPrice, 'category' | 'name' | 'base' | 'quote'>) {
  const { t } = useLingui()
  return (story: MarketCondition, nowMs: number): { title: string; more?: string } => {
    if (story.kind === 'closed') return { title: marketClosedText(category === 'forex' ? `${base}/${quote}` : name, story.opensAt, nowMs) }
    if (story.kind === 'jump') {
      const [time, change] = [formatHourMinute(story.atMs), formatJumpPercent(story.change)]
      return { title: t`A jump at ${time}`, more: t`${change} in one minute` }
    }
    const title = marketActivityText(story.kind, nowMs)
    const times = formatMovementMultiple(story.pace)
    return story.kind === 'usual' ? { title } : { title, more: t`${times}× its usual moves` }
  }
}
