import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { account } from '#contract/calls/account.ts'
import { useUser } from '#api/person.ts'
import { forgetPerson } from '#api/queryClient.ts'
import { send } from '#api/send.ts'
import { useConnection } from '#api/socket.ts'
import { Button } from '#ui/Button.tsx'
import { DigitsField } from '../DigitsField.tsx'
import { codeLength } from '../oneTimeCode.ts'
import { usePasskeyProof } from '../passkeyProof.ts'
import { Wordmark } from '../Wordmark.tsx'
import styles from './Lock.module.css'
import { pinTries, readLock, tryPin } from './lockStore.ts'

// The session ends at the server too where it can be reached; on this device it ends at once, and the page begins anew at sign-in.
async function signOut(): Promise<void> {
  await Promise.race([send(account.signOut, {}).catch(() => undefined), new Promise((late) => setTimeout(late, 1_500))])
  await forgetPerson()
  location.replace('/login')
}

// Names no call: this proof opens the screen and nothing else.
const unlockAction = 'unlock'

/** Asks who it is before anything of the account is shown: the app PIN, which works without a signal, or a passkey. */
export function LockScreen({ onUnlocked }: { onUnlocked: () => void }) {
  const { t } = useLingui()
  const user = useUser()
  const isOffline = useConnection() === 'offline'
  const [pin, setPin] = useState('')
  const [left, setLeft] = useState(() => pinTries - (readLock()?.wrong ?? 0))
  const [isWrong, setWrong] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const prove = usePasskeyProof(unlockAction)
  const unlockWith = async (typed: string) => {
    if (isBusy) return
    setBusy(true)
    const tried = await tryPin(typed)
    setBusy(false)
    setPin('')
    if (tried.isRight) return onUnlocked()
    setWrong(true)
    setLeft(tried.left)
    if (tried.left === 0) await signOut()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (pin.length === codeLength) void unlockWith(pin)
  }
  const hasPasskey = (user?.passkeyCount ?? 0) > 0 && !isOffline && 'PublicKeyCredential' in globalThis
  return (
    <main className={styles.screen}>
      <Wordmark />
      <div className={styles.head}>
        <h1 className={styles.title}>
          <Trans>Locked</Trans>
        </h1>
        <p className={styles.quiet}>
          <Trans>Orders and positions go on as they are.</Trans>
        </p>
      </div>
      <form className={styles.form} onSubmit={submit} noValidate>
        <DigitsField
          secret
          autoFocus
          label={t`App PIN`}
          value={pin}
          onChange={(next) => {
            setWrong(false)
            setPin(next)
          }}
          onFilled={(typed) => void unlockWith(typed)}
          enterKeyHint="go"
          error={
            isWrong && left > 0 ? (
              <Plural
                value={left}
                one="Wrong PIN. # try left, then you are signed out."
                other="Wrong PIN. # tries left, then you are signed out."
              />
            ) : undefined
          }
        />
        <Button type="submit" size="large" wide busy={isBusy} disabled={pin.length < codeLength}>
          <Trans>Unlock</Trans>
        </Button>
        {hasPasskey && (
          <Button
            kind="secondary"
            size="large"
            wide
            busy={prove.isPending}
            onClick={() => prove.mutate(undefined, { onSuccess: onUnlocked })}
          >
            <Trans>Unlock with a passkey</Trans>
          </Button>
        )}
        {prove.error && (
          <p role="alert" className={styles.error}>
            <Trans>The passkey was not used. Try again when you are ready.</Trans>
          </p>
        )}
        <Button kind="quiet" wide onClick={() => void signOut()}>
          <Trans>Forgot the PIN? Sign out</Trans>
        </Button>
      </form>
    </main>
  )
}
