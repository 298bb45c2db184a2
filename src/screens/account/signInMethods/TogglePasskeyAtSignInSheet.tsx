import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { useApiWrite } from '#api/mutation.ts'
import { useRequestIds } from '#api/requestIds.ts'
import type { User } from '#contract/calls/account.ts'
import { passkeys } from '#contract/calls/passkeys.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { Button } from '#ui/Button.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { showToast } from '#ui/toast.ts'
import { pickCompleteStepUpProof, isStepUpComplete } from '#widgets/identity/stepUpProof.ts'
import { Stack } from '#ui/Stack.tsx'
import { StepUpOrRecoveryCodeFields } from './StepUpOrRecoveryCodeFields.tsx'
import { isWholeRecoveryCode } from '../signIn/proofFields.ts'

interface AskAtSignInSheetProps {
  user: User
  /** What is wanted: that a passkey is asked for at every sign-in, or no longer. */
  isOn: boolean
  onCodes: (codes: readonly string[]) => void
  onClose: () => void
}
import { StepUpFormErrorMessage } from './StepUpFormErrorMessage.tsx'

/** Turns the passkey as the second step on or off, with a proof that it is the person. */
export function TogglePasskeyAtSignInSheet({ user, isOn, onCodes, onClose }: AskAtSignInSheetProps) {
  const { t } = useLingui()
  const ids = useRequestIds()
  const [proof, setProof] = useState<StepUpProof>({})
  const [recoveryCode, setRecoveryCode] = useState<string>()
  const ask = useApiWrite(passkeys.askAtSignIn, { errors: 'inline' })
  const isWhole = recoveryCode === undefined ? isStepUpComplete(user, proof) : isWholeRecoveryCode(recoveryCode)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isWhole || ask.isPending) return
    const body = { isOn, ...(recoveryCode === undefined ? pickCompleteStepUpProof(proof) : { recoveryCode }) }
    ask.mutate(
      { body, requestId: ids.of(body) },
      {
        onSuccess: ({ recoveryCodes }) => {
          onClose()
          showToast(t`Saved`, { tone: 'good' })
          if (recoveryCodes.length > 0) onCodes(recoveryCodes)
        },
        onError: () => setProof(({ googleCode: _, ...others }) => others),
      },
    )
  }
  return (
    <BottomSheet open onClose={onClose} title={isOn ? t`Ask for a passkey at every sign-in?` : t`No longer ask for a passkey?`}>
      <Stack as="form" gap={4} onSubmit={submit} noValidate>
        <p>
          {isOn ? (
            <Trans>
              Whoever learns your password still cannot sign in without your passkey. All other devices are signed out, and you get recovery
              codes for the day your passkey is gone.
            </Trans>
          ) : (
            <Trans>All other devices are signed out, and new withdrawal addresses wait 72 hours.</Trans>
          )}
        </p>
        <StepUpOrRecoveryCodeFields
          call={passkeys.askAtSignIn}
          proof={proof}
          onProof={setProof}
          recoveryCode={recoveryCode}
          onRecoveryCode={setRecoveryCode}
          hasCodes={!isOn}
          error={ask.error}
        />
        <StepUpFormErrorMessage error={ask.error} />
        <Button type="submit" size="large" wide busy={ask.isPending} disabled={!isWhole}>
          <Trans>Continue</Trans>
        </Button>
      </Stack>
    </BottomSheet>
  )
}
