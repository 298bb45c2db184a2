import { useLingui } from '@lingui/react/macro'
import { useUser } from '#api/person.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { accountTypes } from '#contract/constants.ts'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { useTradeRestriction, useTradeRestrictionText } from '#widgets/trading/useTradeRestriction.ts'

/** Why this person cannot apply or pay now, in a few words; undefined where nothing is known against it. The server has the last word. */
export function useIeoRestrictionText(token: string): string | undefined {
  const { t } = useLingui()
  const user = useUser()
  const isOnline = useIsOnline()
  const connection = useStreamConnectionState()
  const noWayOut = useTradeRestrictionText('spot', false, accountTypes.real, token)
  const isNotSold = useTradeRestriction('spot', accountTypes.real, token)?.reason === 'noWayOut'
  if (!isOnline || connection === 'offline') return t`Needs a connection`
  if (!user) return undefined
  if (user.features.ieo !== 'real') return t`Not offered in your country`
  if (user.isGuest === 1) return t`Guests have the demo book only`
  if (user.kycStatus === 0) return t`It needs a verified identity`
  return isNotSold ? noWayOut : undefined
}
