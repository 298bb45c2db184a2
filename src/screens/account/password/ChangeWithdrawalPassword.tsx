import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useUser } from '#api/person.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { showToast } from '#ui/toast.ts'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { ChangeSafePasswordForm } from './ChangeSafePasswordForm.tsx'
import { SetSafePasswordForm } from './SetSafePasswordForm.tsx'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import styles from '../security/Security.module.css'
import { UserLoadingState } from '../security/UserLoadingState.tsx'

export const Route = createFileRoute('/_signedIn/change-withdrawal-password')({
  validateSearch: (search: Record<string, unknown>): { forgot?: true } => (search['forgot'] === true ? { forgot: true } : {}),
  component: ChangeWithdrawalPassword,
})

/** Six digits for when money leaves: set the first time, changed by the old ones, or set anew where they were forgotten. */
function ChangeWithdrawalPassword() {
  const { t } = useLingui()
  const { forgot } = Route.useSearch()
  const router = useRouter()
  const user = useUser()
  const goBackWithToast = (message: string) => {
    showToast(message, { tone: 'good' })
    // Whoever came from a withdrawal goes on there.
    if (router.history.canGoBack()) router.history.back()
    else void router.navigate({ to: path.security, replace: true })
  }
  const isFirst = user?.hasSafePassword === 0
  return (
    <ScreenLayout title={isFirst ? t`Set a withdrawal password` : t`Change withdrawal password`} back={path.security}>
      <Stack gap={4}>
        <Text tone="quiet">
          <Trans>
            Six digits that are asked for when money leaves your account. They are not your sign-in password, and nobody from Fairlead will
            ever ask you for them.
          </Trans>
        </Text>
        {!user ? (
          <UserLoadingState />
        ) : user.isGuest === 1 ? (
          <Card className={styles.next}>
            <p>
              <Trans>Add an email or mobile number first. A guest account only has play money, so nothing can leave it.</Trans>
            </p>
            <ButtonLink to={path.addSignIn} wide>
              <Trans>Keep this account</Trans>
            </ButtonLink>
          </Card>
        ) : isFirst || forgot ? (
          <SetSafePasswordForm user={user} isAgain={!isFirst} onDone={() => goBackWithToast(t`Withdrawal password set`)} />
        ) : (
          <ChangeSafePasswordForm
            hasSecondFactor={user.googleBind === 1 || user.passkeyCount > 0}
            onForgot={() => void router.navigate({ to: path.changeWithdrawalPassword, search: { forgot: true } })}
            onDone={() => goBackWithToast(t`Withdrawal password changed. Other devices were signed out.`)}
          />
        )}
      </Stack>
    </ScreenLayout>
  )
}
