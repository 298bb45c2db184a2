import { Trans } from '@lingui/react/macro'
import type { CallReply } from '#contract/call.ts'
import type { secondContracts } from '#contract/calls/secondContracts.ts'
import { formatPercent, formatSignedAmount, missingValueDash } from '#i18n/number.ts'
import { DescriptionList } from '#ui/DescriptionList.tsx'

/** One's own result, and everybody's beside it. */
export function SecondContractTotals({ head }: { head: CallReply<typeof secondContracts.head> }) {
  const share = (rate: string | null) => (rate === null ? missingValueDash : formatPercent(rate, 1))
  const { winRate30d, userNet30d, settled30d } = head.platform
  const settled = settled30d
  return (
    <DescriptionList
      rows={[
        { key: 'today', name: <Trans>Your result today</Trans>, value: `${formatSignedAmount(head.todayNet, 2)} USDT` },
        { key: 'all', name: <Trans>Your result in all</Trans>, value: `${formatSignedAmount(head.lifetimeNet, 2)} USDT` },
        { key: 'right', name: <Trans>You were right in</Trans>, value: share(head.winRate) },
        {
          key: 'others',
          name: <Trans>Everybody, 30 days ({settled})</Trans>,
          value: `${share(winRate30d)} · ${formatSignedAmount(userNet30d, 2)} USDT`,
        },
      ]}
    />
  )
}
