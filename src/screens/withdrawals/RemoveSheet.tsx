import { Trans, useLingui } from '@lingui/react/macro'
import { type WithdrawalAccount, withdrawals } from '#contract/calls/withdrawals.ts'
import { toast } from '#ui/toast.ts'
import { placeOf } from './places.ts'
import { ProvenSheet } from './ProvenSheet.tsx'
import { useSaving } from '#widgets/useSaving.ts'

/** Takes a place out of the book; what is on its way there goes on. */
export function RemoveSheet({ account, onClose }: { account: WithdrawalAccount; onClose(): void }) {
  const { t } = useLingui()
  const { save, isBusy, error } = useSaving(withdrawals.removeAccount, () => {
    toast(t`Removed`, { tone: 'good' })
    onClose()
  })
  const place = account.label || placeOf(account)
  return (
    <ProvenSheet
      call={withdrawals.removeAccount}
      title={t`Remove this place`}
      action={<Trans>Remove</Trans>}
      isReady
      isBusy={isBusy}
      error={error}
      onConfirm={(proof) => save({ id: account.id, ...proof })}
      onClose={onClose}
    >
      <p>
        <Trans>{place} is taken out of your book. Saved again, it waits as a new one. What is on its way there goes on.</Trans>
      </p>
    </ProvenSheet>
  )
}
