import { useLingui } from '@lingui/react/macro'
import { serverNow } from '#api/serverClock.ts'
import type { UserTradingRestrictions } from '#contract/calls/limits.ts'
import { formatDateTime } from '#i18n/date.ts'

/** Whether a day after the questions is still running: before the next try, or before the first order. */
export const isSuitabilityWaitRunning = ({ retryAt, opensAt }: UserTradingRestrictions['suitability']): boolean =>
  (opensAt ?? retryAt ?? 0) > serverNow()

/** Where somebody stands with the questions about risk, in words. */
export function useSuitabilityStatusText({ passed, retryAt, opensAt }: UserTradingRestrictions['suitability']): {
  title: string
  text: string
} {
  const { t } = useLingui()
  const opens = opensAt === null ? '' : formatDateTime(opensAt)
  const retry = retryAt === null ? '' : formatDateTime(retryAt)
  if (passed && opensAt !== null && opensAt > serverNow())
    return { title: t`Passed`, text: t`Real contracts, options and second contracts open on ${opens}` }
  if (passed) return { title: t`Passed`, text: t`Nothing more is asked` }
  if (retryAt !== null && retryAt > serverNow()) return { title: t`Not passed yet`, text: t`The next try is open from ${retry}` }
  return { title: t`Ten questions`, text: t`Before the first real contract, option or second contract` }
}
