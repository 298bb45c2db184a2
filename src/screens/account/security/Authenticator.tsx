import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useUser } from '#api/person.ts'
import { path } from '#sitemap'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { BindAuthenticatorForm } from './BindAuthenticatorForm.tsx'
import { BoundAuthenticatorSettings } from './BoundAuthenticatorSettings.tsx'
import { RecoveryCodesSheet } from './RecoveryCodesSheet.tsx'
import { UserLoadingState } from './UserLoadingState.tsx'

export const Route = createFileRoute('/_signedIn/authenticator')({ component: Authenticator })

/** The authenticator app as a second factor: bound, its recovery codes, removed again (docs/rules/accounts.md). */
function Authenticator() {
  const { t } = useLingui()
  const user = useUser()
  const [codes, setCodes] = useState<readonly string[]>()
  return (
    <ScreenLayout title={t`Authenticator`} back={path.security}>
      {!user ? (
        <UserLoadingState />
      ) : user.googleBind === 1 ? (
        <BoundAuthenticatorSettings user={user} onCodes={setCodes} />
      ) : (
        <BindAuthenticatorForm user={user} onCodes={setCodes} />
      )}
      {codes && <RecoveryCodesSheet codes={codes} onDone={() => setCodes(undefined)} />}
    </ScreenLayout>
  )
}
