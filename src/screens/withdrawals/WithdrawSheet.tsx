import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ApiError, isUnanswered } from '#api/apiError.ts'
import { newRequestId, useWrite } from '#api/mutation.ts'
import { useUser } from '#api/person.ts'
import { trading } from '#contract/calls/trading.ts'
import { type WithdrawalAccount, type WithdrawAsk, type WithdrawPreview, withdrawals } from '#contract/calls/withdrawals.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { TextField } from '#ui/TextField.tsx'
import { Failure } from '#widgets/Failure.tsx'
import { fullAmount } from '#widgets/fullAmount.ts'
import { StepUp } from '#widgets/StepUp.tsx'
import { givenOf, isProven } from '#widgets/stepUpProof.ts'
import { useConfirming } from '#widgets/useConfirming.ts'
import { useFreshPreview } from '#widgets/useFreshPreview.ts'
import { type Beneficiary, BeneficiaryFields, isNamed } from './BeneficiaryFields.tsx'
import { besideProof } from './places.ts'
import { PreviewLines } from './PreviewLines.tsx'
import styles from './Withdrawals.module.css'

interface WithdrawSheetProps {
  ask: WithdrawAsk
  account: WithdrawalAccount
  onClose(): void
}

type Body = Parameters<ReturnType<typeof useWrite<typeof withdrawals.apply>>['mutateAsync']>[0]['body']

/** Steps 2 and 3: the figures as they will be, then the withdrawal password and the second factor. */
export function WithdrawSheet({ ask, account, onClose }: WithdrawSheetProps) {
  const { t } = useLingui()
  const user = useUser()
  const navigate = useNavigate()
  const [step, setStep] = useState<'look' | 'prove'>('look')
  const [proof, setProof] = useState<StepUpProof>({})
  const [receiver, setReceiver] = useState<Beneficiary>({ type: 'self', name: nameOf(user), vasp: '' })
  const [remark, setRemark] = useState('')
  const [requestId] = useState(newRequestId)
  // Without an answer the very same is sent again, whatever was typed since.
  const sent = useRef<Body>(undefined)
  const { mutateAsync: askPreview } = useWrite(trading.preview, { errors: 'inline' })
  const apply = useWrite(withdrawals.apply, { errors: 'inline' })
  const fresh = useFreshPreview<WithdrawPreview>(ask, {
    ask: async () => {
      const preview = await askPreview({ body: { action: 'withdraw', payload: ask } })
      if (preview.action !== 'withdraw') throw new Error('another preview')
      return preview
    },
    expiryOf: ({ expireAt }) => expireAt,
    earlyMs: 60_000,
  })
  const bodyOf = ({ confirmToken, needsBeneficiary }: WithdrawPreview): Body => {
    const { vasp, ...named } = receiver
    const beneficiary = { ...named, ...(vasp && { vasp }) }
    return { ...ask, ...givenOf(proof), remark: remark.trim(), confirmToken, ...(needsBeneficiary && { beneficiary }) }
  }
  const sendIt = async (seen: WithdrawPreview) => {
    const body = (sent.current ??= bodyOf(seen))
    try {
      return await apply.mutateAsync({ body, requestId })
    } catch (problem) {
      // A refusal did nothing: what is typed then is a new try.
      if (!(problem instanceof ApiError && isUnanswered(problem))) sent.current = undefined
      throw problem
    }
  }
  const confirming = useConfirming(fresh.preview, fresh.refresh, sendIt)
  const { shown, isBusy, isAsked, failure, done, confirm } = confirming
  useEffect(() => {
    if (done) void navigate({ to: path.withdrawalResult, search: { id: done.id }, replace: true })
  }, [done, navigate])

  const amount = fullAmount(ask.money)
  const { currency } = ask
  const isLooking = step === 'look'
  const canGoOn =
    shown !== undefined && !shown.warnings.some(({ level }) => level === 'warn') && (!shown.needsBeneficiary || isNamed(receiver))
  return (
    <Sheet
      open
      onClose={onClose}
      title={
        <Trans context="title of a sheet">
          Withdraw {amount} {currency}
        </Trans>
      }
      footer={
        <div className={styles.choice}>
          <Button kind="secondary" size="large" disabled={isBusy} onClick={isLooking || isAsked ? onClose : () => setStep('look')}>
            {isLooking || isAsked ? <Trans>Cancel</Trans> : <Trans>Back</Trans>}
          </Button>
          {isLooking ? (
            <Button size="large" disabled={!canGoOn} onClick={() => setStep('prove')}>
              <Trans>Continue</Trans>
            </Button>
          ) : (
            <Button
              size="large"
              busy={isBusy}
              disabled={!canGoOn || (!isAsked && !isProven(user, proof, true))}
              onClick={() => void confirm()}
            >
              {failure && isUnanswered(failure) ? <Trans>Ask again</Trans> : <Trans>Withdraw</Trans>}
            </Button>
          )}
        </div>
      }
    >
      {isLooking ? (
        shown ? (
          <div className={styles.form}>
            <PreviewLines shown={shown} account={account} />
            {shown.needsBeneficiary && <BeneficiaryFields value={receiver} onChange={setReceiver} />}
            <TextField
              label={t`Note for your records, if you like`}
              value={remark}
              onChange={setRemark}
              maxLength={100}
              autoComplete="off"
            />
          </div>
        ) : fresh.error ? (
          <ErrorState
            title={fresh.error.message}
            text={t`Nothing was charged.`}
            onRetry={fresh.refresh}
            retryLabel={t`Try again`}
            detail={fresh.error.traceId}
          />
        ) : (
          <Skeleton lines={7} />
        )
      ) : (
        <StepUp call={withdrawals.apply} proof={proof} onChange={setProof} error={failure} withSafePassword />
      )}
      <Failure failure={besideProof(failure)} paid />
    </Sheet>
  )
}

const nameOf = (user: ReturnType<typeof useUser>): string => {
  const personal = user && 'personal' in user ? (user.personal as { surname: string; firstName: string } | null | undefined) : undefined
  return personal ? `${personal.firstName} ${personal.surname}` : ''
}
