import { Trans } from '@lingui/react/macro'
import type { Reply } from '#contract/call.ts'
import type { secondContracts } from '#contract/calls/secondContracts.ts'
import { formatShare, formatSigned, missing } from '#i18n/number.ts'
import { Facts } from '#ui/Facts.tsx'

/** One's own result, and everybody's beside it. */
export function SecondTotals({ head }: { head: Reply<typeof secondContracts.head> }) {
  const share = (rate: string | null) => (rate === null ? missing : formatShare(rate, 1))
  const { winRate30d, userNet30d, settled30d } = head.platform
  const settled = settled30d
  return (
    <Facts
      rows={[
        { key: 'today', name: <Trans>Your result today</Trans>, value: `${formatSigned(head.todayNet, 2)} USDT` },
        { key: 'all', name: <Trans>Your result in all</Trans>, value: `${formatSigned(head.lifetimeNet, 2)} USDT` },
        { key: 'right', name: <Trans>You were right in</Trans>, value: share(head.winRate) },
        {
          key: 'others',
          name: <Trans>Everybody, 30 days ({settled})</Trans>,
          value: `${share(winRate30d)} · ${formatSigned(userNet30d, 2)} USDT`,
        },
      ]}
    />
  )
}
