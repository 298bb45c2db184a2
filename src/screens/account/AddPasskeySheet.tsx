import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { passkeys } from '#contract/calls/passkeys.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { ApiError } from '#api/apiError.ts'
import { useUser } from '#api/person.ts'
import { send } from '#api/send.ts'
import { thisDevice } from '#device/passkeys.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'
import { StepUp } from '#widgets/StepUp.tsx'
import { givenOf, isProven } from '#widgets/stepUpProof.ts'
import styles from './Passkeys.module.css'
import { useFailureWords } from './useFailureWords.ts'

/** Adds a passkey: a name, a proof that it is the person, then the browser's own window. */
export function AddPasskeySheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const user = useUser()
  const [name, setName] = useState(() => thisDevice() || t`My passkey`)
  const [proof, setProof] = useState<StepUpProof>({})
  const words = useAddWords()
  const add = useMutation<void, Error, void>({
    mutationFn: async () => {
      const options = await send(passkeys.registerOptions, givenOf(proof))
      const { startRegistration } = await import('@simplewebauthn/browser')
      const credential = await startRegistration({ optionsJSON: options })
      await send(passkeys.register, { name: name.trim(), credential })
    },
    onSuccess: async () => {
      onClose()
      toast(t`Passkey added`, { tone: 'good' })
      await Promise.all(passkeys.register.touches.map((path) => client.invalidateQueries({ queryKey: [path] })))
    },
    // A code is good once: the next try needs the next one.
    onError: () => setProof(({ googleCode: _, ...others }) => others),
    networkMode: 'always',
    meta: { errors: 'inline' },
  })
  const canAdd = isProven(user, proof) && name.trim() !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canAdd && !add.isPending) add.mutate()
  }
  const refusal = add.error instanceof ApiError ? add.error : undefined
  return (
    <Sheet open onClose={onClose} title={t`Add a passkey`}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label={t({ message: 'Name', context: 'of a passkey' })}
          value={name}
          onChange={setName}
          maxLength={60}
          autoComplete="off"
          hint={t`So that you know it again in the list.`}
        />
        <StepUp call={passkeys.registerOptions} proof={proof} onChange={setProof} error={refusal} />
        <p>
          <Trans>New withdrawal addresses wait 24 hours after that.</Trans>
        </p>
        {add.error && (
          <p role="alert" className={styles.error}>
            {words(add.error)}
          </p>
        )}
        <Button type="submit" size="large" wide busy={add.isPending} disabled={!canAdd}>
          <Trans>Continue</Trans>
        </Button>
      </form>
    </Sheet>
  )
}

const underField = new Set(['TOTP_WRONG', 'TOTP_REPLAYED', 'SAFE_PASSWORD_WRONG'])

/** Why none was added: in the server's words, or what the browser's no means. Undefined where a field says it already. */
function useAddWords(): (error: Error) => string | undefined {
  const { t } = useLingui()
  const words = useFailureWords()
  return (error) => {
    if (error instanceof ApiError) return underField.has(error.key) ? undefined : words(error)
    if (error.name === 'InvalidStateError') return t`This device has a passkey for your account already.`
    return t`No passkey was made. Try again when you are ready.`
  }
}
