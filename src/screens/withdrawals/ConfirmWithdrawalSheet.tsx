import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { ApiError, isUnansweredError } from '#api/apiError.ts'
import { useApiWrite } from '#api/mutation.ts'
import { useUser } from '#api/person.ts'
import { trading } from '#contract/calls/trading.ts'
import { type WithdrawalAccount, type WithdrawalPreviewRequest, type WithdrawalPreview, withdrawals } from '#contract/calls/withdrawals.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { ErrorMessage } from '#widgets/form/ErrorMessage.tsx'
import { formatFullAmount } from '#widgets/money/fullAmount.ts'
import { withdrawalStatusLabel } from '#widgets/money/withdrawalWords.ts'
import { StepUpFields } from '#widgets/identity/StepUpFields.tsx'
import { pickCompleteStepUpProof, isStepUpComplete } from '#widgets/identity/stepUpProof.ts'
import { useConfirmation } from '#widgets/form/useConfirming.ts'
import { useFreshOrderPreview } from '#widgets/form/useFreshPreview.ts'
import { type Beneficiary, BeneficiaryFields, isBeneficiaryNamed } from './BeneficiaryFields.tsx'
import { omitStepUpFieldError } from './destinations.ts'
import { WithdrawalPreviewLines } from './WithdrawalPreviewLines.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Stack } from '#ui/Stack.tsx'
import styles from './Withdrawals.module.css'

interface ConfirmWithdrawalSheetProps {
  ask: WithdrawalPreviewRequest
  account: WithdrawalAccount
  onClose(): void
}

type Body = Parameters<ReturnType<typeof useApiWrite<typeof withdrawals.apply>>['mutateAsync']>[0]['body']

/** Steps 2 and 3: the figures as they will be, then the withdrawal password and the second factor. */
export function ConfirmWithdrawalSheet({ ask, account, onClose }: ConfirmWithdrawalSheetProps) {
  const { t, i18n } = useLingui()
  const user = useUser()
  const navigate = useNavigate()
  const [step, setStep] = useState<'look' | 'prove'>('look')
  const [proof, setProof] = useState<StepUpProof>({})
  const [receiver, setReceiver] = useState<Beneficiary>({ type: 'self', name: nameOf(user), vasp: '' })
  const [remark, setRemark] = useState('')
  // Without an answer the very same is sent again, whatever was typed since.
  const sent = useRef<Body>(undefined)
  const { mutateAsync: askPreview } = useApiWrite(trading.preview, { errors: 'inline' })
  const apply = useApiWrite(withdrawals.apply, { errors: 'inline' })
  const fresh = useFreshOrderPreview<WithdrawalPreview>(ask, {
    ask: async () => {
      const preview = await askPreview({ body: { action: 'withdraw', payload: ask } })
      if (preview.action !== 'withdraw') throw new Error('another preview')
      return preview
    },
    expiryOf: ({ expireAt }) => expireAt,
    earlyMs: 60_000,
  })
  const bodyOf = ({ confirmToken, needsBeneficiary }: WithdrawalPreview): Body => {
    const { vasp, ...named } = receiver
    const beneficiary = { ...named, ...(vasp && { vasp }) }
    return { ...ask, ...pickCompleteStepUpProof(proof), remark: remark.trim(), confirmToken, ...(needsBeneficiary && { beneficiary }) }
  }
  const sendIt = async (seen: WithdrawalPreview, requestId: string) => {
    const body = (sent.current ??= bodyOf(seen))
    try {
      return await apply.mutateAsync({ body, requestId })
    } catch (problem) {
      // A refusal did nothing: what is typed then is a new try.
      if (!(problem instanceof ApiError && isUnansweredError(problem))) sent.current = undefined
      throw problem
    }
  }
  const confirming = useConfirmation(fresh.preview, fresh.refresh, sendIt, {
    toast: (made) => `${t({ message: 'Withdrawal', context: 'one of them' })}: ${i18n._(withdrawalStatusLabel(made).words)}`,
    onDone: ({ id }) => void navigate({ to: path.withdrawalResult, search: { id }, replace: true }),
  })
  const { shown, isBusy, isAsked, failure, confirm } = confirming

  const amount = formatFullAmount(ask.money)
  const { currency } = ask
  const isLooking = step === 'look'
  const canGoOn =
    shown !== undefined &&
    !shown.warnings.some(({ level }) => level === 'warn') &&
    (!shown.needsBeneficiary || isBeneficiaryNamed(receiver))
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={
        <Trans context="title of a sheet">
          Withdraw {amount} {currency}
        </Trans>
      }
      footer={
        <Grid columns={2} align="start" gap={3} className={styles.choice}>
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
              disabled={!canGoOn || (!isAsked && !isStepUpComplete(user, proof, true))}
              onClick={() => void confirm()}
            >
              {failure && isUnansweredError(failure) ? <Trans>Ask again</Trans> : <Trans>Withdraw</Trans>}
            </Button>
          )}
        </Grid>
      }
    >
      {isLooking ? (
        shown ? (
          <Stack gap={4}>
            <WithdrawalPreviewLines shown={shown} account={account} />
            {shown.needsBeneficiary && <BeneficiaryFields value={receiver} onChange={setReceiver} />}
            <TextField
              label={t`Note for your records, if you like`}
              value={remark}
              onChange={setRemark}
              maxLength={100}
              autoComplete="off"
            />
          </Stack>
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
        <StepUpFields call={withdrawals.apply} proof={proof} onChange={setProof} error={failure} withSafePassword />
      )}
      <ErrorMessage failure={omitStepUpFieldError(failure)} paid />
    </BottomSheet>
  )
}

const nameOf = (user: ReturnType<typeof useUser>): string => {
  const personal = user && 'personal' in user ? (user.personal as { surname: string; firstName: string } | null | undefined) : undefined
  return personal ? `${personal.firstName} ${personal.surname}` : ''
}
