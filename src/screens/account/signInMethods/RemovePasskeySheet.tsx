import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { type RegisteredPasskey as PasskeyLine, passkeys } from '#contract/calls/passkeys.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { useApiWrite } from '#api/mutation.ts'
import { useUser } from '#api/person.ts'
import { Button } from '#ui/Button.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { showToast } from '#ui/toast.ts'
import { pickCompleteStepUpProof, isStepUpComplete } from '#widgets/identity/stepUpProof.ts'
import { Stack } from '#ui/Stack.tsx'
import { StepUpOrRecoveryCodeFields } from './StepUpOrRecoveryCodeFields.tsx'
import { isWholeRecoveryCode } from '../signIn/proofFields.ts'
import { StepUpFormErrorMessage } from './StepUpFormErrorMessage.tsx'

/** Confirms the removal of a passkey, with a proof that it is the person. */
export function RemovePasskeySheet({ passkey, onClose }: { passkey: PasskeyLine; onClose: () => void }) {
  const { t } = useLingui()
  const user = useUser()
  const [proof, setProof] = useState<StepUpProof>({})
  const [recoveryCode, setRecoveryCode] = useState<string>()
  const remove = useApiWrite(passkeys.remove, { errors: 'inline' })
  const canRemove = recoveryCode === undefined ? isStepUpComplete(user, proof) : isWholeRecoveryCode(recoveryCode)
  const { name } = passkey
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!canRemove || remove.isPending) return
    remove.mutate(
      { body: { id: passkey.id, ...(recoveryCode === undefined ? pickCompleteStepUpProof(proof) : { recoveryCode }) } },
      {
        onSuccess: () => {
          onClose()
          showToast(t`Passkey removed`, { tone: 'good' })
        },
        onError: () => setProof(({ googleCode: _, ...others }) => others),
      },
    )
  }
  return (
    <BottomSheet open onClose={onClose} title={t`Remove this passkey?`}>
      <Stack as="form" gap={4} onSubmit={submit} noValidate>
        <p>
          <Trans>
            <strong>{name}</strong> will no longer sign you in. New withdrawal addresses wait 24 hours. Delete it in your device's own list
            too.
          </Trans>
        </p>
        <StepUpOrRecoveryCodeFields
          call={passkeys.remove}
          proof={proof}
          onProof={setProof}
          recoveryCode={recoveryCode}
          onRecoveryCode={setRecoveryCode}
          hasCodes={user?.passkeyStep === 1 || user?.googleBind === 1}
          error={remove.error}
        />
        <StepUpFormErrorMessage error={remove.error} />
        <Button type="submit" kind="danger" size="large" wide busy={remove.isPending} disabled={!canRemove}>
          <Trans>Remove</Trans>
        </Button>
        <Button kind="secondary" size="large" wide onClick={onClose}>
          <Trans>Keep</Trans>
        </Button>
      </Stack>
    </BottomSheet>
  )
}
