import { Trans, useLingui } from '@lingui/react/macro'
import { type WithdrawalAccount, withdrawals } from '#contract/calls/withdrawals.ts'
import { showToast } from '#ui/toast.ts'
import { formatWithdrawalAccountDestination } from './destinations.ts'
import { StepUpSheet } from './StepUpSheet.tsx'
import { useIdempotentWrite } from '#widgets/form/useIdempotentWrite.ts'

/** Takes a place out of the book; what is on its way there goes on. */
export function RemoveWithdrawalAccountSheet({ account, onClose }: { account: WithdrawalAccount; onClose(): void }) {
  const { t } = useLingui()
  const toast = () => t`Removed`
  const { save, isBusy, error } = useIdempotentWrite(withdrawals.removeAccount, {
    toast,
    onDone: () => {
      showToast(toast(), { tone: 'good' })
      onClose()
    },
  })
  const place = account.label || formatWithdrawalAccountDestination(account)
  return (
    <StepUpSheet
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
    </StepUpSheet>
  )
}
