import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { CheckIcon } from '#ui/icons/icons.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { showToast } from '#ui/toast.ts'
import { SixDigitField } from '#widgets/identity/SixDigitField.tsx'
import { oneTimeCodeLength } from '#widgets/identity/oneTimeCode.ts'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { startAppLockWatcher } from '#widgets/appLock/lock.tsx'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import { Notice } from '#ui/Notice.tsx'
import styles from '#widgets/appLock/Lock.module.css'
import {
  isAppLockSupported,
  removeAppLock,
  isWeakPin,
  storeAppLock,
  type StoredAppLock,
  appLockDelayMinuteOptions,
  readAppLock,
  setAppLock,
  verifyAppPin,
} from '#widgets/appLock/lockStore.ts'

export const Route = createFileRoute('/_signedIn/app-lock')({ component: AppLock })

/** Whether the app asks who it is after a pause. A setting of this device, not of the account. */
function AppLock() {
  const { t } = useLingui()
  const [lock, setLock] = useState(readAppLock)
  const refreshLock = () => setLock(readAppLock())
  return (
    <ScreenLayout title={t`App lock`} back={path.profile}>
      <p>
        <Trans>
          After a pause the app hides everything and asks for a PIN of this device, or your passkey. It works without a signal too.
        </Trans>
      </p>
      {!isAppLockSupported() ? (
        <Notice tone="info">
          <Trans>This page is not served securely, so the app cannot keep a PIN here.</Trans>
        </Notice>
      ) : lock ? (
        <AppLockOn lock={lock} onChanged={refreshLock} />
      ) : (
        <AppLockOff onChanged={refreshLock} />
      )}
    </ScreenLayout>
  )
}

function LockDelayField({ minutes, onChange }: { minutes: number; onChange: (minutes: number) => void }) {
  const { t } = useLingui()
  const options = appLockDelayMinuteOptions.map((one) => ({
    value: String(one),
    label: one === 0 ? t`At once` : <Plural value={one} one="# min" other="# min" />,
  }))
  return (
    <Stack gap={2}>
      <Text as="span" weight="medium" tone="muted" aria-hidden="true">
        <Trans>Lock after</Trans>
      </Text>
      <SegmentedControl label={t`Lock after`} value={String(minutes)} onChange={(value) => onChange(Number(value))} options={options} />
    </Stack>
  )
}

function AppLockOff({ onChanged }: { onChanged: () => void }) {
  const { t } = useLingui()
  const [minutes, setMinutes] = useState<number>(1)
  const turnOn = async (pin: string) => {
    await setAppLock(pin, minutes)
    startAppLockWatcher({ isFresh: true })
    showToast(t`The app lock is on`, { tone: 'good' })
    onChanged()
  }
  return (
    <>
      <LockDelayField minutes={minutes} onChange={setMinutes} />
      <NewPinForm label={t`Turn on`} onPin={turnOn} />
    </>
  )
}

function AppLockOn({ lock, onChanged }: { lock: StoredAppLock; onChanged: () => void }) {
  const { t } = useLingui()
  const [task, setTask] = useState<'change' | 'off'>()
  const [isProven, setProven] = useState(false)
  const changeDelay = (minutes: number) => {
    storeAppLock({ ...lock, minutes })
    onChanged()
  }
  const handleProven = () => {
    if (task === 'change') return setProven(true)
    removeAppLock()
    showToast(t`The app lock is off`, { tone: 'good' })
    onChanged()
  }
  const change = async (pin: string) => {
    await setAppLock(pin, lock.minutes)
    setTask(undefined)
    setProven(false)
    showToast(t`Saved`, { tone: 'good' })
    onChanged()
  }
  if (task && !isProven) return <CurrentPinForm onRight={handleProven} onCancel={() => setTask(undefined)} />
  if (task) return <NewPinForm label={t`Save the PIN`} onPin={change} />
  return (
    <>
      <Card>
        <p className={styles.standing}>
          <CheckIcon />
          <Trans>The app lock is on</Trans>
        </p>
      </Card>
      <LockDelayField minutes={lock.minutes} onChange={changeDelay} />
      <Button kind="secondary" size="large" wide onClick={() => setTask('change')}>
        <Trans>Change the PIN</Trans>
      </Button>
      <Button kind="secondary" size="large" wide onClick={() => setTask('off')}>
        <Trans>Turn off</Trans>
      </Button>
    </>
  )
}

function CurrentPinForm({ onRight, onCancel }: { onRight: () => void; onCancel: () => void }) {
  const { t } = useLingui()
  const [pin, setPin] = useState('')
  const [left, setLeft] = useState<number>()
  const checkPin = async (typed: string) => {
    const attempt = await verifyAppPin(typed)
    setPin('')
    if (attempt.isRight) onRight()
    else setLeft(attempt.left)
  }
  return (
    <Stack gap={4}>
      <SixDigitField
        secret
        autoFocus
        label={t`Your PIN now`}
        value={pin}
        onChange={setPin}
        onFilled={(typed) => void checkPin(typed)}
        error={
          left === undefined
            ? undefined
            : left === 0
              ? t`Too many tries. Sign out and in again to set a new PIN.`
              : t`Wrong PIN. Tries left: ${left}`
        }
      />
      <Button kind="quiet" wide onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
    </Stack>
  )
}

function NewPinForm({ label, onPin }: { label: string; onPin: (pin: string) => Promise<void> }) {
  const { t } = useLingui()
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const pinError =
    pin.length < oneTimeCodeLength ? t`Enter six digits.` : isWeakPin(pin) ? t`This PIN would be guessed first. Choose another.` : undefined
  const mismatchError = again !== pin ? t`The two PINs differ.` : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (pinError || mismatchError) return
    setBusy(true)
    void onPin(pin).finally(() => setBusy(false))
  }
  return (
    <Stack as="form" gap={4} onSubmit={submit} noValidate>
      <SixDigitField
        secret
        label={t`New PIN, six digits`}
        value={pin}
        onChange={setPin}
        enterKeyHint="next"
        hint={t`Not the PIN of your bank card. Five wrong tries sign you out.`}
        error={isTried ? pinError : undefined}
      />
      <SixDigitField
        secret
        label={t`The same PIN again`}
        value={again}
        onChange={setAgain}
        error={isTried && !pinError ? mismatchError : undefined}
      />
      <Button type="submit" size="large" wide busy={isBusy}>
        {label}
      </Button>
    </Stack>
  )
}
