import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { CopyValue } from '#widgets/CopyValue.tsx'
import { saveText } from '#device/saveText.ts'
import { CarryOver } from './CarryOver.tsx'
import styles from './SignIn.module.css'

interface GuestWelcomeProps {
  uid: string
  initialPassword: string
  onContinue: () => void
}

/** A guest's account number and first password, shown this once: the only way back after signing out. */
export function GuestWelcome({ uid, initialPassword, onContinue }: GuestWelcomeProps) {
  const { t } = useLingui()
  const [isKept, setKept] = useState(false)
  const save = () => {
    saveText('fairlead-guest.txt', t`Fairlead guest account` + `\n${t`Account number`}: ${uid}\n${t`Password`}: ${initialPassword}\n`)
    setKept(true)
  }
  return (
    <div className={styles.page}>
      <header className={styles.opening}>
        <h2 className={styles.greeting}>
          <Trans>You are in</Trans>
        </h2>
        <p className={styles.promise}>
          <Trans>Keep these two. The password is shown only now, and without it nobody can open this account again.</Trans>
        </p>
      </header>
      <Card className={styles.keys}>
        <CopyValue label={t`Account number`} value={uid} />
        <CopyValue label={t`Password`} value={initialPassword} onCopied={() => setKept(true)} />
      </Card>
      <CarryOver />
      <div className={styles.form}>
        <Button kind="secondary" wide onClick={save}>
          <Trans>Save as a file</Trans>
        </Button>
        <Checkbox label={t`I have kept the password`} checked={isKept} onChange={setKept} />
        <Button size="large" wide disabled={!isKept} reason={t`Copy or save the password first`} onClick={onContinue}>
          <Trans>Continue</Trans>
        </Button>
      </div>
    </div>
  )
}
