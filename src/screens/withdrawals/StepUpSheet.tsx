import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { type ApiError, isUnansweredError } from '#api/apiError.ts'
import { useUser } from '#api/person.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import type { PostCall } from '#contract/call.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { Button } from '#ui/Button.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { ErrorMessage } from '#widgets/form/ErrorMessage.tsx'
import { StepUpFields } from '#widgets/identity/StepUpFields.tsx'
import { pickCompleteStepUpProof, isStepUpComplete } from '#widgets/identity/stepUpProof.ts'
import { omitStepUpFieldError } from './destinations.ts'
import { Grid } from '#ui/Grid.tsx'
import { Stack } from '#ui/Stack.tsx'
import styles from './Withdrawals.module.css'

interface StepUpSheetProps {
  /** What is done with the proof. */
  call: PostCall
  title: string
  action: ReactNode
  /** The fields say enough. */
  isReady: boolean
  isBusy: boolean
  error: ApiError | null
  onConfirm(proof: StepUpProof): void
  onClose(): void
  children?: ReactNode
}

/** A few fields, and below them the proof that it is really this person. */
export function StepUpSheet({ call, title, action, isReady, isBusy, error, onConfirm, onClose, children }: StepUpSheetProps) {
  const user = useUser()
  const [proof, setProof] = useState<StepUpProof>({})
  const isOffline = useStreamConnectionState() === 'offline'
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={title}
      footer={
        <Grid columns={2} align="start" gap={3} className={styles.choice}>
          <Button kind="secondary" size="large" disabled={isBusy} onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            size="large"
            busy={isBusy}
            disabled={isOffline || !isReady || !isStepUpComplete(user, proof)}
            onClick={() => onConfirm(pickCompleteStepUpProof(proof))}
          >
            {error && isUnansweredError(error) ? <Trans>Ask again</Trans> : action}
          </Button>
        </Grid>
      }
    >
      <Stack gap={4}>
        {children}
        <StepUpFields call={call} proof={proof} onChange={setProof} error={error} />
      </Stack>
      <ErrorMessage failure={omitStepUpFieldError(error)} />
    </BottomSheet>
  )
}
