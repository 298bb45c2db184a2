import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { User } from '#contract/calls/account.ts'
import { meQuery, systemSettingsQuery } from '#api/person.ts'
import { path } from '#sitemap'
import { EmptyState } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { showToast } from '#ui/toast.ts'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { AddEmailOrPhoneForm } from './AddEmailOrPhoneForm.tsx'
import { readAddSignInSearchParams } from './addSignInSearch.ts'

export const Route = createFileRoute('/_signedIn/add-sign-in')({ component: AddSignIn, validateSearch: readAddSignInSearchParams })

/** What this person does not have yet and this server can reach them by. */
function missingFor(user: User, methods: readonly string[] | undefined): ('email' | 'phone')[] {
  const kinds = ['email', 'phone'] as const
  return kinds.filter((kind) => user[kind] === undefined && (methods === undefined || methods.includes(kind)))
}

/** An email or a mobile number to sign in with; it makes a guest's account a full one (docs/rules/accounts.md). */
function AddSignIn() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { type } = Route.useSearch()
  const settings = useQuery(systemSettingsQuery())
  const { data, error, refetch, isFetching } = useQuery(meQuery())
  // Whom the form was sent for: the person it turns them into is for the next screen.
  const [confirmedUser, setConfirmedUser] = useState<User>()
  const user = confirmedUser ?? data
  const missing = user && missingFor(user, settings.data?.loginMethods)
  // Where the settings do not come both are offered, and the server says what it cannot reach. What failed once stays so while it is asked
  // again: the form asks for them itself, and would be taken away by its own question.
  const isAnswered = !settings.isPending || settings.failureCount > 0 || settings.errorUpdateCount > 0
  const isGuest = user?.isGuest === 1
  const done = () => {
    showToast(isGuest ? t`This account is yours now` : t`Added`, { tone: 'good' })
    void navigate({ to: path.profile, replace: true })
  }
  return (
    <ScreenLayout title={isGuest ? t`Keep this account` : t`Add a way to sign in`} back={path.profile}>
      {user && missing && isAnswered ? (
        missing.length === 0 ? (
          <EmptyState text={t`You have every address that can sign in here`} />
        ) : (
          <AddEmailOrPhoneForm user={user} kinds={missing} wanted={type} onAsk={() => setConfirmedUser(user)} onDone={done} />
        )
      ) : error ? (
        <LoadErrorState title={t`Your profile did not load`} error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Skeleton lines={8} />
      )}
    </ScreenLayout>
  )
}
