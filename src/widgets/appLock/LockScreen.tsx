import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { account } from '#contract/calls/account.ts'
import { useUser } from '#api/person.ts'
import { endSessionOnDevice } from '#api/queryClient.ts'
import { sendApiCall } from '#api/send.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { arePasskeysSupported } from '#device/passkeys.ts'
import { Button } from '#ui/Button.tsx'
import { SixDigitField } from '../identity/SixDigitField.tsx'
import { oneTimeCodeLength } from '../identity/oneTimeCode.ts'
import { usePasskeyProof } from '../identity/passkeyProof.ts'
import { Wordmark } from '../Wordmark.tsx'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Lock.module.css'
import { maxAppPinAttempts, readAppLock, verifyAppPin } from './lockStore.ts'

// The session ends at the server too where it can be reached; on this device it ends at once, and the page begins anew at sign-in.
async function signOut(): Promise<void> {
  await Promise.race([sendApiCall(account.signOut, {}).catch(() => undefined), new Promise((timeout) => setTimeout(timeout, 1_500))])
  await endSessionOnDevice()
  location.replace('/login')
}

// Names no call: this proof opens the screen and nothing else.
const unlockAction = 'unlock'

/** Asks who it is before anything of the account is shown: the app PIN, which works without a signal, or a passkey. */
export function LockScreen({ onUnlocked }: { onUnlocked: () => void }) {
  const { t } = useLingui()
  const user = useUser()
  const isOffline = useStreamConnectionState() === 'offline'
  const [pin, setPin] = useState('')
  const [left, setLeft] = useState(() => maxAppPinAttempts - (readAppLock()?.wrong ?? 0))
  const [isWrong, setWrong] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const proveWithPasskey = usePasskeyProof(unlockAction)
  const unlockWithPin = async (enteredPin: string) => {
    if (isBusy) return
    setBusy(true)
    const attempt = await verifyAppPin(enteredPin)
    setBusy(false)
    setPin('')
    if (attempt.isRight) return onUnlocked()
    setWrong(true)
    setLeft(attempt.left)
    if (attempt.left === 0) await signOut()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (pin.length === oneTimeCodeLength) void unlockWithPin(pin)
  }
  const hasPasskey = (user?.passkeyCount ?? 0) > 0 && !isOffline && arePasskeysSupported()
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
      <Stack as="form" gap={4} onSubmit={submit} noValidate>
        <SixDigitField
          secret
          autoFocus
          label={t`App PIN`}
          value={pin}
          onChange={(next) => {
            setWrong(false)
            setPin(next)
          }}
          onFilled={(enteredPin) => void unlockWithPin(enteredPin)}
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
        <Button type="submit" size="large" wide busy={isBusy} disabled={pin.length < oneTimeCodeLength}>
          <Trans>Unlock</Trans>
        </Button>
        {hasPasskey && (
          <Button
            kind="secondary"
            size="large"
            wide
            busy={proveWithPasskey.isPending}
            onClick={() => proveWithPasskey.mutate(undefined, { onSuccess: onUnlocked })}
          >
            <Trans>Unlock with a passkey</Trans>
          </Button>
        )}
        {proveWithPasskey.error && (
          <Text role="alert" weight="medium" tone="error">
            <Trans>The passkey was not used. Try again when you are ready.</Trans>
          </Text>
        )}
        <Button kind="quiet" wide onClick={() => void signOut()}>
          <Trans>Forgot the PIN? Sign out</Trans>
        </Button>
      </Stack>
    </main>
  )
}
