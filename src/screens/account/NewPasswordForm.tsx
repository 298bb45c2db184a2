import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { useWrite } from '#api/mutation.ts'
import { factors } from '#contract/calls/factors.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/TextField.tsx'
import { CodeField } from '#widgets/CodeField.tsx'
import { DigitsField } from '#widgets/DigitsField.tsx'
import { codeLength, type SentCode } from '#widgets/oneTimeCode.ts'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import { type AccountName, accountText } from './accountName.ts'
import { NewPassword } from './NewPassword.tsx'
import { newPasswordFault, type NewPasswordFault } from './newPasswordFault.ts'
import styles from './SignIn.module.css'
import { useFailureWords } from './useFailureWords.ts'
import { useFaultWords } from './useFaultWords.ts'
import { useIntent } from './useIntent.ts'
import { useSendCode } from './useSendCode.ts'

interface NewPasswordFormProps {
  name: Exclude<AccountName, { kind: 'uid' }>
  sent: SentCode
  onDone: () => void
}

type Second = { kind: 'googleCode' | 'recoveryCode'; text: string }

/** The code that was sent, a new password, and the authenticator where the account has one. */
export function NewPasswordForm({ name, sent: first, onDone }: NewPasswordFormProps) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const words = useFailureWords()
  const faultWords = useFaultWords()
  const sending = useSendCode('reset')
  const reset = useWrite(factors.resetPassword, { errors: 'inline' })
  const idFor = useIntent()
  const sent = sending.data ?? first
  const [captcha, setCaptcha] = useState('')
  const [passwords, setPasswords] = useState({ password: '', confirmPassword: '' })
  const [fault, setFault] = useState<NewPasswordFault>()
  const [second, setSecond] = useState<Second>()
  const who = accountText(name)
  const key = reset.error?.key
  const touch = () => {
    reset.reset()
    setFault(undefined)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = newPasswordFault(passwords, name.kind === 'email' ? name.email : name.phone)
    setFault(found)
    if (found || captcha.length < codeLength) return
    const account = name.kind === 'email' ? { account: name.email } : { account: name.phone, areaCode: name.areaCode }
    const proof = second && second.text !== '' ? { [second.kind]: second.text } : {}
    const { password: newPassword, confirmPassword } = passwords
    const body = { ...account, captcha, newPassword, confirmPassword, ...proof }
    reset.mutate(
      { body, requestId: idFor(body) },
      {
        onSuccess: onDone,
        onError: (error) => {
          if (error.key === 'STEP_UP_REQUIRED') setSecond({ kind: 'googleCode', text: '' })
        },
      },
    )
  }
  const isAboutCode = key === 'CAPTCHA_WRONG' || key === 'CAPTCHA_EXPIRED'
  const isAboutSecond = key === 'TOTP_WRONG' || key === 'TOTP_REPLAYED' || key === 'RECOVERY_CODE_WRONG'
  const isAboutPassword = key === 'PASSWORD_WEAK'
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p>
        <Trans>If {who} has an account, a code was sent there.</Trans>
      </p>
      <CodeField
        value={captcha}
        onChange={(text) => {
          touch()
          setCaptcha(text)
        }}
        sent={sent}
        onResend={() => sending.mutate(name)}
        isSending={sending.isPending}
        error={isAboutCode ? words(reset.error) : words(sending.error)}
        autoFocus
      />
      {/* For password managers: the account that the new password belongs to. */}
      <input className="visuallyHidden" type="text" autoComplete="username" value={who} readOnly tabIndex={-1} aria-hidden="true" />
      <NewPassword
        isNew
        account={name.kind === 'email' ? name.email : name.phone}
        {...passwords}
        onChange={(change) => {
          touch()
          setPasswords((now) => ({ ...now, ...change }))
        }}
        passwordError={isAboutPassword ? words(reset.error) : fault?.field === 'password' ? faultWords(fault) : undefined}
        confirmError={fault?.field === 'confirmPassword' ? faultWords(fault) : undefined}
      />
      {second && <SecondField second={second} onChange={setSecond} error={isAboutSecond ? words(reset.error) : undefined} />}
      {reset.error && !isAboutCode && !isAboutSecond && !isAboutPassword && key !== 'STEP_UP_REQUIRED' && (
        <p role="alert" className={styles.error}>
          {words(reset.error)}
        </p>
      )}
      <Button
        type="submit"
        size="large"
        wide
        busy={reset.isPending}
        disabled={!isOnline || captcha.length < codeLength}
        reason={isOnline ? t`Enter the code first` : t`Needs a connection`}
      >
        <Trans>Set the new password</Trans>
      </Button>
      <p className={styles.small}>
        <Trans>All devices are signed out, and new withdrawal addresses wait 24 hours.</Trans>
      </p>
    </form>
  )
}

function SecondField({ second, onChange, error }: { second: Second; onChange: (second: Second) => void; error: string | undefined }) {
  const { t } = useLingui()
  const isCode = second.kind === 'googleCode'
  return (
    <>
      {isCode ? (
        <DigitsField
          label={t`Authenticator code`}
          value={second.text}
          onChange={(text) => onChange({ ...second, text })}
          autoFocus
          hint={t`This account also asks for its authenticator.`}
          error={error}
        />
      ) : (
        <TextField
          label={t`Recovery code`}
          value={second.text}
          onChange={(text) => onChange({ ...second, text })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
          error={error}
        />
      )}
      <Button kind="quiet" wide onClick={() => onChange({ kind: isCode ? 'recoveryCode' : 'googleCode', text: '' })}>
        {isCode ? <Trans>Phone lost? Use a recovery code</Trans> : <Trans>Use the authenticator instead</Trans>}
      </Button>
    </>
  )
}
