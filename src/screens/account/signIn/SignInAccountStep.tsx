import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { ApiError } from '#api/apiError.ts'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { type AccountIdentifier, canBeUid } from './accountName.ts'
import { SignInAccountField, type SignInAccountFields, parseSignInAccountFields } from './SignInAccountField.tsx'
import { Stack } from '#ui/Stack.tsx'
import { joinClassNames } from '#ui/classes.ts'
import styles from './SignIn.module.css'
import { useApiErrorMessages } from './useApiErrorMessages.ts'

export type { SignInAccountFields }

interface SignInAccountStepProps {
  fields: SignInAccountFields
  onChange: (change: Partial<SignInAccountFields>) => void
  onContinue: (name: AccountIdentifier) => void
  redirect: string | undefined
  /** Ways that need no account field. */
  others?: ReactNode
  /** Undefined where guests are not admitted. */
  guest: { begin: () => void; isBusy: boolean; error: ApiError | null } | undefined
}

/** The first step: an email address, a mobile number or an account number; below it the ways around it. */
export function SignInAccountStep({ fields, onChange, onContinue, redirect, others, guest }: SignInAccountStepProps) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const words = useApiErrorMessages()
  const [isWrong, setWrong] = useState(false)
  const reason = isOnline ? undefined : t`Needs a connection`
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const name = parseSignInAccountFields(fields)
    if (name) onContinue(name)
    else setWrong(true)
  }
  const change = (next: Partial<SignInAccountFields>) => {
    setWrong(false)
    onChange(next)
  }
  const wrongWords = fields.isUid
    ? t`Enter the eight digits of your account number.`
    : t`Enter an email address like name@example.com, or a mobile number.`
  return (
    <>
      <Stack as="form" gap={4} onSubmit={submit} noValidate>
        <SignInAccountField fields={fields} onChange={change} error={isWrong ? wrongWords : undefined} />
        {(fields.isUid || canBeUid(fields.text)) && (
          <button type="button" className={styles.textButton} onClick={() => change({ isUid: !fields.isUid })}>
            {fields.isUid ? <Trans>Use an email or mobile number instead</Trans> : <Trans>These eight digits are my account number</Trans>}
          </button>
        )}
        <Button type="submit" size="large" wide disabled={!isOnline} reason={reason}>
          <Trans>Continue</Trans>
        </Button>
      </Stack>
      <Stack gap={4}>
        <ButtonLink to={path.register} search={redirect === undefined ? {} : { redirect }} kind="secondary" wide>
          <Trans>Create an account</Trans>
        </ButtonLink>
        {others}
        {redirect?.startsWith(path.contracts) && (
          // Whoever only wants to see how trading goes is not asked who they are.
          <ButtonLink to={path.demoTrading} kind="secondary" wide>
            <Trans>Practice without an account</Trans>
          </ButtonLink>
        )}
        {guest && (
          <Stack>
            <Button kind="quiet" wide busy={guest.isBusy} disabled={!isOnline} onClick={guest.begin}>
              <Trans>Look around as a guest</Trans>
            </Button>
            <p className={joinClassNames('text-small tone-quiet', styles.small)}>
              <Trans>One tap, 100,000 USDT of play money, no email.</Trans>
            </p>
            {guest.error && guest.error.key !== 'GUEST_EXISTS' && (
              <p role="alert" className="text-small weight-medium tone-error">
                {words(guest.error)}
              </p>
            )}
          </Stack>
        )}
      </Stack>
    </>
  )
}
