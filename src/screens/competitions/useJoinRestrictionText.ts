import { useLingui } from '@lingui/react/macro'
import { useUser } from '#api/person.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { accountTypes } from '#contract/constants.ts'
import { isProductOfferedRealOrDemo } from '#rules/offers.ts'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { useTradeRestriction, useTradeRestrictionText } from '#widgets/trading/useTradeRestriction.ts'

/** Why this person cannot join now, in a few words; undefined where nothing is known against it. The server has the last word. */
export function useJoinCompetitionRestrictionText(): string | undefined {
  const { t } = useLingui()
  const features = useUser()?.features
  const isOnline = useIsOnline()
  const connection = useStreamConnectionState()
  const restriction = useTradeRestriction('contract', accountTypes.competition)
  const restrictionText = useTradeRestrictionText('contract', false, accountTypes.competition)
  if (!isOnline || connection === 'offline') return t`Needs a connection`
  if (!isProductOfferedRealOrDemo(features, 'competition')) return t`Not offered in your country`
  return restriction?.reason === 'selfExcluded' ? restrictionText : undefined
}
