import { useLingui } from '@lingui/react/macro'
import type { KeptKind } from '#api/keptHere.ts'

/** What each kind is called. */
export function useKindNames(): Record<KeptKind, string> {
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
