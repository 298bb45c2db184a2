import { Trans, useLingui } from '@lingui/react/macro'
import type { ApiError } from '#api/apiError.ts'
import type { PostCall } from '#contract/call.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { StepUpFields } from '#widgets/identity/StepUpFields.tsx'
import { useApiErrorMessages } from '../signIn/useApiErrorMessages.ts'

interface StepUpOrRecoveryCodeProps {
  call: PostCall
  proof: StepUpProof
  onProof: (proof: StepUpProof) => void
  /** Undefined while the proof is asked for. */
  recoveryCode: string | undefined
  onRecoveryCode: (code: string | undefined) => void
  /** This person was given recovery codes. */
  hasCodes: boolean
  error: ApiError | null
}

/** Proves who it is where the passkey itself may be what is gone: a second factor, or one of the recovery codes. */
export function StepUpOrRecoveryCodeFields({
  call,
  proof,
  onProof,
  recoveryCode,
  onRecoveryCode,
  hasCodes,
  error,
}: StepUpOrRecoveryCodeProps) {
  const { t } = useLingui()
  const words = useApiErrorMessages()
  return (
    <>
      {recoveryCode === undefined ? (
        <StepUpFields call={call} proof={proof} onChange={onProof} error={error} />
      ) : (
        <TextField
          label={t`Recovery code`}
          value={recoveryCode}
          onChange={onRecoveryCode}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
          error={error?.key === 'RECOVERY_CODE_WRONG' ? words(error) : undefined}
        />
      )}
      {hasCodes && (
        <Button kind="quiet" wide onClick={() => onRecoveryCode(recoveryCode === undefined ? '' : undefined)}>
          {recoveryCode === undefined ? <Trans>Passkey gone? Use a recovery code</Trans> : <Trans>Use a passkey instead</Trans>}
        </Button>
      )}
    </>
  )
}
