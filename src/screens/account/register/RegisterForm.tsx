import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useEffect, useState } from 'react'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/fields/Checkbox.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { OneTimeCodeField } from '#widgets/identity/OneTimeCodeField.tsx'
import { CountryPicker } from '#widgets/identity/CountryPicker.tsx'
import { SignInAccountField, parseSignInAccountFields } from '../signIn/SignInAccountField.tsx'
import { RegistrationAgreementCard } from './RegistrationAgreementCard.tsx'
import { InviteField } from './InviteField.tsx'
import { NewPasswordFields } from '../password/NewPasswordFields.tsx'
import type { RegisterDraft, RegistrationFields } from './register.ts'
import { findRegisterFormError, type RegisterErrorField } from './registerErrors.ts'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import { useApiErrorMessages } from '../signIn/useApiErrorMessages.ts'
import { useRegisterFormErrorMessages } from '../password/useRegisterFormErrorMessages.ts'
import { useRequestOneTimeCode } from '../signIn/useRequestOneTimeCode.ts'

interface RegisterFormProps {
  /** What accounts can be opened with here. */
  kinds: readonly RegisterDraft['by'][]
  draft: RegisterDraft
  onChange: (change: Partial<RegisterDraft>) => void
  onSubmit: (registration: RegistrationFields) => void
  isBusy: boolean
  /** A refusal of the server, under the field it is about. */
  refusal: { field: RegisterErrorField; words: string } | undefined
  onEdit: () => void
}

// The field that needs another look, in the middle of the screen and, where it can be typed into, with the focus.
function scrollToField(field: RegisterErrorField): void {
  const element = document.getElementById(`register-${field}`)
  element?.scrollIntoView({ block: 'center' })
  element?.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true })
}

const emptySecrets = { code: '', password: '', confirmPassword: '', isAdult: false, agrees: false }
type Secrets = typeof emptySecrets

/** Everything that opening an account asks for; faults appear under their field once sending was tried. */
export function RegisterForm({ kinds, draft, onChange, onSubmit, isBusy, refusal, onEdit }: RegisterFormProps) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const words = useApiErrorMessages()
  const errorMessages = useRegisterFormErrorMessages()
  const [secrets, setSecrets] = useState(emptySecrets)
  const [isTried, setTried] = useState(false)
  const sending = useRequestOneTimeCode('register')
  const name = parseSignInAccountFields({ text: draft[draft.by], country: draft.country, isUid: false })
  const registration: RegistrationFields = { ...draft, ...secrets, name }
  const validationError = isTried ? findRegisterFormError(registration) : undefined
  const errorOf = (field: RegisterErrorField): string | undefined =>
    validationError?.field === field ? errorMessages(validationError) : refusal?.field === field ? refusal.words : undefined

  const change = (next: Partial<RegisterDraft>) => {
    onEdit()
    onChange(next)
  }
  const changeSecrets = (next: Partial<Secrets>) => {
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
    const firstError = findRegisterFormError(registration)
    if (firstError) scrollToField(firstError.field)
    else onSubmit(registration)
  }
  const refusedField = refusal?.field
  useEffect(() => {
    if (refusedField) scrollToField(refusedField)
  }, [refusedField])
  const reason = isOnline ? undefined : t`Needs a connection`
  return (
    <Stack as="form" gap={4} onSubmit={submit} noValidate>
      {kinds.length > 1 && (
        <SegmentedControl
          label={t`Register with`}
          value={draft.by}
          onChange={(by) => change({ by, sent: undefined })}
          options={kinds.map((kind) => ({ value: kind, label: kind === 'email' ? <Trans>Email</Trans> : <Trans>Mobile</Trans> }))}
        />
      )}
      <div id="register-account">
        <SignInAccountField
          only={draft.by}
          fields={{ text: draft[draft.by], country: draft.country, isUid: false }}
          onChange={({ text, country }) =>
            change({ ...(text !== undefined && { [draft.by]: text, sent: undefined }), ...(country && { country }) })
          }
          error={errorOf('account') ?? words(sending.error)}
        />
      </div>
      <RegisterCode
        draft={draft}
        code={secrets.code}
        onChange={changeSecrets}
        sending={sending}
        onSend={sendCode}
        error={errorOf('code')}
      />
      <NewPasswordFields
        account={draft[draft.by]}
        password={secrets.password}
        confirmPassword={secrets.confirmPassword}
        onChange={changeSecrets}
        passwordError={errorOf('password')}
        confirmError={errorOf('confirmPassword')}
      />
      <div id="register-country">
        <CountryPicker
          label={t`Country of residence`}
          value={draft.residence}
          onChange={(residence) => change({ residence })}
          error={errorOf('country')}
        />
      </div>
      <InviteField
        value={draft.inviteCode}
        onChange={(inviteCode) => change({ inviteCode })}
        isLinked={draft.inviteCode !== '' && draft.inviteCode === draft.linkedCode}
        error={errorOf('inviteCode')}
      />
      <Consents secrets={secrets} onChange={changeSecrets} errorOf={errorOf} />
      {refusal?.field === 'form' && (
        <Text role="alert" weight="medium" tone="error">
          {refusal.words}
        </Text>
      )}
      <Button type="submit" size="large" wide busy={isBusy} disabled={!isOnline} reason={reason}>
        <Trans>Create account</Trans>
      </Button>
    </Stack>
  )
}

interface RegisterCodeProps {
  draft: RegisterDraft
  code: string
  onChange: (next: Partial<Secrets>) => void
  sending: ReturnType<typeof useRequestOneTimeCode>
  onSend: () => void
  error: string | undefined
}

/** Has a code sent, then takes it. */
function RegisterCode({ draft, code, onChange, sending, onSend, error }: RegisterCodeProps) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const reason = isOnline ? undefined : t`Needs a connection`
  return (
    <div id="register-code">
      {draft.sent ? (
        <OneTimeCodeField
          value={code}
          onChange={(next) => onChange({ code: next })}
          sent={draft.sent}
          onResend={onSend}
          isSending={sending.isPending}
          hint={t`Valid for ten minutes.`}
          error={error}
        />
      ) : (
        <Button kind="secondary" wide busy={sending.isPending} disabled={!isOnline} reason={reason} onClick={onSend}>
          {draft.by === 'email' ? <Trans>Send a code to this address</Trans> : <Trans>Send a code to this number</Trans>}
        </Button>
      )}
      {!draft.sent && error && (
        <Text role="alert" weight="medium" tone="error">
          {error}
        </Text>
      )}
    </div>
  )
}

interface ConsentsProps {
  secrets: Pick<Secrets, 'isAdult' | 'agrees'>
  onChange: (next: Partial<Secrets>) => void
  errorOf: (field: RegisterErrorField) => string | undefined
}

function Consents({ secrets, onChange, errorOf }: ConsentsProps) {
  const { t } = useLingui()
  return (
    <>
      <RegistrationAgreementCard />
      <div>
        <div id="register-adult">
          <Checkbox
            label={t`I am 18 or older`}
            checked={secrets.isAdult}
            onChange={(isAdult) => onChange({ isAdult })}
            error={errorOf('adult')}
          />
        </div>
        <div id="register-agree">
          <Checkbox
            label={t`I have read and accept the user agreement`}
            checked={secrets.agrees}
            onChange={(agrees) => onChange({ agrees })}
            error={errorOf('agree')}
          />
        </div>
      </div>
    </>
  )
}
