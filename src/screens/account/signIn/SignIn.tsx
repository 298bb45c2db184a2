import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { ApiError } from '#api/apiError.ts'
import { useSystemSettings, useUser } from '#api/person.ts'
import { consumePostSignInRedirect } from '#api/session.ts'
import { arePasskeysSupported } from '#device/passkeys.ts'
import { readLocalStorage } from '#device/storage.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { LanguageIcon } from '#ui/icons/icons.tsx'
import { showToast } from '#ui/toast.ts'
import { defaultCountry } from '#widgets/identity/countries.ts'
import { path } from '#sitemap'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { SignInAccountStep, type SignInAccountFields } from './SignInAccountStep.tsx'
import type { AccountIdentifier } from './accountName.ts'
import { useFormDraft } from './useFormDraft.ts'
import { OtherSignInMethodButtons } from './OtherSignInMethodButtons.tsx'
import { joinClassNames } from '#ui/classes.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import { importSignInNextSteps } from './fetchNextSteps.ts'
import { type GuestCredentials, guestUidStorageKey } from './guestAccount.ts'
import { parseRedirect } from './redirect.ts'
import type { SecondFactorChallenge } from './startSession.ts'
import styles from './SignIn.module.css'

const hurry = () => void importSignInNextSteps().catch(() => undefined)
// Few who are signed in come here.
const AlreadySignedInCard = lazy(() => importSignInNextSteps().then((steps) => ({ default: steps.AlreadySignedInCard })))
const GuestWelcome = lazy(() => importSignInNextSteps().then((steps) => ({ default: steps.GuestWelcome })))
const SecondFactorStep = lazy(() => importSignInNextSteps().then((steps) => ({ default: steps.SecondFactorStep })))
const SignInSecretStep = lazy(() => importSignInNextSteps().then((steps) => ({ default: steps.SignInSecretStep })))

export const Route = createFileRoute('/login')({
  validateSearch: (search: Record<string, unknown>): { redirect?: string } => {
    const redirect = parseRedirect(search['redirect'])
    return redirect === undefined ? {} : { redirect }
  },
  component: SignIn,
})

const emptyFields: SignInAccountFields = { text: '', country: defaultCountry.code, isUid: false }

/** One page: who you are, then a password or a code; or a guest account in one tap (docs/rules/accounts.md). */
function SignIn() {
  const { t } = useLingui()
  const { redirect } = Route.useSearch()
  const router = useRouter()
  const { history } = router
  const user = useUser()
  const settings = useSystemSettings()
  const methods = settings?.loginMethods
  const [fields, change, forget] = useFormDraft('sign-in', emptyFields)
  const [name, setName] = useState<AccountIdentifier>()
  const [notice, setNotice] = useState<string>()
  const [second, setSecond] = useState<SecondFactorChallenge>()
  const [isInNow, setInNow] = useState(false)
  const guest = useMutation<GuestCredentials, ApiError, void>({
    mutationFn: async () => (await importSignInNextSteps()).openGuestAccount(),
    networkMode: 'always',
    meta: { errors: 'inline' },
  })

  const leave = () => {
    forget()
    history.replace(redirect ?? parseRedirect(consumePostSignInRedirect()) ?? path.home)
  }
  const signedIn = () => {
    setInNow(true)
    showToast(t`Signed in`, { tone: 'good' })
    leave()
  }
  const goOn = (asked: SecondFactorChallenge | undefined) => {
    setNotice(undefined)
    if (asked) setSecond(asked)
    else signedIn()
  }
  const beginAgain = (why?: string) => {
    setSecond(undefined)
    setNotice(why)
  }
  const hasPasskey = arePasskeysSupported() && !second && !name && methods?.includes('passkey')
  const beginAsGuest = () =>
    guest.mutate(undefined, {
      onError: (error) => {
        if (error.key !== 'GUEST_EXISTS') return
        // The account of this device exists: its password form opens, under the server's own words.
        const uid = readLocalStorage(guestUidStorageKey)
        setNotice(error.message)
        change({ text: uid ?? '', isUid: true })
        if (uid) setName({ kind: 'uid', uid })
      },
    })

  if (guest.data) {
    return (
      <ScreenLayout title={t`Guest account`}>
        <Suspense>
          <GuestWelcome {...guest.data} onContinue={leave} />
        </Suspense>
      </ScreenLayout>
    )
  }
  return (
    <ScreenLayout
      title={t`Sign in`}
      back
      actions={
        <IconButton icon={<LanguageIcon />} label={t`Language and display`} onClick={() => void router.navigate({ to: path.settings })} />
      }
    >
      <div className={styles.page} onFocus={hurry} onPointerDown={hurry}>
        <header className={styles.opening}>
          <h2 className={styles.greeting}>
            <Trans>Welcome aboard</Trans>
          </h2>
          <p className={styles.promise}>
            <Trans>Every price recorded, every cost shown before you confirm.</Trans>
          </p>
        </header>
        {user && !isInNow && !guest.isPending && (
          <Suspense>
            <AlreadySignedInCard user={user} onContinue={leave} />
          </Suspense>
        )}
        {notice && (
          <p role="status" className={joinClassNames('notice notice-info tone-info', styles.notice)}>
            {notice}
          </p>
        )}
        {hasPasskey && <PasskeyButton onSignedIn={signedIn} />}
        <Suspense>
          {second ? (
            <SecondFactorStep key={second.ticket} second={second} onBeginAgain={beginAgain} onSignedIn={signedIn} />
          ) : name ? (
            <SignInSecretStep name={name} methods={methods} onBack={() => setName(undefined)} onDone={goOn} />
          ) : (
            <SignInAccountStep
              fields={fields}
              onChange={change}
              onContinue={setName}
              redirect={redirect}
              others={<OtherSignInMethodButtons settings={settings} redirect={redirect} onDone={goOn} />}
              // The place is kept until the methods are known, so that nothing above it moves.
              guest={
                (methods?.includes('guest') ?? true) ? { begin: beginAsGuest, isBusy: guest.isPending, error: guest.error } : undefined
              }
            />
          )}
        </Suspense>
      </div>
    </ScreenLayout>
  )
}
