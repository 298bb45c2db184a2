import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { ApiError } from '#api/apiError.ts'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { type AccountName, mayBeUid } from './accountName.ts'
import { AccountField, type AccountFields, readFields } from './AccountField.tsx'
import styles from './SignIn.module.css'
import { useFailureWords } from './useFailureWords.ts'

export type { AccountFields }

interface AccountStepProps {
  fields: AccountFields
  onChange: (change: Partial<AccountFields>) => void
  onContinue: (name: AccountName) => void
  redirect: string | undefined
  /** Ways that need no account field. */
  others?: ReactNode
  /** Undefined where guests are not admitted. */
  guest: { begin: () => void; isBusy: boolean; error: ApiError | null } | undefined
}

/** The first step: an email address, a mobile number or an account number; below it the ways around it. */
export function AccountStep({ fields, onChange, onContinue, redirect, others, guest }: AccountStepProps) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const words = useFailureWords()
  const [isWrong, setWrong] = useState(false)
  const reason = isOnline ? undefined : t`Needs a connection`
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const name = readFields(fields)
    if (name) onContinue(name)
    else setWrong(true)
  }
  const change = (next: Partial<AccountFields>) => {
    setWrong(false)
    onChange(next)
  }
  const wrongWords = fields.isUid
    ? t`Enter the eight digits of your account number.`
    : t`Enter an email address like name@example.com, or a mobile number.`
  return (
    <>
      <form className={styles.form} onSubmit={submit} noValidate>
        <AccountField fields={fields} onChange={change} error={isWrong ? wrongWords : undefined} />
        {(fields.isUid || mayBeUid(fields.text)) && (
          <button type="button" className={styles.textButton} onClick={() => change({ isUid: !fields.isUid })}>
            {fields.isUid ? <Trans>Use an email or mobile number instead</Trans> : <Trans>These eight digits are my account number</Trans>}
          </button>
        )}
        <Button type="submit" size="large" wide disabled={!isOnline} reason={reason}>
          <Trans>Continue</Trans>
        </Button>
      </form>
      <div className={styles.others}>
        <ButtonLink to={path.register} search={redirect === undefined ? {} : { redirect }} kind="secondary" wide>
          <Trans>Create an account</Trans>
        </ButtonLink>
        {others}
        {guest && (
          <div className={styles.guest}>
            <Button kind="quiet" wide busy={guest.isBusy} disabled={!isOnline} onClick={guest.begin}>
              <Trans>Look around as a guest</Trans>
            </Button>
            <p className={styles.small}>
              <Trans>One tap, 100,000 USDT of play money, no email.</Trans>
            </p>
            {guest.error && guest.error.key !== 'GUEST_EXISTS' && (
              <p role="alert" className={styles.error}>
                {words(guest.error)}
              </p>
            )}
          </div>
        )}
      </div>
    </>
  )
}
