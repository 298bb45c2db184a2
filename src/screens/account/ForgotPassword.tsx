import { useLingui } from '@lingui/react/macro'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { forgetPerson } from '#api/queryClient.ts'
import { hasToken, setToken } from '#api/session.ts'
import { path } from '#sitemap'
import { toast } from '#ui/toast.ts'
import { defaultCountry } from '#widgets/countries.ts'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { type AccountFields, readFields } from './AccountField.tsx'
import { useDraft } from './draft.ts'
import { ForgotAccount } from './ForgotAccount.tsx'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { forgetSent, sentTo } from './sentCodes.ts'
import styles from './SignIn.module.css'

export const Route = createFileRoute('/forgot-password')({
  validateSearch: (search: Record<string, unknown>): { step?: 'code' } => (search['step'] === 'code' ? { step: 'code' } : {}),
  component: ForgotPassword,
})

const emptyFields: AccountFields = { text: '', country: defaultCountry.code, isUid: false }

/** A new password by a code: whose account, then the code and the password (product §1.2 call 21). Each step is an address, so back goes back. */
function ForgotPassword() {
  const { t } = useLingui()
  const { step } = Route.useSearch()
  const router = useRouter()
  // What was typed at the sign-in need not be typed again, nor after it.
  const [typed, change] = useDraft('sign-in', emptyFields)
  const fields = typed.isUid ? emptyFields : typed
  const name = readFields(fields)
  const sent = name && sentTo('reset', name, Date.now())
  const done = async () => {
    if (name) forgetSent('reset', name)
    const wasIn = hasToken()
    setToken(undefined)
    await router.navigate({ to: path.signIn, replace: true })
    if (wasIn) await forgetPerson()
    toast(t`Your password is set. Sign in with it.`, { tone: 'good' })
  }
  return (
    <ScreenLayout title={t`Forgot password`} back={path.signIn}>
      <div className={styles.paper}>
        {step === 'code' && name && name.kind !== 'uid' && sent ? (
          <NewPasswordForm name={name} sent={sent} onDone={() => void done()} />
        ) : (
          <ForgotAccount
            fields={fields}
            onChange={change}
            onSent={() => void router.navigate({ to: path.forgotPassword, search: { step: 'code' } })}
          />
        )}
      </div>
    </ScreenLayout>
  )
}
