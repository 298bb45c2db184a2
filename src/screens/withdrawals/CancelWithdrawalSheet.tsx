import { Trans, useLingui } from '@lingui/react/macro'
import { useApiWrite } from '#api/mutation.ts'
import { type Withdrawal, withdrawals } from '#contract/calls/withdrawals.ts'
import { CancelSheet } from '#widgets/form/CancelSheet.tsx'
import { formatFullAmount } from '#widgets/money/fullAmount.ts'

/** Leaving is never hindered: one look, no proof, everything back. */
export function CancelWithdrawalSheet({ withdrawal: { id, money, currency }, onClose }: { withdrawal: Withdrawal; onClose(): void }) {
  const { t } = useLingui()
  const { mutateAsync: cancel } = useApiWrite(withdrawals.cancel, { errors: 'inline' })
  const amount = formatFullAmount(money)
  return (
    <CancelSheet
      title={t`Cancel this withdrawal`}
      action={<Trans>Cancel it</Trans>}
      done={t`Cancelled. All of it is back.`}
      cancel={(requestId) => cancel({ body: { id }, requestId })}
      onClose={onClose}
    >
      <Trans>
        {amount} {currency} come back to your balance at once, the fee included.
      </Trans>
    </CancelSheet>
  )
}
