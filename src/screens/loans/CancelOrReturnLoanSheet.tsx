import { Trans, useLingui } from '@lingui/react/macro'
import { useApiWrite } from '#api/mutation.ts'
import { type LoanOrder, loans } from '#contract/calls/loans.ts'
import { subtract } from '#rules/decimal.ts'
import { CancelSheet } from '#widgets/form/CancelSheet.tsx'
import { formatLoanAmount } from './amounts.ts'

interface EndLoanSheetProps {
  order: LoanOrder
  /** It is paid out already: the principal goes back. Otherwise only the wish ends. */
  isReturn: boolean
  onClose(): void
}

/** Leaving costs nothing: a request is cancelled, a payout of the last 24 hours given back. */
export function CancelOrReturnLoanSheet({
  order: { id, currency, principalLeft, collateral, repayments },
  isReturn,
  onClose,
}: EndLoanSheetProps) {
  const { t } = useLingui()
  const { mutateAsync: end } = useApiWrite(isReturn ? loans.returnLoan : loans.cancelLoan, { errors: 'inline' })
  // Interest that was paid on a part comes back with it.
  const amount = `${formatLoanAmount(repayments.reduce((left, { interest }) => subtract(left, interest), principalLeft))} ${currency}`
  return (
    <CancelSheet
      title={isReturn ? t`Give this loan back` : t`Cancel this request`}
      action={isReturn ? <Trans>Give it back</Trans> : <Trans context="an order">Cancel it</Trans>}
      done={isReturn ? t`Given back. You owe nothing.` : t`Cancelled. You owe nothing.`}
      paid
      cancel={(requestId) => end({ body: { id }, requestId })}
      onClose={onClose}
    >
      {!isReturn ? (
        <Trans>No money has moved, and nothing is owed.</Trans>
      ) : collateral ? (
        <Trans>{amount} leave your balance, without interest or fee. Your collateral comes back at once.</Trans>
      ) : (
        <Trans>{amount} leave your balance, without interest or fee.</Trans>
      )}
    </CancelSheet>
  )
}
