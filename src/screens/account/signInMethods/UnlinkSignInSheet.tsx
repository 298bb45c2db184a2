import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { type LinkedSignInMethod, signInMethods } from '#contract/calls/signInMethods.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { useApiWrite } from '#api/mutation.ts'
import { useUser } from '#api/person.ts'
import { Button } from '#ui/Button.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { showToast } from '#ui/toast.ts'
import { StepUpFields } from '#widgets/identity/StepUpFields.tsx'
import { pickCompleteStepUpProof, isStepUpComplete } from '#widgets/identity/stepUpProof.ts'
import { Stack } from '#ui/Stack.tsx'
import { StepUpFormErrorMessage } from './StepUpFormErrorMessage.tsx'

/** Confirms that a wallet or a service no longer signs in, with a proof that it is the person. */
export function UnlinkSignInSheet({ linked, onClose }: { linked: LinkedSignInMethod; onClose: () => void }) {
  const { t } = useLingui()
  const user = useUser()
  const [proof, setProof] = useState<StepUpProof>({})
  const unlink = useApiWrite(signInMethods.unlink, { errors: 'inline' })
  const canRemove = isStepUpComplete(user, proof)
  const { account, kind, id } = linked
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!canRemove || unlink.isPending) return
    unlink.mutate(
      { body: { kind, id, ...pickCompleteStepUpProof(proof) } },
      {
        onSuccess: () => {
          onClose()
          showToast(t`Removed`, { tone: 'good' })
        },
        onError: () => setProof(({ googleCode: _, ...others }) => others),
      },
    )
  }
  return (
    <BottomSheet open onClose={onClose} title={t`Remove this way to sign in?`}>
      <Stack as="form" gap={4} onSubmit={submit} noValidate>
        <p>
          <Trans>
            <strong>{account}</strong> will no longer sign you in. New withdrawal addresses wait 24 hours.
          </Trans>
        </p>
        <StepUpFields call={signInMethods.unlink} proof={proof} onChange={setProof} error={unlink.error} />
        <StepUpFormErrorMessage error={unlink.error} />
        <Button type="submit" kind="danger" size="large" wide busy={unlink.isPending} disabled={!canRemove}>
          <Trans>Remove</Trans>
        </Button>
        <Button kind="secondary" size="large" wide onClick={onClose}>
          <Trans>Keep</Trans>
        </Button>
      </Stack>
    </BottomSheet>
  )
}
