import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { account } from '#contract/calls/account.ts'
import type { ApiError } from '#api/apiError.ts'
import { newRequestId } from '#api/mutation.ts'
import { useSystemSettings } from '#api/person.ts'
import { send } from '#api/send.ts'
import { path } from '#sitemap'
import { Empty } from '#ui/Empty.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { useDraft } from './draft.ts'
import { enter } from './enter.ts'
import { isInviteCode } from './inviteCode.ts'
import { ownAddress } from './redirect.ts'
import { emptyDraft, registerBody, type Registration } from './register.ts'
import { RegisterForm } from './RegisterForm.tsx'
import { fieldOf } from './registerFaults.ts'
import styles from './SignIn.module.css'
import { useFailureWords } from './useFailureWords.ts'
import { Welcome } from './Welcome.tsx'

interface RegisterSearch {
  redirect?: string
  invite?: string
}

export const Route = createFileRoute('/register')({
  validateSearch: (search: Record<string, unknown>): RegisterSearch => {
    const redirect = ownAddress(search['redirect'])
    const invite = String(search['invite'] ?? '').toUpperCase()
    return { ...(redirect !== undefined && { redirect }), ...(isInviteCode(invite) && { invite }) }
  },
  component: Register,
})

/** Opens an account (product §4.3). */
function Register() {
  const { t } = useLingui()
  const { redirect, invite } = Route.useSearch()
  const [draft, change, forget] = useDraft('register', emptyDraft)
  const { linkedCode } = draft
  useEffect(() => {
    if (invite !== undefined && invite !== linkedCode) change({ inviteCode: invite, linkedCode: invite })
  })
  const words = useFailureWords()
  const registering = useRegister(forget)
  const { error } = registering
  const methods = useSystemSettings()?.loginMethods
  const kinds = (['email', 'phone'] as const).filter((kind) => methods === undefined || methods.includes(kind))
  const by = kinds.includes(draft.by) ? draft.by : kinds[0]
  if (registering.isSuccess) return <Welcome redirect={redirect} />
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
            refusal={error ? { field: fieldOf(error.key, error.detail), words: words(error) ?? '' } : undefined}
            onEdit={() => error && registering.reset()}
          />
        ) : (
          <Empty text={t`Accounts cannot be opened here at the moment. You can look around as a guest.`} />
        )}
        <p className={styles.small}>
          <Link to={path.signIn} search={redirect === undefined ? {} : { redirect }}>
            <Trans>I already have an account</Trans>
          </Link>
        </p>
      </div>
    </ScreenLayout>
  )
}

/** The same form sent again is the same intent and keeps its request id; anything changed is a new one. */
function useRegister(onDone: () => void) {
  const intent = useRef({ text: '', requestId: '' })
  return useMutation<void, ApiError, Registration>({
    mutationFn: async (registration) => {
      const body = registerBody(registration)
      const text = JSON.stringify(body)
      if (intent.current.text !== text) intent.current = { text, requestId: newRequestId() }
      const reply = await send(account.register, body, { requestId: intent.current.requestId })
      await enter(reply, 'new')
      onDone()
    },
    networkMode: 'always',
    meta: { errors: 'inline' },
  })
}
