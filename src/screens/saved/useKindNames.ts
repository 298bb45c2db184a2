import { useLingui } from '@lingui/react/macro'
import type { OfflineStorageKind } from '#api/stored/storageUsage.ts'

/** What each kind is called. */
export function useOfflineStorageKindNames(): Record<OfflineStorageKind, string> {
  const { t } = useLingui()
  return {
    reading: t`Help, news and agreements`,
    receipts: t`Receipts and proofs`,
    markets: t`Markets`,
    own: t`Your account, as last seen`,
    messages: t`Messages not sent`,
    identity: t`Identity form not sent`,
    shared: t`Shared from other apps`,
  }
}
