import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { passkeys } from '#contract/calls/passkeys.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { ApiError } from '#api/apiError.ts'
import { useUser } from '#api/person.ts'
import { sendApiCall } from '#api/send.ts'
import { deviceNameForPasskey } from '#device/passkeys.ts'
import { Button } from '#ui/Button.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { showToast } from '#ui/toast.ts'
import { StepUpFields } from '#widgets/identity/StepUpFields.tsx'
import { pickCompleteStepUpProof, isStepUpComplete } from '#widgets/identity/stepUpProof.ts'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import { useApiErrorMessages } from '../signIn/useApiErrorMessages.ts'

/** Adds a passkey: a name, a proof that it is the person, then the browser's own window. */
export function AddPasskeySheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const user = useUser()
  const [name, setName] = useState(() => deviceNameForPasskey() || t`My passkey`)
  const [proof, setProof] = useState<StepUpProof>({})
  const words = useAddWords()
  const add = useMutation<void, Error, void>({
    mutationFn: async () => {
      const options = await sendApiCall(passkeys.registerOptions, pickCompleteStepUpProof(proof))
      const { startRegistration } = await import('@simplewebauthn/browser')
      const credential = await startRegistration({ optionsJSON: options })
      await sendApiCall(passkeys.register, { name: name.trim(), credential })
    },
    onSuccess: async () => {
      onClose()
      showToast(t`Passkey added`, { tone: 'good' })
      await Promise.all(passkeys.register.touches.map((path) => client.invalidateQueries({ queryKey: [path] })))
    },
    // A code is good once: the next try needs the next one.
    onError: () => setProof(({ googleCode: _, ...others }) => others),
    networkMode: 'always',
    meta: { errors: 'inline' },
  })
  const canAdd = isStepUpComplete(user, proof) && name.trim() !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canAdd && !add.isPending) add.mutate()
  }
  const refusal = add.error instanceof ApiError ? add.error : undefined
  return (
    <BottomSheet open onClose={onClose} title={t`Add a passkey`}>
      <Stack as="form" gap={4} onSubmit={submit} noValidate>
        <TextField
          label={t({ message: 'Name', context: 'of a passkey' })}
          value={name}
          onChange={setName}
          maxLength={60}
          autoComplete="off"
          hint={t`So that you know it again in the list.`}
        />
        <StepUpFields call={passkeys.registerOptions} proof={proof} onChange={setProof} error={refusal} />
        <p>
          <Trans>A new authenticator or passkey can’t confirm new addresses for 24 hours.</Trans>
        </p>
        {add.error && (
          <Text role="alert" weight="medium" tone="error">
            {words(add.error)}
          </Text>
        )}
        <Button type="submit" size="large" wide busy={add.isPending} disabled={!canAdd}>
          <Trans>Continue</Trans>
        </Button>
      </Stack>
    </BottomSheet>
  )
}

const underField = new Set(['TOTP_WRONG', 'TOTP_REPLAYED', 'SAFE_PASSWORD_WRONG'])

/** Why none was added: in the server's words, or what the browser's no means. Undefined where a field says it already. */
function useAddWords(): (error: Error) => string | undefined {
  const { t } = useLingui()
  const words = useApiErrorMessages()
  return (error) => {
    if (error instanceof ApiError) return underField.has(error.key) ? undefined : words(error)
    if (error.name === 'InvalidStateError') return t`This device has a passkey for your account already.`
    return t`No passkey was made. Try again when you are ready.`
  }
}
