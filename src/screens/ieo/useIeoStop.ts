import { useLingui } from '@lingui/react/macro'
import { useUser } from '#api/person.ts'
import { useConnection } from '#api/socket.ts'
import { useIsOnline } from '#widgets/StatusChips.tsx'

/** Why this person cannot apply or pay now, in a few words; undefined where nothing is known against it. The server has the last word. */
export function useIeoStop(): string | undefined {
  const { t } = useLingui()
  const user = useUser()
  const isOnline = useIsOnline()
  const connection = useConnection()
  if (!isOnline || connection === 'offline') return t`Needs a connection`
  if (!user) return undefined
  if (user.features.ieo !== 'real') return t`Not offered in your country`
  if (user.isGuest === 1) return t`Guests have the demo book only`
  return user.kycStatus === 0 ? t`It needs a verified identity` : undefined
}
