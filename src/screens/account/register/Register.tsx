import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { account } from '#contract/calls/account.ts'
import type { ApiError } from '#api/apiError.ts'
import { useRequestIds } from '#api/requestIds.ts'
import { useSystemSettings } from '#api/person.ts'
import { sendApiCall } from '#api/send.ts'
import { path } from '#sitemap'
import { EmptyState } from '#ui/Empty.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { useFormDraft } from '../signIn/useFormDraft.ts'
import { startSignedInSession } from '../signIn/startSession.ts'
import { isInviteCode } from './inviteCode.ts'
import { parseRedirect } from '../signIn/redirect.ts'
import { emptyRegisterDraft, buildRegisterRequest, type RegistrationFields } from './register.ts'
import { RegisterForm } from './RegisterForm.tsx'
import { registerFieldOfRefusal } from './registerErrors.ts'
import { Text } from '#ui/Text.tsx'
import styles from '../signIn/SignIn.module.css'
import { useApiErrorMessages } from '../signIn/useApiErrorMessages.ts'
import { RegistrationWelcome } from './RegistrationWelcome.tsx'

interface RegisterSearch {
  redirect?: string
  invite?: string
}

export const Route = createFileRoute('/register')({
  validateSearch: (search: Record<string, unknown>): RegisterSearch => {
    const redirect = parseRedirect(search['redirect'])
    const invite = String(search['invite'] ?? '').toUpperCase()
    return { ...(redirect !== undefined && { redirect }), ...(isInviteCode(invite) && { invite }) }
  },
  component: Register,
})

/** Opens an account (docs/rules/accounts.md). */
function Register() {
  const { t } = useLingui()
  const { redirect, invite } = Route.useSearch()
  const [draft, change, forget] = useFormDraft('register', emptyRegisterDraft)
  const { linkedCode } = draft
  useEffect(() => {
    if (invite !== undefined && invite !== linkedCode) change({ inviteCode: invite, linkedCode: invite })
  })
  const words = useApiErrorMessages()
  const registering = useRegister(forget)
  const { error } = registering
  const methods = useSystemSettings()?.loginMethods
  const kinds = (['email', 'phone'] as const).filter((kind) => methods === undefined || methods.includes(kind))
  const by = kinds.includes(draft.by) ? draft.by : kinds[0]
  if (registering.isSuccess) return <RegistrationWelcome redirect={redirect} />
  return (
    <ScreenLayout title={t`Create account`} back>
      <div className={styles.paper}>
        <p className={styles.promise}>
          <Trans>Your account starts with 100,000 USDT of play money.</Trans>
        </p>
        {by ? (
          <RegisterForm
            kinds={kinds}
            draft={{ ...draft, by }}
            onChange={change}
            onSubmit={(registration) => registering.mutate(registration)}
            isBusy={registering.isPending}
            refusal={error ? { field: registerFieldOfRefusal(error.key, error.detail), words: words(error) ?? '' } : undefined}
            onEdit={() => error && registering.reset()}
          />
        ) : (
          <EmptyState text={t`Accounts cannot be opened here at the moment. You can look around as a guest.`} />
        )}
        <Text tone="quiet" className={styles.small}>
          <Link to={path.signIn} search={redirect === undefined ? {} : { redirect }}>
            <Trans>I already have an account</Trans>
          </Link>
        </Text>
      </div>
    </ScreenLayout>
  )
}

/** The same form sent again is the same intent and keeps its request id; anything changed is a new one. */
function useRegister(onDone: () => void) {
  const ids = useRequestIds()
  return useMutation<void, ApiError, RegistrationFields>({
    mutationFn: async (registration) => {
      const body = buildRegisterRequest(registration)
      const reply = await sendApiCall(account.register, body, { requestId: ids.of(body) })
      await startSignedInSession(reply, 'new')
      onDone()
    },
    networkMode: 'always',
    meta: { errors: 'inline' },
  })
}
