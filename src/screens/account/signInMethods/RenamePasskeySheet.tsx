import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { type RegisteredPasskey as PasskeyLine, passkeys } from '#contract/calls/passkeys.ts'
import { useApiWrite } from '#api/mutation.ts'
import { Button } from '#ui/Button.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { showToast } from '#ui/toast.ts'
import { useApiErrorMessages } from '../signIn/useApiErrorMessages.ts'

/** Another name for a passkey: it is only for its person, so nothing is proven again. */
export function RenamePasskeySheet({ passkey, onClose }: { passkey: PasskeyLine; onClose: () => void }) {
  const { t } = useLingui()
  const words = useApiErrorMessages()
  const [name, setName] = useState(passkey.name)
  const rename = useApiWrite(passkeys.rename, { errors: 'inline' })
  const trimmedName = name.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (trimmedName === '' || rename.isPending) return
    if (trimmedName === passkey.name) return onClose()
    const done = () => {
      onClose()
      showToast(t`Saved`, { tone: 'good' })
    }
    rename.mutate({ body: { id: passkey.id, name: trimmedName } }, { onSuccess: done })
  }
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={t`Rename this passkey`}
      footer={
        <Button type="submit" form="passkey-name" size="large" wide busy={rename.isPending} disabled={trimmedName === ''}>
          <Trans>Save</Trans>
        </Button>
      }
    >
      <form id="passkey-name" onSubmit={submit} noValidate>
        <TextField
          label={t({ message: 'Name', context: 'of a passkey' })}
          value={name}
          onChange={(next) => {
            rename.reset()
            setName(next)
          }}
          maxLength={60}
          autoComplete="off"
          enterKeyHint="done"
          autoFocus
          hint={t`So that you know it again in the list.`}
          error={words(rename.error)}
        />
      </form>
    </BottomSheet>
  )
}
