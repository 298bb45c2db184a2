import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { apiReadQuery } from '#api/query.ts'
import { withdrawals } from '#contract/calls/withdrawals.ts'

/** How long withdrawals took lately, for everybody (docs/rules/fair-dealing.md); nothing while none was paid. */
export function WithdrawalPayoutTimes() {
  const { data } = useQuery(apiReadQuery(withdrawals.withdrawalStats, {}))
  if (data?.p50Seconds == null || data.p95Seconds == null) return null
  const [half, most] = [data.p50Seconds, data.p95Seconds].map((seconds) => Math.max(1, Math.ceil(seconds / 60)))
  return (
    <Trans>
      Last 30 days: half within {half} min, 95% within {most} min
    </Trans>
  )
}
