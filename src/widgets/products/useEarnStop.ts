import { useLingui } from '@lingui/react/macro'
import { useBook } from '#api/book.ts'
import { useUser } from '#api/person.ts'
import { useConnection } from '#api/socket.ts'
import type { Product } from '#contract/calls/products.ts'
import { book } from '#contract/constants.ts'
import { productStatus } from '#contract/states.ts'
import { formatTime } from '#i18n/date.ts'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import { saleWords } from './productWords.ts'

/** Why this person cannot put money into it now, in a few words; undefined where nothing is known against it. The server has the last word. */
export function useEarnStop({ status, levelLimit }: Product): string | undefined {
  const { t, i18n } = useLingui()
  const user = useUser()
  const isReal = useBook() === book.real
  const isOnline = useIsOnline()
  const connection = useConnection()
  const sale = saleWords[status]
  if (!isOnline || connection === 'offline') return t`Needs a connection`
  if (status !== productStatus.open) return sale ? i18n._(sale) : t`Not open to you yet`
  if (!user) return undefined
  if (user.features.earn === 'off' || (isReal && user.features.earn === 'demo')) return t`Not offered in your country`
  if (user.exclusion?.scope === 'all') {
    const until = formatTime(user.exclusion.until)
    return t`Your break lasts until ${until}`
  }
  if (isReal && user.isGuest === 1) return t`Guests have the demo book only`
  if (isReal && user.kycStatus === 0) return t`The real book needs a verified identity`
  return user.vipLevel < levelLimit ? t`This opens from level ${levelLimit}` : undefined
}
