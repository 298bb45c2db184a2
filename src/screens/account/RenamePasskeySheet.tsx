import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { type Passkey as PasskeyLine, passkeys } from '#contract/calls/passkeys.ts'
import { useWrite } from '#api/mutation.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'
import { useFailureWords } from './useFailureWords.ts'

/** Another name for a passkey: it is only for its person, so nothing is proven again. */
export function RenamePasskeySheet({ passkey, onClose }: { passkey: PasskeyLine; onClose: () => void }) {
  const { t } = useLingui()
  const words = useFailureWords()
  const [name, setName] = useState(passkey.name)
  const rename = useWrite(passkeys.rename, { errors: 'inline' })
  const given = name.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (given === '' || rename.isPending) return
    if (given === passkey.name) return onClose()
    const done = () => {
      onClose()
      toast(t`Saved`, { tone: 'good' })
    }
    rename.mutate({ body: { id: passkey.id, name: given } }, { onSuccess: done })
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={t`Rename this passkey`}
      footer={
        <Button type="submit" form="passkey-name" size="large" wide busy={rename.isPending} disabled={given === ''}>
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
    </Sheet>
  )
}
