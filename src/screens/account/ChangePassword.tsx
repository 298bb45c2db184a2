import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useWrite } from '#api/mutation.ts'
import { useUser } from '#api/person.ts'
import { factors, passwordType } from '#contract/calls/factors.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { toast } from '#ui/toast.ts'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import { StepUp } from '#widgets/StepUp.tsx'
import { secondOf } from '#widgets/stepUpProof.ts'
import { NewPassword } from './NewPassword.tsx'
import { newPasswordFault, type NewPasswordFault } from './newPasswordFault.ts'
import styles from './Security.module.css'
import { useFailureWords } from './useFailureWords.ts'
import { useFaultWords } from './useFaultWords.ts'
import { useIntent } from './useIntent.ts'

export const Route = createFileRoute('/_signedIn/change-password')({ component: ChangePassword })

const oldKeys = ['OLD_PASSWORD_WRONG']
const newKeys = ['PASSWORD_WEAK', 'PASSWORD_SAME']
const proofKeys = ['TOTP_WRONG', 'TOTP_REPLAYED']

/** The sign-in password, by the old one and a second factor where there is one (product §1.2 call 13). */
function ChangePassword() {
  const { t } = useLingui()
  const user = useUser()
  return (
    <ScreenLayout title={t`Change password`} back={path.security}>
      {user?.hasLoginPassword === 0 ? <NoPassword /> : <ChangeForm hasSecond={user?.googleBind === 1 || (user?.passkeyCount ?? 0) > 0} />}
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

function ChangeForm({ hasSecond }: { hasSecond: boolean }) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const router = useRouter()
  const words = useFailureWords()
  const faultWords = useFaultWords()
  const idFor = useIntent()
  const change = useWrite(factors.changePassword, { errors: 'inline' })
  const [oldPassword, setOld] = useState('')
  const [passwords, setPasswords] = useState({ password: '', confirmPassword: '' })
  const [proof, setProof] = useState<StepUpProof>({})
  const [fault, setFault] = useState<NewPasswordFault>()
  const [isMissing, setMissing] = useState(false)
  const touch = () => {
    change.reset()
    setFault(undefined)
    setMissing(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = newPasswordFault(passwords, '')
    setMissing(oldPassword === '')
    setFault(found)
    if (found || oldPassword === '') return
    const { password: newPassword, confirmPassword } = passwords
    const body = { type: passwordType.signIn, oldPassword, newPassword, confirmPassword, ...(hasSecond && secondOf(proof)) }
    change.mutate(
      { body, requestId: idFor(body) },
      {
        onSuccess: () => {
          toast(t`Password changed. Other devices were signed out.`, { tone: 'good' })
          void router.navigate({ to: path.security, replace: true })
        },
      },
    )
  }
  const { error } = change
  const isAbout = (keys: string[]) => error !== null && keys.includes(error.key)
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <PasswordField
        label={t`Current password`}
        value={oldPassword}
        onChange={(text) => {
          touch()
          setOld(text)
        }}
        autoComplete="current-password"
        error={isMissing ? t`Enter the password that you use now.` : isAbout(oldKeys) ? words(error) : undefined}
      />
      <NewPassword
        isNew
        account=""
        {...passwords}
        onChange={(next) => {
          touch()
          setPasswords((now) => ({ ...now, ...next }))
        }}
        passwordError={isAbout(newKeys) ? words(error) : fault?.field === 'password' ? faultWords(fault) : undefined}
        confirmError={fault?.field === 'confirmPassword' ? faultWords(fault) : undefined}
      />
      {hasSecond && (
        <StepUp
          call={factors.changePassword}
          proof={proof}
          onChange={(next) => {
            touch()
            setProof(next)
          }}
          error={error}
        />
      )}
      {error && !isAbout([...oldKeys, ...newKeys, ...proofKeys]) && (
        <p role="alert" className={styles.error}>
          {words(error)}
        </p>
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
      <p className={styles.quiet}>
        <Trans>All other devices are signed out, and new withdrawal addresses wait 24 hours. Known addresses are not held back.</Trans>
      </p>
    </form>
  )
}
