import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import type { User } from '#contract/calls/account.ts'
import { profile } from '#contract/calls/profile.ts'
import { userAgreementVersion } from '#contract/constants.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { useApiWrite } from '#api/mutation.ts'
import { useRequestIds } from '#api/requestIds.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/fields/Checkbox.tsx'
import { PasswordField } from '#ui/fields/PasswordField.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { OneTimeCodeField } from '#widgets/identity/OneTimeCodeField.tsx'
import { CountryPicker } from '#widgets/identity/CountryPicker.tsx'
import { StepUpFields } from '#widgets/identity/StepUpFields.tsx'
import { pickCompleteStepUpProof, isStepUpComplete } from '#widgets/identity/stepUpProof.ts'
import { SignInAccountField, parseSignInAccountFields } from '../signIn/SignInAccountField.tsx'
import { RegistrationAgreementCard } from '../register/RegistrationAgreementCard.tsx'
import { NewPasswordFields } from '../password/NewPasswordFields.tsx'
import { stepUpFieldErrorKeys } from '../signIn/proofFields.ts'
import { emptyRegisterDraft } from '../register/register.ts'
import { findRegisterFormError, type RegisterErrorField, registerFieldOfRefusal } from '../register/registerErrors.ts'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import { useApiErrorMessages } from '../signIn/useApiErrorMessages.ts'
import { useRegisterFormErrorMessages } from '../password/useRegisterFormErrorMessages.ts'
import { useRequestOneTimeCode } from '../signIn/useRequestOneTimeCode.ts'

interface AddSignInMethodFormProps {
  user: User
  /** What can be added; at least one. */
  kinds: readonly ('email' | 'phone')[]
  wanted: 'email' | 'phone' | undefined
  /** Just before it is sent. */
  onAsk: () => void
  onDone: () => void
}

type Name = Exclude<NonNullable<ReturnType<typeof parseSignInAccountFields>>, { kind: 'uid' }>

const emptyFields = {
  text: '',
  country: emptyRegisterDraft.country,
  code: '',
  password: '',
  confirmPassword: '',
  residence: '',
  isAdult: false,
  agrees: false,
}

/** The address, the code that came to it, and what registration asks for of a guest, or the proofs of whoever is none. */
export function AddEmailOrPhoneForm(props: AddSignInMethodFormProps) {
  const { kinds } = props
  const { t } = useLingui()
  const isOffline = useStreamConnectionState() === 'offline'
  const reason = isOffline ? t`Needs a connection` : undefined
  const words = useApiErrorMessages()
  const form = useBindForm(props)
  const { by, fields, change, sending, sent, bind, wrong: errorOf, isGuest, proofs, refusedField } = form
  return (
    <Stack as="form" gap={4} onSubmit={form.submit} noValidate>
      <p>
        {isGuest ? (
          <Trans>
            Your account number, demo book, favourites and devices stay as they are. The password you choose takes the place of the one we
            gave you.
          </Trans>
        ) : (
          <Trans>From then on you can sign in with it too. New withdrawal addresses wait 24 hours after that.</Trans>
        )}
      </p>
      {kinds.length > 1 && (
        <SegmentedControl
          label={t`What to add`}
          value={by}
          onChange={form.choose}
          options={[
            { value: 'email', label: t`Email` },
            { value: 'phone', label: t`Mobile number` },
          ]}
        />
      )}
      <SignInAccountField
        only={by}
        fields={{ text: fields.text, country: fields.country, isUid: false }}
        onChange={({ text, country }) => {
          if (text !== undefined) sending.reset()
          change({ ...(text !== undefined && { text, code: '' }), ...(country && { country }) })
        }}
        error={errorOf('account') ?? words(sending.error)}
      />
      <Code form={form} isOffline={isOffline} reason={reason} />
      {isGuest && <ConsentFields form={form} />}
      <ProofFields form={form} />
      {refusedField === 'form' && !(bind.error && (bind.error.key === 'PASSWORD_WRONG' || stepUpFieldErrorKeys.has(bind.error.key))) && (
        <Text role="alert" weight="medium" tone="error">
          {words(bind.error)}
        </Text>
      )}
      {/* Without the code there is nothing to add yet. */}
      {(isGuest || sent) && (
        <Button type="submit" size="large" wide busy={bind.isPending} disabled={isOffline || !proofs.isProved} reason={reason}>
          {isGuest ? <Trans>Keep this account</Trans> : <Trans>Add</Trans>}
        </Button>
      )}
    </Stack>
  )
}

