import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ApiError } from '#api/apiError.ts'
import { useApiWrite } from '#api/mutation.ts'
import { useRequestIds } from '#api/requestIds.ts'
import { useSystemSettings } from '#api/person.ts'
import { sendApiCall } from '#api/send.ts'
import type { User } from '#contract/calls/account.ts'
import { factors } from '#contract/calls/factors.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { Button } from '#ui/Button.tsx'
import { PasswordField } from '#ui/fields/PasswordField.tsx'
import { OneTimeCodeField } from '#widgets/identity/OneTimeCodeField.tsx'
import { oneTimeCodeLength, type SentCode } from '#widgets/identity/oneTimeCode.ts'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { StepUpFields } from '#widgets/identity/StepUpFields.tsx'
import { pickSecondFactor } from '#widgets/identity/stepUpProof.ts'
import { isNewSafePasswordValid, NewSafePasswordFields } from './NewSafePasswordFields.tsx'
import { requiredSafePasswordProofs } from './safePasswordProofs.ts'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import { useOneTimeCodeWaitOrError } from '../signIn/useCodeWait.ts'
import { useApiErrorMessages } from '../signIn/useApiErrorMessages.ts'

const codeKeys = ['CAPTCHA_WRONG', 'CAPTCHA_EXPIRED']
const fieldErrorKeys = [...codeKeys, 'SAFE_PASSWORD_WEAK', 'PASSWORD_WRONG', 'TOTP_WRONG', 'TOTP_REPLAYED']

/** The first withdrawal password by the strongest proof that there is; one that was forgotten by all of them. */
export function SetSafePasswordForm({ user, isAgain, onDone }: { user: User; isAgain: boolean; onDone: () => void }) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const words = useApiErrorMessages()
  const ids = useRequestIds()
  const requiredProofs = requiredSafePasswordProofs(user, useSystemSettings()?.loginMethods, isAgain)
  const set = useApiWrite(factors.setSafePassword, { errors: 'inline' })
  const [newPassword, setNewPassword] = useState({ digits: '', again: '' })
  const [captcha, setCaptcha] = useState('')
  const [password, setPassword] = useState('')
  const [proof, setProof] = useState<StepUpProof>({})
  const { error } = set
  const isComplete =
    isNewSafePasswordValid(newPassword) &&
    (!requiredProofs.code || captcha.length === oneTimeCodeLength) &&
    (!requiredProofs.password || password !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isComplete) return
    const body = {
      safePassword: newPassword.digits,
      confirmPassword: newPassword.again,
      ...(requiredProofs.code && { captcha }),
      ...(requiredProofs.password && { password }),
      ...(requiredProofs.second && pickSecondFactor(proof)),
      ...(isAgain && { replace: true }),
    }
    set.mutate({ body, requestId: ids.of(body) }, { onSuccess: onDone })
  }
  const clearingErrorOnChange =
    <T,>(change: (value: T) => void) =>
    (value: T) => {
      set.reset()
      change(value)
    }
  const errorAbout = (...keys: string[]) => (error && keys.includes(error.key) ? words(error) : undefined)
  return (
    <Stack as="form" gap={4} onSubmit={submit} noValidate>
      {requiredProofs.password && (
        <PasswordField
          label={t`Sign-in password`}
          value={password}
          onChange={clearingErrorOnChange(setPassword)}
          autoComplete="current-password"
          error={errorAbout('PASSWORD_WRONG')}
        />
      )}
      {requiredProofs.code && <OwnCode value={captcha} onChange={clearingErrorOnChange(setCaptcha)} error={errorAbout(...codeKeys)} />}
      <NewSafePasswordFields
        value={newPassword}
        onChange={clearingErrorOnChange(setNewPassword)}
        error={errorAbout('SAFE_PASSWORD_WEAK')}
      />
      {requiredProofs.second && (
        <StepUpFields call={factors.setSafePassword} proof={proof} onChange={clearingErrorOnChange(setProof)} error={error} />
      )}
      {error && !fieldErrorKeys.includes(error.key) && (
        <Text role="alert" weight="medium" tone="error">
          {words(error)}
        </Text>
      )}
      <Button
        type="submit"
        size="large"
        wide
        busy={set.isPending}
        disabled={!isOnline || !isComplete}
        reason={isOnline ? undefined : t`Needs a connection`}
      >
        <Trans>Set the withdrawal password</Trans>
      </Button>
      {isAgain && (
        <Text tone="quiet">
          <Trans>All other devices are signed out, and new withdrawal addresses wait 72 hours. Known addresses are not held back.</Trans>
        </Text>
      )}
    </Stack>
  )
}

/** A code to the person's own address; the reply says to which, masked. */
function useOwnCode() {
  return useMutation<SentCode & { to: string }, ApiError, void>({
    mutationFn: async () => {
      const at = Date.now()
      const { to, resendIn, devCode } = await sendApiCall(factors.sendOwnCode, {})
      return { at, resendInSeconds: resendIn, devCode, to }
    },
    networkMode: 'always',
    meta: { errors: 'inline', overlay: 'none' },
  })
}

/** A code to an address or number of theirs: sent, then taken. */
function OwnCode({ value, onChange, error }: { value: string; onChange(value: string): void; error: string | undefined }) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const words = useApiErrorMessages()
  const sending = useOwnCode()
  const { wait, fault } = useOneTimeCodeWaitOrError(sending.error)
  const to = sending.data?.to ?? ''
  return sending.data ? (
    <OneTimeCodeField
      value={value}
      onChange={onChange}
      sent={sending.data}
      onResend={() => sending.mutate()}
      isSending={sending.isPending}
      hint={t`Sent to ${to}. It is valid for ten minutes.`}
      error={error ?? words(fault)}
    />
  ) : (
    <>
      <Button
        kind="secondary"
        wide
        busy={sending.isPending}
        disabled={!isOnline || wait !== undefined}
        reason={isOnline ? wait : t`Needs a connection`}
        onClick={() => sending.mutate()}
      >
        <Trans>Send me a code</Trans>
      </Button>
      {fault && (
        <Text role="alert" weight="medium" tone="error">
          {words(fault)}
        </Text>
      )}
    </>
  )
}
