import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { useApiWrite } from '#api/mutation.ts'
import { useRequestIds } from '#api/requestIds.ts'
import { factors } from '#contract/calls/factors.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { OneTimeCodeField } from '#widgets/identity/OneTimeCodeField.tsx'
import { SixDigitField } from '#widgets/identity/SixDigitField.tsx'
import { oneTimeCodeLength, type SentCode } from '#widgets/identity/oneTimeCode.ts'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { type AccountIdentifier, formatAccountIdentifier } from '../signIn/accountName.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { findNewPasswordError, type NewPasswordError } from './newPasswordError.ts'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import styles from '../signIn/SignIn.module.css'
import { useApiErrorMessages } from '../signIn/useApiErrorMessages.ts'
import { useRegisterFormErrorMessages } from './useRegisterFormErrorMessages.ts'
import { useRequestOneTimeCode } from '../signIn/useRequestOneTimeCode.ts'

interface NewPasswordFormProps {
  name: Exclude<AccountIdentifier, { kind: 'uid' }>
  sent: SentCode
  onDone: () => void
}

type SecondFactorInput = { kind: 'googleCode' | 'recoveryCode'; text: string }

/** The code that was sent, a new password, and the authenticator where the account has one. */
export function ResetPasswordForm({ name, sent: initialSentCode, onDone }: NewPasswordFormProps) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const words = useApiErrorMessages()
  const errorMessages = useRegisterFormErrorMessages()
  const sending = useRequestOneTimeCode('reset')
  const reset = useApiWrite(factors.resetPassword, { errors: 'inline' })
  const ids = useRequestIds()
  const sent = sending.data ?? initialSentCode
  const [captcha, setCaptcha] = useState('')
  const [passwords, setPasswords] = useState({ password: '', confirmPassword: '' })
  const [passwordFault, setPasswordFault] = useState<NewPasswordError>()
  const [secondFactor, setSecondFactor] = useState<SecondFactorInput>()
  const who = formatAccountIdentifier(name)
  const key = reset.error?.key
  const clearErrors = () => {
    reset.reset()
    setPasswordFault(undefined)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const newError = findNewPasswordError(passwords, name.kind === 'email' ? name.email : name.phone)
    setPasswordFault(newError)
    if (newError || captcha.length < oneTimeCodeLength) return
    const account = name.kind === 'email' ? { account: name.email } : { account: name.phone, areaCode: name.areaCode }
    const proof = secondFactor && secondFactor.text !== '' ? { [secondFactor.kind]: secondFactor.text } : {}
    const { password: newPassword, confirmPassword } = passwords
    const body = { ...account, captcha, newPassword, confirmPassword, ...proof }
    reset.mutate(
      { body, requestId: ids.of(body) },
      {
        onSuccess: onDone,
        onError: (error) => {
          if (error.key === 'STEP_UP_REQUIRED') setSecondFactor({ kind: 'googleCode', text: '' })
        },
      },
    )
  }
  const isAboutCode = key === 'CAPTCHA_WRONG' || key === 'CAPTCHA_EXPIRED'
  const isAboutSecond = key === 'TOTP_WRONG' || key === 'TOTP_REPLAYED' || key === 'RECOVERY_CODE_WRONG'
  const isAboutPassword = key === 'PASSWORD_WEAK'
  return (
    <Stack as="form" gap={4} onSubmit={submit} noValidate>
      <p>
        <Trans>If {who} has an account, a code was sent there.</Trans>
      </p>
      <OneTimeCodeField
        value={captcha}
        onChange={(text) => {
          clearErrors()
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
      <NewPasswordFields
        isNew
        account={name.kind === 'email' ? name.email : name.phone}
        {...passwords}
        onChange={(change) => {
          clearErrors()
          setPasswords((now) => ({ ...now, ...change }))
        }}
        passwordError={
          isAboutPassword ? words(reset.error) : passwordFault?.field === 'password' ? errorMessages(passwordFault) : undefined
        }
        confirmError={passwordFault?.field === 'confirmPassword' ? errorMessages(passwordFault) : undefined}
      />
      {secondFactor && (
        <SecondField second={secondFactor} onChange={setSecondFactor} error={isAboutSecond ? words(reset.error) : undefined} />
      )}
      {reset.error && !isAboutCode && !isAboutSecond && !isAboutPassword && key !== 'STEP_UP_REQUIRED' && (
        <Text role="alert" weight="medium" tone="error">
          {words(reset.error)}
        </Text>
      )}
      <Button
        type="submit"
        size="large"
        wide
        busy={reset.isPending}
        disabled={!isOnline || captcha.length < oneTimeCodeLength}
        reason={isOnline ? t`Enter the code first` : t`Needs a connection`}
      >
        <Trans>Set the new password</Trans>
      </Button>
      <Text tone="quiet" className={styles.small}>
        <Trans>All devices are signed out, and new withdrawal addresses wait 24 hours.</Trans>
      </Text>
    </Stack>
  )
}

function SecondField({
  second: secondFactor,
  onChange,
  error,
}: {
  second: SecondFactorInput
  onChange: (secondFactor: SecondFactorInput) => void
  error: string | undefined
}) {
  const { t } = useLingui()
  const isCode = secondFactor.kind === 'googleCode'
  return (
    <>
      {isCode ? (
        <SixDigitField
          label={t`Authenticator code`}
          value={secondFactor.text}
          onChange={(text) => onChange({ ...secondFactor, text })}
          autoFocus
          hint={t`This account also asks for its authenticator.`}
          error={error}
        />
      ) : (
        <TextField
          label={t`Recovery code`}
          value={secondFactor.text}
          onChange={(text) => onChange({ ...secondFactor, text })}
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
