import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useEffect, useState } from 'react'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Segments } from '#ui/Segments.tsx'
import { CodeField } from '#widgets/CodeField.tsx'
import { CountryPicker } from '#widgets/CountryPicker.tsx'
import { AccountField, readFields } from './AccountField.tsx'
import { Agreement } from './Agreement.tsx'
import { InviteField } from './InviteField.tsx'
import { NewPassword } from './NewPassword.tsx'
import type { RegisterDraft, Registration } from './register.ts'
import { faultIn, type FaultyField } from './registerFaults.ts'
import styles from './SignIn.module.css'
import { useFailureWords } from './useFailureWords.ts'
import { useFaultWords } from './useFaultWords.ts'
import { useSendCode } from './useSendCode.ts'

interface RegisterFormProps {
  /** What accounts can be opened with here. */
  kinds: readonly RegisterDraft['by'][]
  draft: RegisterDraft
  onChange: (change: Partial<RegisterDraft>) => void
  onSubmit: (registration: Registration) => void
  isBusy: boolean
  /** A refusal of the server, under the field it is about. */
  refusal: { field: FaultyField; words: string } | undefined
  onEdit: () => void
}

// The field that needs another look, in the middle of the screen and, where it can be typed into, with the focus.
function show(field: FaultyField): void {
  const box = document.getElementById(`register-${field}`)
  box?.scrollIntoView({ block: 'center' })
  box?.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true })
}

/** Everything that opening an account asks for; faults appear under their field once sending was tried. */
export function RegisterForm({ kinds, draft, onChange, onSubmit, isBusy, refusal, onEdit }: RegisterFormProps) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const words = useFailureWords()
  const faultWords = useFaultWords()
  const [secrets, setSecrets] = useState({ code: '', password: '', confirmPassword: '', isAdult: false, agrees: false })
  const [isTried, setTried] = useState(false)
  const sending = useSendCode('register')
  const name = readFields({ text: draft[draft.by], country: draft.country, isUid: false })
  const registration: Registration = { ...draft, ...secrets, name }
  const fault = isTried ? faultIn(registration) : undefined
  const wrong = (field: FaultyField): string | undefined =>
    fault?.field === field ? faultWords(fault) : refusal?.field === field ? refusal.words : undefined

  const change = (next: Partial<RegisterDraft>) => {
    onEdit()
    onChange(next)
  }
  const keep = (next: Partial<typeof secrets>) => {
    onEdit()
    setSecrets((now) => ({ ...now, ...next }))
  }
  const sendCode = () => {
    setTried(false)
    if (name) sending.mutate(name, { onSuccess: (sent) => onChange({ sent }) })
    else setTried(true)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const first = faultIn(registration)
    if (first) show(first.field)
    else onSubmit(registration)
  }
  const refusedField = refusal?.field
  useEffect(() => {
    if (refusedField) show(refusedField)
  }, [refusedField])
  const reason = isOnline ? undefined : t`Needs a connection`
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {kinds.length > 1 && (
        <Segments
          label={t`Register with`}
          value={draft.by}
          onChange={(by) => change({ by, sent: undefined })}
          options={kinds.map((kind) => ({ value: kind, label: kind === 'email' ? <Trans>Email</Trans> : <Trans>Mobile</Trans> }))}
        />
      )}
      <div id="register-account">
        <AccountField
          only={draft.by}
          fields={{ text: draft[draft.by], country: draft.country, isUid: false }}
          onChange={({ text, country }) =>
            change({ ...(text !== undefined && { [draft.by]: text, sent: undefined }), ...(country && { country }) })
          }
          error={wrong('account') ?? words(sending.error)}
        />
      </div>
      <div id="register-code">
        {draft.sent ? (
          <CodeField
            value={secrets.code}
            onChange={(code) => keep({ code })}
            sent={draft.sent}
            onResend={sendCode}
            isSending={sending.isPending}
            hint={t`Valid for ten minutes.`}
            error={wrong('code')}
          />
        ) : (
          <Button kind="secondary" wide busy={sending.isPending} disabled={!isOnline} reason={reason} onClick={sendCode}>
            {draft.by === 'email' ? <Trans>Send a code to this address</Trans> : <Trans>Send a code to this number</Trans>}
          </Button>
        )}
        {!draft.sent && wrong('code') && (
          <p role="alert" className={styles.error}>
            {wrong('code')}
          </p>
        )}
      </div>
      <NewPassword
        account={draft[draft.by]}
        password={secrets.password}
        confirmPassword={secrets.confirmPassword}
        onChange={keep}
        passwordError={wrong('password')}
        confirmError={wrong('confirmPassword')}
      />
      <div id="register-country">
        <CountryPicker
          label={t`Country of residence`}
          value={draft.residence}
          onChange={(residence) => change({ residence })}
          error={wrong('country')}
        />
      </div>
      <InviteField
        value={draft.inviteCode}
        onChange={(inviteCode) => change({ inviteCode })}
        isLinked={draft.inviteCode !== '' && draft.inviteCode === draft.linkedCode}
        error={wrong('inviteCode')}
      />
      <Agreement />
      <div>
        <div id="register-adult">
          <Checkbox
            label={t`I am 18 or older`}
            checked={secrets.isAdult}
            onChange={(isAdult) => keep({ isAdult })}
            error={wrong('adult')}
          />
        </div>
        <div id="register-agree">
          <Checkbox
            label={t`I have read and accept the user agreement`}
            checked={secrets.agrees}
            onChange={(agrees) => keep({ agrees })}
            error={wrong('agree')}
          />
        </div>
      </div>
      {refusal?.field === 'form' && (
        <p role="alert" className={styles.error}>
          {refusal.words}
        </p>
      )}
      <Button type="submit" size="large" wide busy={isBusy} disabled={!isOnline} reason={reason}>
        <Trans>Create account</Trans>
      </Button>
    </form>
  )
}
