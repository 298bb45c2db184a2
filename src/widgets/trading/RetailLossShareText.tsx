import { Trans } from '@lingui/react/macro'
import { useSystemSettings } from '#api/person.ts'
import { formatPercent } from '#i18n/number.ts'

/** How many accounts lose, before every trade with risk: our own share once there are enough days and accounts to state it. */
export function RetailLossShareText() {
  const lossShare = useSystemSettings()?.retailLossShare
  if (lossShare === undefined) return <Trans>We have no loss statistics yet; at other providers most retail accounts lose.</Trans>
  const share = formatPercent(lossShare, 1)
  return <Trans>{share} of our retail accounts lost money on contracts over the last 12 months.</Trans>
}
