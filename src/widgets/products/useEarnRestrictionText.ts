import { useLingui } from '@lingui/react/macro'
import { useAccountType } from '#api/accountType.ts'
import { useUser } from '#api/person.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import type { EarnProduct } from '#contract/calls/products.ts'
import { accountTypes } from '#contract/constants.ts'
import { earnProductStatus } from '#contract/states.ts'
import { formatDateTime } from '#i18n/date.ts'
import { useIsOnline } from '../ScreenStatusChips.tsx'
import { productStatusLabels } from './productWords.ts'

/** Why this person cannot put money into it now, in a few words; undefined where nothing is known against it. The server has the last word. */
export function useEarnRestrictionText({ status, levelLimit }: EarnProduct): string | undefined {
  const { t, i18n } = useLingui()
  const user = useUser()
  const isReal = useAccountType() === accountTypes.real
  const isOnline = useIsOnline()
  const connection = useStreamConnectionState()
  const statusLabel = productStatusLabels[status]
  if (!isOnline || connection === 'offline') return t`Needs a connection`
  if (status !== earnProductStatus.open) return statusLabel ? i18n._(statusLabel) : t`Not open to you yet`
  if (!user) return undefined
  if (user.features.earn === 'off' || (isReal && user.features.earn === 'demo')) return t`Not offered in your country`
  if (user.exclusion?.scope === 'all') {
    const until = formatDateTime(user.exclusion.until)
    return t`Your break lasts until ${until}`
  }
  if (isReal && user.isGuest === 1) return t`Guests have the demo book only`
  if (isReal && user.kycStatus === 0) return t`The real book needs a verified identity`
  return user.vipLevel < levelLimit ? t`This opens from level ${levelLimit}` : undefined
}
