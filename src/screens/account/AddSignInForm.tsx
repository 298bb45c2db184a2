import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import type { User } from '#contract/calls/account.ts'
import { profile } from '#contract/calls/profile.ts'
import { agreementVersion } from '#contract/constants.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { newRequestId, useWrite } from '#api/mutation.ts'
import { useConnection } from '#api/socket.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { Segments } from '#ui/Segments.tsx'
import { CodeField } from '#widgets/CodeField.tsx'
import { CountryPicker } from '#widgets/CountryPicker.tsx'
import { StepUp } from '#widgets/StepUp.tsx'
import { givenOf, isProven } from '#widgets/stepUpProof.ts'
import { AccountField, readFields } from './AccountField.tsx'
import { Agreement } from './Agreement.tsx'
import { NewPassword } from './NewPassword.tsx'
import { shownUnderField } from './proofFields.ts'
import { emptyDraft } from './register.ts'
import { faultIn, type FaultyField, fieldOf } from './registerFaults.ts'
import styles from './SignIn.module.css'
import { useFailureWords } from './useFailureWords.ts'
import { useFaultWords } from './useFaultWords.ts'
import { useSendCode } from './useSendCode.ts'

interface AddSignInFormProps {
  user: User
  /** What can be added; at least one. */
  kinds: readonly ('email' | 'phone')[]
  wanted: 'email' | 'phone' | undefined
  /** Just before it is sent. */
  onAsk: () => void
  onDone: () => void
}

const empty = {
  text: '',
  country: emptyDraft.country,
  code: '',
  password: '',
  confirmPassword: '',
  residence: '',
  isAdult: false,
  agrees: false,
}

