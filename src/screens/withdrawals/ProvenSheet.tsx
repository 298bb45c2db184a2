import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { type ApiError, isUnanswered } from '#api/apiError.ts'
import { useUser } from '#api/person.ts'
import { useConnection } from '#api/socket.ts'
import type { WriteCall } from '#contract/call.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Failure } from '#widgets/Failure.tsx'
import { StepUp } from '#widgets/StepUp.tsx'
import { givenOf, isProven } from '#widgets/stepUpProof.ts'
import { besideProof } from './places.ts'
import styles from './Withdrawals.module.css'

interface ProvenSheetProps {
  /** What is done with the proof. */
  call: WriteCall
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
export function ProvenSheet({ call, title, action, isReady, isBusy, error, onConfirm, onClose, children }: ProvenSheetProps) {
  const user = useUser()
  const [proof, setProof] = useState<StepUpProof>({})
  const isOffline = useConnection() === 'offline'
  return (
    <Sheet
      open
      onClose={onClose}
      title={title}
      footer={
        <div className={styles.choice}>
          <Button kind="secondary" size="large" disabled={isBusy} onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            size="large"
            busy={isBusy}
            disabled={isOffline || !isReady || !isProven(user, proof)}
            onClick={() => onConfirm(givenOf(proof))}
          >
            {error && isUnanswered(error) ? <Trans>Ask again</Trans> : action}
          </Button>
        </div>
      }
    >
      <div className={styles.form}>
        {children}
        <StepUp call={call} proof={proof} onChange={setProof} error={error} />
      </div>
      <Failure failure={besideProof(error)} />
    </Sheet>
  )
}
