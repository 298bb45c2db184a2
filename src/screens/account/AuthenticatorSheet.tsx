import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import { useWrite } from '#api/mutation.ts'
import type { User } from '#contract/calls/account.ts'
import { factors } from '#contract/calls/factors.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { Button } from '#ui/Button.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toast } from '#ui/toast.ts'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import { StepUp } from '#widgets/StepUp.tsx'
import { isProven, secondOf } from '#widgets/stepUpProof.ts'
import styles from './Security.module.css'
import { useFailureWords } from './useFailureWords.ts'
import { useIntent } from './useIntent.ts'

interface AuthenticatorSheetProps {
  what: 'renew' | 'remove'
  user: User
  onCodes: (codes: readonly string[]) => void
  onClose: () => void
}

const shownElsewhere = ['PASSWORD_WRONG', 'TOTP_WRONG', 'TOTP_REPLAYED', 'RECOVERY_CODE_WRONG']

/** Asks for the password and a code before recovery codes are renewed or the authenticator is removed. */
export function AuthenticatorSheet({ what, user, onCodes, onClose }: AuthenticatorSheetProps) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const words = useFailureWords()
  const formId = useId()
  const idFor = useIntent()
  const renew = useWrite(factors.renewRecoveryCodes, { errors: 'inline' })
  const unbind = useWrite(factors.unbind, { errors: 'inline' })
  const [password, setPassword] = useState('')
  const [proof, setProof] = useState<StepUpProof>({})
  const [recoveryCode, setRecoveryCode] = useState<string>()
  const hasPassword = user.hasLoginPassword === 1
  const isRemoval = what === 'remove'
  const { error, isPending } = isRemoval ? unbind : renew
  const isGiven = recoveryCode !== undefined ? recoveryCode.replace(/[^a-z0-9]/gi, '').length === 8 : isProven(user, proof)
  const isWhole = isGiven && (!hasPassword || password !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isWhole || isPending) return
    const given = { ...secondOf(proof), ...(hasPassword && { password }) }
    if (isRemoval) {
      const body = recoveryCode === undefined ? given : { recoveryCode, ...(hasPassword && { password }) }
      const removed = () => {
        toast(t`Authenticator removed. Other devices were signed out.`, { tone: 'good' })
        onClose()
      }
      return unbind.mutate({ body, requestId: idFor(body) }, { onSuccess: removed })
    }
    const renewed = ({ recoveryCodes }: { recoveryCodes: string[] }) => {
      onClose()
      onCodes(recoveryCodes)
    }
    return renew.mutate({ body: given, requestId: idFor(given) }, { onSuccess: renewed })
  }
  const touched =
    <T,>(change: (value: T) => void) =>
    (value: T) => {
      unbind.reset()
      renew.reset()
      change(value)
    }
  return (
    <Sheet
      open
      onClose={onClose}
      title={isRemoval ? t`Remove the authenticator?` : t`New recovery codes`}
      footer={
        <Button
          type="submit"
          form={formId}
          kind={isRemoval ? 'danger' : 'primary'}
          size="large"
          wide
          busy={isPending}
          disabled={!isOnline || !isWhole}
          reason={isOnline ? undefined : t`Needs a connection`}
        >
          {isRemoval ? <Trans>Remove it</Trans> : <Trans>Make new codes</Trans>}
        </Button>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        {isRemoval && (
          <p className={styles.quiet}>
            <Trans>All other devices are signed out, and new withdrawal addresses wait 72 hours.</Trans>
          </p>
        )}
        {hasPassword && (
          <PasswordField
            label={t`Sign-in password`}
            value={password}
            onChange={touched(setPassword)}
            autoComplete="current-password"
            error={error?.key === 'PASSWORD_WRONG' ? words(error) : undefined}
          />
        )}
        {recoveryCode === undefined ? (
          <StepUp call={isRemoval ? factors.unbind : factors.renewRecoveryCodes} proof={proof} onChange={touched(setProof)} error={error} />
        ) : (
          <TextField
            label={t`Recovery code`}
            value={recoveryCode}
            onChange={touched(setRecoveryCode)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={20}
            error={error?.key === 'RECOVERY_CODE_WRONG' ? words(error) : undefined}
          />
        )}
        {isRemoval && (
          <Button kind="quiet" wide onClick={() => touched(setRecoveryCode)(recoveryCode === undefined ? '' : undefined)}>
            {recoveryCode === undefined ? <Trans>Phone lost? Use a recovery code</Trans> : <Trans>Use the authenticator instead</Trans>}
          </Button>
        )}
        {error && !shownElsewhere.includes(error.key) && (
          <p role="alert" className={styles.error}>
            {words(error)}
          </p>
        )}
      </form>
    </Sheet>
  )
}
