import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ApiError } from '#api/apiError.ts'
import { useWrite } from '#api/mutation.ts'
import { useSystemSettings } from '#api/person.ts'
import { send } from '#api/send.ts'
import type { User } from '#contract/calls/account.ts'
import { factors } from '#contract/calls/factors.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { Button } from '#ui/Button.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { CodeField } from '#widgets/CodeField.tsx'
import { codeLength, type SentCode } from '#widgets/oneTimeCode.ts'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import { StepUp } from '#widgets/StepUp.tsx'
import { secondOf } from '#widgets/stepUpProof.ts'
import { areGood, NewDigits } from './NewDigits.tsx'
import { proofsFor } from './safePasswordProofs.ts'
import styles from './Security.module.css'
import { useCodeWait } from './useCodeWait.ts'
import { useFailureWords } from './useFailureWords.ts'
import { useIntent } from './useIntent.ts'

const codeKeys = ['CAPTCHA_WRONG', 'CAPTCHA_EXPIRED']
const shownElsewhere = [...codeKeys, 'SAFE_PASSWORD_WEAK', 'PASSWORD_WRONG', 'TOTP_WRONG', 'TOTP_REPLAYED']

/** The first withdrawal password by the strongest proof that there is; one that was forgotten by all of them (call 90). */
export function SetSafePassword({ user, isAgain, onDone }: { user: User; isAgain: boolean; onDone: () => void }) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const words = useFailureWords()
  const idFor = useIntent()
  const needs = proofsFor(user, useSystemSettings()?.loginMethods, isAgain)
  const sending = useOwnCode()
  const { wait, fault } = useCodeWait(sending.error)
  const set = useWrite(factors.setSafePassword, { errors: 'inline' })
  const [fresh, setFresh] = useState({ digits: '', again: '' })
  const [captcha, setCaptcha] = useState('')
  const [password, setPassword] = useState('')
  const [proof, setProof] = useState<StepUpProof>({})
  const { error } = set
  const isWhole = areGood(fresh) && (!needs.code || captcha.length === codeLength) && (!needs.password || password !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isWhole) return
    const body = {
      safePassword: fresh.digits,
      confirmPassword: fresh.again,
      ...(needs.code && { captcha }),
      ...(needs.password && { password }),
      ...(needs.second && secondOf(proof)),
      ...(isAgain && { replace: true }),
    }
    set.mutate({ body, requestId: idFor(body) }, { onSuccess: onDone })
  }
  const touched =
    <T,>(change: (value: T) => void) =>
    (value: T) => {
      set.reset()
      change(value)
    }
  const about = (...keys: string[]) => (error && keys.includes(error.key) ? words(error) : undefined)
  const to = sending.data?.to ?? ''
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {needs.password && (
        <PasswordField
          label={t`Sign-in password`}
          value={password}
          onChange={touched(setPassword)}
          autoComplete="current-password"
          error={about('PASSWORD_WRONG')}
        />
      )}
      {needs.code &&
        (sending.data ? (
          <CodeField
            value={captcha}
            onChange={touched(setCaptcha)}
            sent={sending.data}
            onResend={() => sending.mutate()}
            isSending={sending.isPending}
            hint={t`Sent to ${to}. It is valid for ten minutes.`}
            error={about(...codeKeys) ?? words(fault)}
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
              <p role="alert" className={styles.error}>
                {words(fault)}
              </p>
            )}
          </>
        ))}
      <NewDigits value={fresh} onChange={touched(setFresh)} error={about('SAFE_PASSWORD_WEAK')} />
      {needs.second && <StepUp call={factors.setSafePassword} proof={proof} onChange={touched(setProof)} error={error} />}
      {error && !shownElsewhere.includes(error.key) && (
        <p role="alert" className={styles.error}>
          {words(error)}
        </p>
      )}
      <Button
        type="submit"
        size="large"
        wide
        busy={set.isPending}
        disabled={!isOnline || !isWhole}
        reason={isOnline ? undefined : t`Needs a connection`}
      >
        <Trans>Set the withdrawal password</Trans>
      </Button>
      {isAgain && (
        <p className={styles.quiet}>
          <Trans>All other devices are signed out, and new withdrawal addresses wait 72 hours. Known addresses are not held back.</Trans>
        </p>
      )}
    </form>
  )
}

/** A code to the person's own address; the reply says to which, masked. */
function useOwnCode() {
  return useMutation<SentCode & { to: string }, ApiError, void>({
    mutationFn: async () => {
      const at = Date.now()
      const { to, resendIn, devCode } = await send(factors.sendOwnCode, {})
      return { at, resendInSeconds: resendIn, devCode, to }
    },
    networkMode: 'always',
    meta: { errors: 'inline', overlay: 'none' },
  })
}
