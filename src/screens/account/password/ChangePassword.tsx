import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useApiWrite } from '#api/mutation.ts'
import { useRequestIds } from '#api/requestIds.ts'
import { useUser } from '#api/person.ts'
import { factors, passwordType } from '#contract/calls/factors.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { PasswordField } from '#ui/fields/PasswordField.tsx'
import { showToast } from '#ui/toast.ts'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { StepUpFields } from '#widgets/identity/StepUpFields.tsx'
import { pickSecondFactor } from '#widgets/identity/stepUpProof.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { findNewPasswordError, type NewPasswordError } from './newPasswordError.ts'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import styles from '../security/Security.module.css'
import { useApiErrorMessages } from '../signIn/useApiErrorMessages.ts'
import { useRegisterFormErrorMessages } from './useRegisterFormErrorMessages.ts'

export const Route = createFileRoute('/_signedIn/change-password')({ component: ChangePassword })

const oldKeys = ['OLD_PASSWORD_WRONG']
const newKeys = ['PASSWORD_WEAK', 'PASSWORD_SAME']
const proofKeys = ['TOTP_WRONG', 'TOTP_REPLAYED']

/** The sign-in password, by the old one and a second factor where there is one (docs/rules/accounts.md). */
function ChangePassword() {
  const { t } = useLingui()
  const user = useUser()
  return (
    <ScreenLayout title={t`Change password`} back={path.security}>
      {user?.hasLoginPassword === 0 ? (
        <NoPassword />
      ) : (
        <ChangeForm hasSecondFactor={user?.googleBind === 1 || (user?.passkeyCount ?? 0) > 0} />
      )}
    </ScreenLayout>
  )
}

/** Whoever came by a wallet or another service chooses a first password by a code. */
function NoPassword() {
  return (
    <Card className={styles.next}>
      <p>
        <Trans>You sign in without a password. With a code to your email or mobile number you can choose one.</Trans>
      </p>
      <ButtonLink to={path.forgotPassword} kind="secondary" wide>
        <Trans>Choose a password</Trans>
      </ButtonLink>
    </Card>
  )
}

function ChangeForm({ hasSecondFactor }: { hasSecondFactor: boolean }) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const router = useRouter()
  const words = useApiErrorMessages()
  const errorMessages = useRegisterFormErrorMessages()
  const ids = useRequestIds()
  const change = useApiWrite(factors.changePassword, { errors: 'inline' })
  const [oldPassword, setOld] = useState('')
  const [passwords, setPasswords] = useState({ password: '', confirmPassword: '' })
  const [proof, setProof] = useState<StepUpProof>({})
  const [passwordFault, setPasswordFault] = useState<NewPasswordError>()
  const [isMissing, setMissing] = useState(false)
  const clearErrors = () => {
    change.reset()
    setPasswordFault(undefined)
    setMissing(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const newError = findNewPasswordError(passwords, '')
    setMissing(oldPassword === '')
    setPasswordFault(newError)
    if (newError || oldPassword === '') return
    const { password: newPassword, confirmPassword } = passwords
    const body = { type: passwordType.signIn, oldPassword, newPassword, confirmPassword, ...(hasSecondFactor && pickSecondFactor(proof)) }
    change.mutate(
      { body, requestId: ids.of(body) },
      {
        onSuccess: () => {
          showToast(t`Password changed. Other devices were signed out.`, { tone: 'good' })
          void router.navigate({ to: path.security, replace: true })
        },
      },
    )
  }
  const { error } = change
  const isErrorAbout = (keys: string[]) => error !== null && keys.includes(error.key)
  return (
    <Stack as="form" gap={4} onSubmit={submit} noValidate>
      <PasswordField
        label={t`Current password`}
        value={oldPassword}
        onChange={(text) => {
          clearErrors()
          setOld(text)
        }}
        autoComplete="current-password"
        error={isMissing ? t`Enter the password that you use now.` : isErrorAbout(oldKeys) ? words(error) : undefined}
      />
      <NewPasswordFields
        isNew
        account=""
        {...passwords}
        onChange={(next) => {
          clearErrors()
          setPasswords((now) => ({ ...now, ...next }))
        }}
        passwordError={
          isErrorAbout(newKeys) ? words(error) : passwordFault?.field === 'password' ? errorMessages(passwordFault) : undefined
        }
        confirmError={passwordFault?.field === 'confirmPassword' ? errorMessages(passwordFault) : undefined}
      />
      {hasSecondFactor && (
        <StepUpFields
          call={factors.changePassword}
          proof={proof}
          onChange={(next) => {
            clearErrors()
            setProof(next)
          }}
          error={error}
        />
      )}
      {error && !isErrorAbout([...oldKeys, ...newKeys, ...proofKeys]) && (
        <Text role="alert" weight="medium" tone="error">
          {words(error)}
        </Text>
      )}
      <Button
        type="submit"
        size="large"
        wide
        busy={change.isPending}
        disabled={!isOnline}
        reason={isOnline ? undefined : t`Needs a connection`}
      >
        <Trans>Change the password</Trans>
      </Button>
      <Text tone="quiet">
        <Trans>All other devices are signed out, and new withdrawal addresses wait 24 hours. Known addresses are not held back.</Trans>
      </Text>
    </Stack>
  )
}