/** What was typed, what is wrong with it, and the call that adds it. */
function useBindForm({ user, kinds, wanted, onAsk, onDone }: AddSignInMethodFormProps) {
  const words = useApiErrorMessages()
  const errorMessages = useRegisterFormErrorMessages()
  const [by, setBy] = useState(wanted && kinds.includes(wanted) ? wanted : (kinds[0] ?? 'email'))
  const [fields, setFields] = useState({ ...emptyFields, country: user.country || emptyFields.country })
  const [isTried, setTried] = useState(false)
  const sending = useRequestOneTimeCode('bind')
  const bind = useApiWrite(profile.bind, { errors: 'inline' })
  const ids = useRequestIds()
  const isGuest = user.isGuest === 1
  const name = parseSignInAccountFields({ text: fields.text, country: fields.country, isUid: false })
  const sent = sending.data
  const validate = () =>
    findRegisterFormError({
      ...emptyRegisterDraft,
      ...fields,
      by,
      name,
      sent,
      [by]: fields.text,
      // Somebody who has an account already agreed to it, and keeps their password.
      ...(!isGuest && { password: 'Not-asked-for-1', confirmPassword: 'Not-asked-for-1', residence: 'US', isAdult: true, agrees: true }),
    })
  const firstError = isTried ? validate() : undefined
  const refusedField = bind.error ? registerFieldOfRefusal(bind.error.key, bindDetail(bind.error.detail)) : undefined
  const errorOf = (field: RegisterErrorField): string | undefined =>
    firstError?.field === field ? errorMessages(firstError) : refusedField === field ? words(bind.error) : undefined
  const clearErrors = () => {
    bind.reset()
    ids.forget()
  }
  const proofs = useProofs(user, clearErrors)
  const change = (next: Partial<typeof fields>) => {
    clearErrors()
    setFields((now) => ({ ...now, ...next }))
  }
  const selectKind = (next: typeof by) => {
    setBy(next)
    sending.reset()
    change({ text: '', code: '' })
  }
  const sendCode = () => {
    if (name) sending.mutate(name)
    else setTried(true)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (validate() || !name || name.kind === 'uid' || !proofs.isProved) return
    onAsk()
    bind.mutate(
      {
        body: { ...bindTargetOf(name), captcha: fields.code, ...(isGuest ? consentFieldsOf(fields) : proofs.given()) },
        requestId: ids.of(),
      },
      { onSuccess: onDone },
    )
  }
  return { by, choose: selectKind, fields, change, sending, sent, sendCode, bind, wrong: errorOf, refusedField, isGuest, proofs, submit }
}

/** What somebody who is no guest shows besides: their password, a factor. */
function useProofs(user: User, clearErrors: () => void) {
  const [password, setPassword] = useState('')
  const [proof, setProof] = useState<StepUpProof>({})
  const isGuest = user.isGuest === 1
  const asksPassword = !isGuest && user.hasLoginPassword === 1
  const asksProof = !isGuest && (user.googleBind === 1 || user.passkeyCount > 0 || user.hasSafePassword === 1)
  return {
    asksPassword,
    password,
    setPassword: (text: string) => {
      clearErrors()
      setPassword(text)
    },
    asksProof,
    proof,
    setProof: (completedProof: StepUpProof) => {
      clearErrors()
      setProof(completedProof)
    },
    isProved: (!asksPassword || password !== '') && (!asksProof || isStepUpComplete(user, proof)),
    given: () => ({ ...(asksPassword && { password }), ...(asksProof && pickCompleteStepUpProof(proof)) }),
  }
}