/** The address, the code that came to it, and what registration asks for of a guest, or the proofs of whoever is none. */
export function AddSignInForm({ user, kinds, wanted, onAsk, onDone }: AddSignInFormProps) {
  const { t } = useLingui()
  const isOffline = useConnection() === 'offline'
  const reason = isOffline ? t`Needs a connection` : undefined
  const words = useFailureWords()
  const faultWords = useFaultWords()
  const [by, setBy] = useState(wanted && kinds.includes(wanted) ? wanted : (kinds[0] ?? 'email'))
  const [fields, setFields] = useState({ ...empty, country: user.country || empty.country })
  const [isTried, setTried] = useState(false)
  const [ownPassword, setOwnPassword] = useState('')
  const [proof, setProof] = useState<StepUpProof>({})
  const sending = useSendCode('bind')
  const bind = useWrite(profile.bind, { errors: 'inline' })
  // One intent, one id: asking again after silence cannot do it twice.
  const requestId = useRef<string>(undefined)
  const isGuest = user.isGuest === 1
  const asksPassword = !isGuest && user.hasLoginPassword === 1
  const asksProof = !isGuest && (user.googleBind === 1 || user.passkeyCount > 0 || user.hasSafePassword === 1)
  const isProved = (!asksPassword || ownPassword !== '') && (!asksProof || isProven(user, proof))
  const name = readFields({ text: fields.text, country: fields.country, isUid: false })
  const sent = sending.data
  const fault = () =>
    faultIn({
      ...emptyDraft,
      ...fields,
      by,
      name,
      sent,
      [by]: fields.text,
      // Somebody who has an account already agreed to it, and keeps their password.
      ...(!isGuest && { password: 'Not-asked-for-1', confirmPassword: 'Not-asked-for-1', residence: 'US', isAdult: true, agrees: true }),
    })
  const first = isTried ? fault() : undefined
  const refusedField = bind.error ? fieldOf(bind.error.key, bindDetail(bind.error.detail)) : undefined
  const wrong = (field: FaultyField): string | undefined =>
    first?.field === field ? faultWords(first) : refusedField === field ? words(bind.error) : undefined
  const touch = () => {
    bind.reset()
    requestId.current = undefined
  }
  const change = (next: Partial<typeof fields>) => {
    touch()
    setFields((now) => ({ ...now, ...next }))
  }
  const choose = (next: typeof by) => {
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
    if (fault() || !name || name.kind === 'uid' || !isProved) return
    requestId.current ??= newRequestId()
    const target =
      name.kind === 'email'
        ? { type: 'email' as const, target: name.email }
        : { type: 'phone' as const, target: name.phone, areaCode: name.areaCode }
    const guest = {
      newPassword: fields.password,
      confirmPassword: fields.confirmPassword,
      country: fields.residence,
      birthYearOk: fields.isAdult,
      agreementVersion,
    }
    const own = { ...(asksPassword && { password: ownPassword }), ...(asksProof && givenOf(proof)) }
    onAsk()
    bind.mutate(
      { body: { ...target, captcha: fields.code, ...(isGuest ? guest : own) }, requestId: requestId.current },
      { onSuccess: onDone },
    )
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
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
        <Segments
          label={t`What to add`}
          value={by}
          onChange={choose}
          options={[
            { value: 'email', label: t`Email` },
            { value: 'phone', label: t`Mobile number` },
          ]}
        />
      )}
      <AccountField
        only={by}
        fields={{ text: fields.text, country: fields.country, isUid: false }}
        onChange={({ text, country }) => {
          if (text !== undefined) sending.reset()
          change({ ...(text !== undefined && { text, code: '' }), ...(country && { country }) })
        }}
        error={wrong('account') ?? words(sending.error)}
      />
      {sent ? (
        <CodeField
          value={fields.code}
          onChange={(code) => change({ code })}
          sent={sent}
          onResend={sendCode}
          isSending={sending.isPending}
          hint={t`Valid for ten minutes.`}
          error={wrong('code')}
        />
      ) : (
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
          {wrong('code') && (
            <p role="alert" className={styles.error}>
              {wrong('code')}
            </p>
          )}
        </div>
      )}
      {isGuest && (
        <>
          <NewPassword
            account={fields.text}
            password={fields.password}
            confirmPassword={fields.confirmPassword}
            onChange={change}
            passwordError={wrong('password')}
            confirmError={wrong('confirmPassword')}
          />
          <CountryPicker
            label={t`Country of residence`}
            value={fields.residence}
            onChange={(residence) => change({ residence })}
            error={wrong('country')}
          />
          <Agreement />
          <div>
            <Checkbox
              label={t`I am 18 or older`}
              checked={fields.isAdult}
              onChange={(isAdult) => change({ isAdult })}
              error={wrong('adult')}
            />
            <Checkbox
              label={t`I have read and accept the user agreement`}
              checked={fields.agrees}
              onChange={(agrees) => change({ agrees })}
              error={wrong('agree')}
            />
          </div>
        </>
      )}
      {/* In the order in which it is asked for: first the code that shows whose the address is. */}
      {sent && asksPassword && (
        <PasswordField
          label={t`Sign-in password`}
          value={ownPassword}
          onChange={(text) => {
            touch()
            setOwnPassword(text)
          }}
          autoComplete="current-password"
          error={bind.error?.key === 'PASSWORD_WRONG' ? words(bind.error) : undefined}
        />
      )}
      {sent && asksProof && (
        <StepUp
          call={profile.bind}
          proof={proof}
          onChange={(given) => {
            touch()
            setProof(given)
          }}
          error={bind.error}
        />
      )}
      {refusedField === 'form' && !(bind.error && (bind.error.key === 'PASSWORD_WRONG' || shownUnderField.has(bind.error.key))) && (
        <p role="alert" className={styles.error}>
          {words(bind.error)}
        </p>
      )}
      {/* Without the code there is nothing to add yet. */}
      {(isGuest || sent) && (
        <Button type="submit" size="large" wide busy={bind.isPending} disabled={isOffline || !isProved} reason={reason}>
          {isGuest ? <Trans>Keep this account</Trans> : <Trans>Add</Trans>}
        </Button>
      )}
    </form>
  )
}

/** The call names its fields a little differently from registration. */
const bindDetail = (detail: Record<string, unknown>): Record<string, unknown> => {
  const { field } = detail
  return { ...detail, field: field === 'target' ? 'email' : field === 'newPassword' ? 'password' : field }
}
