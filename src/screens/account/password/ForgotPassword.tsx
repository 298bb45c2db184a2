import { useLingui } from '@lingui/react/macro'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { endSessionOnDevice } from '#api/queryClient.ts'
import { hasToken, setToken } from '#api/session.ts'
import { path } from '#sitemap'
import { showToast } from '#ui/toast.ts'
import { defaultCountry } from '#widgets/identity/countries.ts'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { type SignInAccountFields, parseSignInAccountFields } from '../signIn/SignInAccountField.tsx'
import { useFormDraft } from '../signIn/useFormDraft.ts'
import { ForgotPasswordForm } from './ForgotPasswordForm.tsx'
import { ResetPasswordForm } from './ResetPasswordForm.tsx'
import { forgetSentCode, findSentCode } from '../signIn/sentCodes.ts'
import styles from '../signIn/SignIn.module.css'

export const Route = createFileRoute('/forgot-password')({
  validateSearch: (search: Record<string, unknown>): { step?: 'code' } => (search['step'] === 'code' ? { step: 'code' } : {}),
  component: ForgotPassword,
})

const emptyFields: SignInAccountFields = { text: '', country: defaultCountry.code, isUid: false }

/** A new password by a code: whose account, then the code and the password (docs/rules/accounts.md). Each step is an address, so back goes back. */
function ForgotPassword() {
  const { t } = useLingui()
  const { step } = Route.useSearch()
  const router = useRouter()
  // What was typed at the sign-in need not be typed again, nor after it.
  const [accountFields, change] = useFormDraft('sign-in', emptyFields)
  const fields = accountFields.isUid ? emptyFields : accountFields
  const name = parseSignInAccountFields(fields)
  const sent = name && findSentCode('reset', name, Date.now())
  const done = async () => {
    if (name) forgetSentCode('reset', name)
    const wasSignedIn = hasToken()
    setToken(undefined)
    await router.navigate({ to: path.signIn, replace: true })
    if (wasSignedIn) await endSessionOnDevice()
    showToast(t`Your password is set. Sign in with it.`, { tone: 'good' })
  }
  return (
    <ScreenLayout title={t`Forgot password`} back={path.signIn}>
      <div className={styles.paper}>
        {step === 'code' && name && name.kind !== 'uid' && sent ? (
          <ResetPasswordForm name={name} sent={sent} onDone={() => void done()} />
        ) : (
          <ForgotPasswordForm
            fields={fields}
            onChange={change}
            onSent={() => void router.navigate({ to: path.forgotPassword, search: { step: 'code' } })}
          />
        )}
      </div>
    </ScreenLayout>
  )
}
