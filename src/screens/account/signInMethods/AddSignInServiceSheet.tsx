import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { signInMethods } from '#contract/calls/signInMethods.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import type { ApiError } from '#api/apiError.ts'
import { useUser } from '#api/person.ts'
import { Button } from '#ui/Button.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { StepUpFields } from '#widgets/identity/StepUpFields.tsx'
import { pickCompleteStepUpProof, isStepUpComplete } from '#widgets/identity/stepUpProof.ts'
import { Stack } from '#ui/Stack.tsx'
import { redirectToLinkProvider } from '../signIn/thirdPartyAuthorization.ts'
import { StepUpFormErrorMessage } from './StepUpFormErrorMessage.tsx'

/** Adds another service: a proof that it is the person, then the service's own pages and back. */
export function AddSignInServiceSheet({ provider, name, onClose }: { provider: string; name: string; onClose: () => void }) {
  const { t } = useLingui()
  const user = useUser()
  const [proof, setProof] = useState<StepUpProof>({})
  const leave = useMutation<void, ApiError, void>({
    mutationFn: () => redirectToLinkProvider(provider, name, pickCompleteStepUpProof(proof)),
    // A code is good once: the next try needs the next one.
    onError: () => setProof(({ googleCode: _, ...others }) => others),
    networkMode: 'always',
    meta: { errors: 'inline' },
  })
  const canLeave = isStepUpComplete(user, proof)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canLeave && !leave.isPending) leave.mutate()
  }
  return (
    <BottomSheet open onClose={onClose} title={t`Add ${name}`}>
      <Stack as="form" gap={4} onSubmit={submit} noValidate>
        <p>
          <Trans>You go to {name}, sign in there and come back. New withdrawal addresses then wait 24 hours.</Trans>
        </p>
        <StepUpFields call={signInMethods.thirdPartyToAdd} proof={proof} onChange={setProof} error={leave.error} />
        <StepUpFormErrorMessage error={leave.error} />
        {/* Until the other page is there. */}
        <Button type="submit" size="large" wide busy={leave.isPending || leave.isSuccess} disabled={!canLeave}>
          <Trans>Continue</Trans>
        </Button>
      </Stack>
    </BottomSheet>
  )
}
