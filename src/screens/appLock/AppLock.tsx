import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Check } from '#ui/icons.tsx'
import { Segments } from '#ui/Segments.tsx'
import { toast } from '#ui/toast.ts'
import { DigitsField } from '#widgets/DigitsField.tsx'
import { codeLength } from '#widgets/oneTimeCode.ts'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { startLock } from '#widgets/appLock/lock.tsx'
import styles from '#widgets/appLock/Lock.module.css'
import { canLock, dropLock, isWeakPin, keepLock, type Lock, pauses, readLock, setLock, tryPin } from '#widgets/appLock/lockStore.ts'

export const Route = createFileRoute('/_signedIn/app-lock')({ component: AppLock })

/** Whether the app asks who it is after a pause. A setting of this device, not of the account. */
function AppLock() {
  const { t } = useLingui()
  const [lock, setShown] = useState(readLock)
  const look = () => setShown(readLock())
  return (
    <ScreenLayout title={t`App lock`} back={path.profile}>
      <p>
        <Trans>
          After a pause the app hides everything and asks for a PIN of this device, or your passkey. It works without a signal too.
        </Trans>
      </p>
      {!canLock() ? (
        <p className={styles.notice}>
          <Trans>This page is not served securely, so the app cannot keep a PIN here.</Trans>
        </p>
      ) : lock ? (
        <On lock={lock} onChanged={look} />
      ) : (
        <Off onChanged={look} />
      )}
    </ScreenLayout>
  )
}

function Pause({ minutes, onChange }: { minutes: number; onChange: (minutes: number) => void }) {
  const { t } = useLingui()
  const options = pauses.map((one) => ({
    value: String(one),
    label: one === 0 ? t`At once` : <Plural value={one} one="# min" other="# min" />,
  }))
  return (
    <div className={styles.group}>
      <span className={styles.label} aria-hidden="true">
        <Trans>Lock after</Trans>
      </span>
      <Segments label={t`Lock after`} value={String(minutes)} onChange={(value) => onChange(Number(value))} options={options} />
    </div>
  )
}

function Off({ onChanged }: { onChanged: () => void }) {
  const { t } = useLingui()
  const [minutes, setMinutes] = useState<number>(1)
  const turnOn = async (pin: string) => {
    await setLock(pin, minutes)
    startLock({ isFresh: true })
    toast(t`The app lock is on`, { tone: 'good' })
    onChanged()
  }
  return (
    <>
      <Pause minutes={minutes} onChange={setMinutes} />
      <NewPin label={t`Turn on`} onPin={turnOn} />
    </>
  )
}

function On({ lock, onChanged }: { lock: Lock; onChanged: () => void }) {
  const { t } = useLingui()
  const [task, setTask] = useState<'change' | 'off'>()
  const [isProven, setProven] = useState(false)
  const choose = (minutes: number) => {
    keepLock({ ...lock, minutes })
    onChanged()
  }
  const proven = () => {
    if (task === 'change') return setProven(true)
    dropLock()
    toast(t`The app lock is off`, { tone: 'good' })
    onChanged()
  }
  const change = async (pin: string) => {
    await setLock(pin, lock.minutes)
    setTask(undefined)
    setProven(false)
    toast(t`Saved`, { tone: 'good' })
    onChanged()
  }
  if (task && !isProven) return <PresentPin onRight={proven} onCancel={() => setTask(undefined)} />
  if (task) return <NewPin label={t`Save the PIN`} onPin={change} />
  return (
    <>
      <Card>
        <p className={styles.standing}>
          <Check />
          <Trans>The app lock is on</Trans>
        </p>
      </Card>
      <Pause minutes={lock.minutes} onChange={choose} />
      <Button kind="secondary" size="large" wide onClick={() => setTask('change')}>
        <Trans>Change the PIN</Trans>
      </Button>
      <Button kind="secondary" size="large" wide onClick={() => setTask('off')}>
        <Trans>Turn off</Trans>
      </Button>
    </>
  )
}

function PresentPin({ onRight, onCancel }: { onRight: () => void; onCancel: () => void }) {
  const { t } = useLingui()
  const [pin, setPin] = useState('')
  const [left, setLeft] = useState<number>()
  const look = async (typed: string) => {
    const tried = await tryPin(typed)
    setPin('')
    if (tried.isRight) onRight()
    else setLeft(tried.left)
  }
  return (
    <div className={styles.form}>
      <DigitsField
        secret
        autoFocus
        label={t`Your PIN now`}
        value={pin}
        onChange={setPin}
        onFilled={(typed) => void look(typed)}
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
    </div>
  )
}

function NewPin({ label, onPin }: { label: string; onPin: (pin: string) => Promise<void> }) {
  const { t } = useLingui()
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const fault =
    pin.length < codeLength ? t`Enter six digits.` : isWeakPin(pin) ? t`This PIN would be guessed first. Choose another.` : undefined
  const differs = again !== pin ? t`The two PINs differ.` : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (fault || differs) return
    setBusy(true)
    void onPin(pin).finally(() => setBusy(false))
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <DigitsField
        secret
        label={t`New PIN, six digits`}
        value={pin}
        onChange={setPin}
        enterKeyHint="next"
        hint={t`Not the PIN of your bank card. Five wrong tries sign you out.`}
        error={isTried ? fault : undefined}
      />
      <DigitsField secret label={t`The same PIN again`} value={again} onChange={setAgain} error={isTried && !fault ? differs : undefined} />
      <Button type="submit" size="large" wide busy={isBusy}>
        {label}
      </Button>
    </form>
  )
}
