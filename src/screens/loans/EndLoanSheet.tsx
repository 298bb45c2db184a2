import { Trans, useLingui } from '@lingui/react/macro'
import { isUnanswered } from '#api/apiError.ts'
import { type LoanOrder, loans } from '#contract/calls/loans.ts'
import { subtract } from '#rules/decimal.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import { Failure } from '#widgets/Failure.tsx'
import { useSaving } from '#widgets/useSaving.ts'
import { money } from './amounts.ts'
import styles from './Loans.module.css'

interface EndLoanSheetProps {
  order: LoanOrder
  /** It is paid out already: the principal goes back. Otherwise only the wish ends. */
  isReturn: boolean
  onClose(): void
}

/** Leaving costs nothing: a request is cancelled, a payout of the last 24 hours given back. */
export function EndLoanSheet({ order: { id, currency, principalLeft, collateral, repayments }, isReturn, onClose }: EndLoanSheetProps) {
  const { t } = useLingui()
  const { save, isBusy, error } = useSaving(isReturn ? loans.returnLoan : loans.cancelLoan, () => {
    toast(isReturn ? t`Given back. You owe nothing.` : t`Cancelled. You owe nothing.`, { tone: 'good' })
    onClose()
  })
  // Interest that was paid on a part comes back with it.
  const amount = `${money(repayments.reduce((left, { interest }) => subtract(left, interest), principalLeft))} ${currency}`
  return (
    <Sheet
      open
      onClose={onClose}
      title={isReturn ? t`Give this loan back` : t`Cancel this request`}
      footer={
        <div className={styles.choice}>
          <Button kind="secondary" size="large" disabled={isBusy} onClick={onClose}>
            <Trans>Keep it</Trans>
          </Button>
          <Button size="large" busy={isBusy} onClick={() => save({ id })}>
            {error && isUnanswered(error) ? (
              <Trans>Ask again</Trans>
            ) : isReturn ? (
              <Trans>Give it back</Trans>
            ) : (
              <Trans context="an order">Cancel it</Trans>
            )}
          </Button>
        </div>
      }
    >
      <p>
        {!isReturn ? (
          <Trans>No money has moved, and nothing is owed.</Trans>
        ) : collateral ? (
          <Trans>{amount} leave your balance, without interest or fee. Your collateral comes back at once.</Trans>
        ) : (
          <Trans>{amount} leave your balance, without interest or fee.</Trans>
        )}
      </p>
      <Failure failure={error} paid />
    </Sheet>
  )
}