type BindForm = ReturnType<typeof useBindForm>

function Code({ form, isOffline, reason }: { form: BindForm; isOffline: boolean; reason: string | undefined }) {
  const { t } = useLingui()
  const { by, fields, change, sending, sent, sendCode, wrong: errorOf, isGuest } = form
  if (sent)
    return (
      <OneTimeCodeField
        value={fields.code}
        onChange={(code) => change({ code })}
        sent={sent}
        onResend={sendCode}
        isSending={sending.isPending}
        hint={t`Valid for ten minutes.`}
        error={errorOf('code')}
      />
    )
  return (
    <div>
      <Button
        kind={isGuest ? 'secondary' : 'primary'}
        size={isGuest ? 'medium' : 'large'}
        wide
        busy={sending.isPending}
        disabled={isOffline}
        reason={reason}
        onClick={sendCode}
      >
        {by === 'email' ? <Trans>Send a code to this address</Trans> : <Trans>Send a code to this number</Trans>}
      </Button>
      {errorOf('code') && (
        <Text role="alert" weight="medium" tone="error">
          {errorOf('code')}
        </Text>
      )}
    </div>
  )
}

/** What registration asks for. */
function ConsentFields({ form: { fields, change, wrong: errorOf } }: { form: BindForm }) {
  const { t } = useLingui()
  return (
    <>
      <NewPasswordFields
        account={fields.text}
        password={fields.password}
        confirmPassword={fields.confirmPassword}
        onChange={change}
        passwordError={errorOf('password')}
        confirmError={errorOf('confirmPassword')}
      />
      <CountryPicker
        label={t`Country of residence`}
        value={fields.residence}
        onChange={(residence) => change({ residence })}
        error={errorOf('country')}
      />
      <RegistrationAgreementCard />
      <div>
        <Checkbox
          label={t`I am 18 or older`}
          checked={fields.isAdult}
          onChange={(isAdult) => change({ isAdult })}
          error={errorOf('adult')}
        />
        <Checkbox
          label={t`I have read and accept the user agreement`}
          checked={fields.agrees}
          onChange={(agrees) => change({ agrees })}
          error={errorOf('agree')}
        />
      </div>
    </>
  )
}

/** What else shows that it is them. */
function ProofFields({ form }: { form: BindForm }) {
  const { t } = useLingui()
  const words = useApiErrorMessages()
  const { sent, bind } = form
  const { asksPassword, password, setPassword, asksProof, proof, setProof } = form.proofs
  // In the order in which it is asked for: first the code that shows whose the address is.
  if (!sent) return null
  return (
    <>
      {asksPassword && (
        <PasswordField
          label={t`Sign-in password`}
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          error={bind.error?.key === 'PASSWORD_WRONG' ? words(bind.error) : undefined}
        />
      )}
      {asksProof && <StepUpFields call={profile.bind} proof={proof} onChange={setProof} error={bind.error} />}
    </>
  )
}

const bindTargetOf = (name: Name) =>
  name.kind === 'email'
    ? { type: 'email' as const, target: name.email }
    : { type: 'phone' as const, target: name.phone, areaCode: name.areaCode }

const consentFieldsOf = (fields: typeof emptyFields) => ({
  newPassword: fields.password,
  confirmPassword: fields.confirmPassword,
  country: fields.residence,
  birthYearOk: fields.isAdult,
  agreementVersion: userAgreementVersion,
})

/** The call names its fields a little differently from registration. */
const bindDetail = (detail: Record<string, unknown>): Record<string, unknown> => {
  const { field } = detail
  return { ...detail, field: field === 'target' ? 'email' : field === 'newPassword' ? 'password' : field }
}
