import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useSystemSettings, useUser } from '#api/person.ts'
import { takeRedirect } from '#api/session.ts'
import { arePasskeysHere } from '#device/passkeys.ts'
import { readStored } from '#device/storage.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { Language } from '#ui/icons.tsx'
import { toast } from '#ui/toast.ts'
import { defaultCountry } from '#widgets/countries.ts'
import { path } from '#sitemap'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { AccountStep, type AccountFields } from './AccountStep.tsx'
import type { AccountName } from './accountName.ts'
import { AlreadyIn } from './AlreadyIn.tsx'
import { useDraft } from './draft.ts'
import { GuestWelcome } from './GuestWelcome.tsx'
import { OtherWays } from './OtherWays.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { ownAddress } from './redirect.ts'
import type { SecondStep } from './enter.ts'
import { SecondFactorStep } from './SecondFactorStep.tsx'
import { SecretStep } from './SecretStep.tsx'
import styles from './SignIn.module.css'
import { guestUidKey, useGuestSignIn } from './useSignIn.ts'

export const Route = createFileRoute('/login')({
  validateSearch: (search: Record<string, unknown>): { redirect?: string } => {
    const redirect = ownAddress(search['redirect'])
    return redirect === undefined ? {} : { redirect }
  },
  component: SignIn,
})

const emptyFields: AccountFields = { text: '', country: defaultCountry.code, isUid: false }

/** One page: who you are, then a password or a code; or a guest account in one tap (product §4.3). */
function SignIn() {
  const { t } = useLingui()
  const { redirect } = Route.useSearch()
  const router = useRouter()
  const { history } = router
  const user = useUser()
  const settings = useSystemSettings()
  const methods = settings?.loginMethods
  const [fields, change, forget] = useDraft('sign-in', emptyFields)
  const [name, setName] = useState<AccountName>()
  const [notice, setNotice] = useState<string>()
  const [second, setSecond] = useState<SecondStep>()
  const [isInNow, setInNow] = useState(false)
  const guest = useGuestSignIn()

  const leave = () => {
    forget()
    history.replace(redirect ?? ownAddress(takeRedirect()) ?? path.home)
  }
  const signedIn = () => {
    setInNow(true)
    toast(t`Signed in`, { tone: 'good' })
    leave()
  }
  const goOn = (asked: SecondStep | undefined) => {
    setNotice(undefined)
    if (asked) setSecond(asked)
    else signedIn()
  }
  const beginAgain = (why?: string) => {
    setSecond(undefined)
    setNotice(why)
  }
  const hasPasskey = arePasskeysHere() && !second && !name && methods?.includes('passkey')
  const beginAsGuest = () =>
    guest.mutate(undefined, {
      onError: (error) => {
        if (error.key !== 'GUEST_EXISTS') return
        // The account of this device exists: its password form opens, under the server's own words.
        const uid = readStored(guestUidKey)
        setNotice(error.message)
        change({ text: uid ?? '', isUid: true })
        if (uid) setName({ kind: 'uid', uid })
      },
    })

  if (guest.data) {
    return (
      <ScreenLayout title={t`Guest account`}>
        <GuestWelcome {...guest.data} onContinue={leave} />
      </ScreenLayout>
    )
  }
  return (
    <ScreenLayout
      title={t`Sign in`}
      back
      actions={
        <IconButton icon={<Language />} label={t`Language and display`} onClick={() => void router.navigate({ to: path.settings })} />
      }
    >
      <div className={styles.page}>
        <header className={styles.opening}>
          <h2 className={styles.greeting}>
            <Trans>Welcome aboard</Trans>
          </h2>
          <p className={styles.promise}>
            <Trans>Every price recorded, every cost shown before you confirm.</Trans>
          </p>
        </header>
        {user && !isInNow && !guest.isPending && <AlreadyIn user={user} onContinue={leave} />}
        {notice && (
          <p role="status" className={styles.notice}>
            {notice}
          </p>
        )}
        {hasPasskey && <PasskeyButton onSignedIn={signedIn} />}
        {second ? (
          <SecondFactorStep key={second.ticket} second={second} onBeginAgain={beginAgain} onSignedIn={signedIn} />
        ) : name ? (
          <SecretStep name={name} methods={methods} onBack={() => setName(undefined)} onDone={goOn} />
        ) : (
          <AccountStep
            fields={fields}
            onChange={change}
            onContinue={setName}
            redirect={redirect}
            others={<OtherWays settings={settings} redirect={redirect} onDone={goOn} />}
            // The place is kept until the methods are known, so that nothing above it moves.
            guest={(methods?.includes('guest') ?? true) ? { begin: beginAsGuest, isBusy: guest.isPending, error: guest.error } : undefined}
          />
        )}
      </div>
    </ScreenLayout>
  )
}
