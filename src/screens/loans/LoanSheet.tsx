import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { newRequestId, useWrite } from '#api/mutation.ts'
import { type CreditAsk, type CreditPreview, type LoanSet, loans, type PledgeAsk, type PledgePreview } from '#contract/calls/loans.ts'
import { trading } from '#contract/calls/trading.ts'
import { path } from '#sitemap'
import { ConfirmSheet } from '#widgets/ConfirmSheet.tsx'
import { useConfirming } from '#widgets/useConfirming.ts'
import { useFreshPreview } from '#widgets/useFreshPreview.ts'
import { money } from './amounts.ts'
import { LoanLines } from './LoanLines.tsx'
import styles from './Loans.module.css'

export type LoanWish = { action: 'loanCredit'; payload: CreditAsk } | { action: 'loanPledge'; payload: PledgeAsk }
type LoanPreview = CreditPreview | PledgePreview

interface LoanSheetProps {
  wish: LoanWish
  set: LoanSet
  onClose(): void
}

/** The last look before a loan: every figure of it as it will be; then its own page. */
export function LoanSheet({ wish, set, onClose }: LoanSheetProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [requestId] = useState(newRequestId)
  const { mutateAsync: askPreview } = useWrite(trading.preview, { errors: 'inline' })
  const { mutateAsync: applyForCredit } = useWrite(loans.applyForCredit, { errors: 'inline' })
  const { mutateAsync: applyForPledge } = useWrite(loans.applyForPledge, { errors: 'inline' })
  const fresh = useFreshPreview<LoanPreview>(wish.payload, {
    ask: async () => {
      const preview = await askPreview({ body: wish })
      if (preview.action !== 'loanCredit' && preview.action !== 'loanPledge') throw new Error('another preview')
      return preview
    },
    expiryOf: ({ expireAt }) => expireAt,
  })
  const confirming = useConfirming(fresh.preview, fresh.refresh, ({ confirmToken }) =>
    wish.action === 'loanCredit'
      ? applyForCredit({ body: { ...wish.payload, confirmToken }, requestId })
      : applyForPledge({ body: { ...wish.payload, confirmToken }, requestId }),
  )
  const { done } = confirming
  useEffect(() => {
    if (done) void navigate({ to: path.loanOrders, search: { id: done.id } })
  }, [done, navigate])

  const [amount, days] = [`${money(wish.payload.amount)} ${set.currency}`, wish.payload.days]
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
        <div className={styles.form}>
          <LoanLines shown={shown} set={set} />
          <p className={styles.quiet}>
            {wish.action === 'loanCredit' ? (
              <Trans>
                It is reviewed first. Until it is granted you can cancel; for 24 hours after the payout you can give it back free.
              </Trans>
            ) : (
              <Trans>It is paid out at once. For 24 hours you can give it back free, and your collateral returns.</Trans>
            )}
          </p>
        </div>
      )}
    </ConfirmSheet>
  )
}
