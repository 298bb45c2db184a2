import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useApiWrite } from '#api/mutation.ts'
import {
  type CreditLoanRequest,
  type CreditLoanPreview,
  type LoanPlan,
  loans,
  type PledgedLoanRequest,
  type PledgedLoanPreview,
} from '#contract/calls/loans.ts'
import { trading } from '#contract/calls/trading.ts'
import { path } from '#sitemap'
import { ConfirmSheet } from '#widgets/form/ConfirmSheet.tsx'
import { useConfirmation } from '#widgets/form/useConfirming.ts'
import { useFreshOrderPreview } from '#widgets/form/useFreshPreview.ts'
import { formatLoanAmount } from './amounts.ts'
import { LoanPreviewFacts } from './LoanPreviewFacts.tsx'
import { useLoanTexts } from './useLoanWords.ts'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'

export type LoanIntent = { action: 'loanCredit'; payload: CreditLoanRequest } | { action: 'loanPledge'; payload: PledgedLoanRequest }
type LoanPreview = CreditLoanPreview | PledgedLoanPreview

interface ConfirmLoanSheetProps {
  wish: LoanIntent
  set: LoanPlan
  onClose(): void
}

/** The last look before a loan: every figure of it as it will be; then its own page. */
export function ConfirmLoanSheet({ wish, set, onClose }: ConfirmLoanSheetProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { mutateAsync: askPreview } = useApiWrite(trading.preview, { errors: 'inline' })
  const { mutateAsync: applyForCredit } = useApiWrite(loans.applyForCredit, { errors: 'inline' })
  const { mutateAsync: applyForPledge } = useApiWrite(loans.applyForPledge, { errors: 'inline' })
  const fresh = useFreshOrderPreview<LoanPreview>(wish.payload, {
    ask: async () => {
      const preview = await askPreview({ body: wish })
      if (preview.action !== 'loanCredit' && preview.action !== 'loanPledge') throw new Error('another preview')
      return preview
    },
    expiryOf: ({ expireAt }) => expireAt,
  })
  const words = useLoanTexts()
  const send = ({ confirmToken }: LoanPreview, requestId: string) =>
    wish.action === 'loanCredit'
      ? applyForCredit({ body: { ...wish.payload, confirmToken }, requestId })
      : applyForPledge({ body: { ...wish.payload, confirmToken }, requestId })
  const confirming = useConfirmation(fresh.preview, fresh.refresh, send, {
    toast: (made) => `${words.kindOf(made)}: ${words.standing(made)}`,
    onDone: ({ id }) => void navigate({ to: path.loanOrders, search: { id } }),
  })

  const [amount, days] = [`${formatLoanAmount(wish.payload.amount)} ${set.currency}`, wish.payload.days]
  return (
    <ConfirmSheet
      title={t`Borrow ${amount} for ${days} days`}
      confirming={confirming}
      error={fresh.error}
      onRetry={fresh.refresh}
      movedIn={fresh.changed.has('lines') ? fresh.turn : 0}
      onCancel={onClose}
    >
      {(shown) => (
        <Stack gap={4}>
          <LoanPreviewFacts shown={shown} set={set} />
          <Text tone="quiet">
            {wish.action === 'loanCredit' ? (
              <Trans>
                It is reviewed first. Until it is granted you can cancel; for 24 hours after the payout you can give it back free.
              </Trans>
            ) : (
              <Trans>It is paid out at once. For 24 hours you can give it back free, and your collateral returns.</Trans>
            )}
          </Text>
        </Stack>
      )}
    </ConfirmSheet>
  )
}
