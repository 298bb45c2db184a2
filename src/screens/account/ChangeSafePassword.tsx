import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { useWrite } from '#api/mutation.ts'
import { factors, passwordType } from '#contract/calls/factors.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { Button } from '#ui/Button.tsx'
import { DigitsField } from '#widgets/DigitsField.tsx'
import { codeLength } from '#widgets/oneTimeCode.ts'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import { StepUp } from '#widgets/StepUp.tsx'
import { secondOf } from '#widgets/stepUpProof.ts'
import { areGood, NewDigits } from './NewDigits.tsx'
import styles from './Security.module.css'
import { useFailureWords } from './useFailureWords.ts'
import { useIntent } from './useIntent.ts'

interface ChangeSafePasswordProps {
  hasSecond: boolean
  onForgot: () => void
  onDone: () => void
}

const newKeys = ['SAFE_PASSWORD_WEAK', 'PASSWORD_SAME']
const shownElsewhere = [...newKeys, 'SAFE_PASSWORD_WRONG', 'TOTP_WRONG', 'TOTP_REPLAYED']

/** The withdrawal password, by the old one and a second factor where there is one. */
export function ChangeSafePassword({ hasSecond, onForgot, onDone }: ChangeSafePasswordProps) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const words = useFailureWords()
  const idFor = useIntent()
  const change = useWrite(factors.changePassword, { errors: 'inline' })
  const [old, setOld] = useState('')
  const [fresh, setFresh] = useState({ digits: '', again: '' })
  const [proof, setProof] = useState<StepUpProof>({})
  const { error } = change
  const isWhole = old.length === codeLength && areGood(fresh)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isWhole) return
    const body = {
      type: passwordType.withdrawal,
      oldPassword: old,
      newPassword: fresh.digits,
      confirmPassword: fresh.again,
      ...(hasSecond && secondOf(proof)),
    }
    change.mutate({ body, requestId: idFor(body) }, { onSuccess: onDone })
  }
  const touched =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      change.reset()
      set(value)
    }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <DigitsField
        secret
        label={t`Current withdrawal password`}
        value={old}
        onChange={touched(setOld)}
        enterKeyHint="next"
        error={error?.key === 'SAFE_PASSWORD_WRONG' ? words(error) : undefined}
      />
      <NewDigits value={fresh} onChange={touched(setFresh)} error={error && newKeys.includes(error.key) ? words(error) : undefined} />
      {hasSecond && <StepUp call={factors.changePassword} proof={proof} onChange={touched(setProof)} error={error} />}
      {error && !shownElsewhere.includes(error.key) && (
        <p role="alert" className={styles.error}>
          {words(error)}
        </p>
      )}
      <Button
        type="submit"
        size="large"
        wide
        busy={change.isPending}
        disabled={!isOnline || !isWhole}
        reason={isOnline ? undefined : t`Needs a connection`}
      >
        <Trans>Change it</Trans>
      </Button>
      <p className={styles.quiet}>
        <Trans>All other devices are signed out, and new withdrawal addresses wait 24 hours. Known addresses are not held back.</Trans>
      </p>
      <Button kind="quiet" wide onClick={onForgot}>
        <Trans>Forgot it?</Trans>
      </Button>
    </form>
  )
}
