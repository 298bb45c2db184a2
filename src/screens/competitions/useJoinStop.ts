import { useLingui } from '@lingui/react/macro'
import { useUser } from '#api/person.ts'
import { useConnection } from '#api/socket.ts'
import { book } from '#contract/constants.ts'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import { useMissing, useTradeStop } from '#widgets/useTradeStop.ts'

/** Why this person cannot join now, in a few words; undefined where nothing is known against it. The server has the last word. */
export function useJoinStop(): string | undefined {
  const { t } = useLingui()
  const features = useUser()?.features
  const isOnline = useIsOnline()
  const connection = useConnection()
  const missing = useMissing('contract', book.contest)
  const onBreak = useTradeStop('contract', false, book.contest)
  if (!isOnline || connection === 'offline') return t`Needs a connection`
  if (features?.incentive === 'off' || (features?.contract === 'off' && features.cryptoContract === 'off'))
    return t`Not offered in your country`
  return missing?.reason === 'selfExcluded' ? onBreak : undefined
}
