import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Checkbox } from '#ui/fields/Checkbox.tsx'
import { useSystemSettings } from '#api/person.ts'
import { CopyableValue } from '#widgets/money/CopyableValue.tsx'
import { downloadText } from '#device/saveText.ts'
import { GuestCountryPrompt } from '#widgets/identity/CountryRestrictionNotice.tsx'
import { PaperLedgerImportCard } from '../PaperLedgerImportCard.tsx'
import { Stack } from '#ui/Stack.tsx'
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
  // A sandbox has everything on, wherever somebody lives.
  const isReal = useSystemSettings()?.env === 'production'
  const save = () => {
    downloadText('fairlead-guest.txt', t`Fairlead guest account` + `\n${t`Account number`}: ${uid}\n${t`Password`}: ${initialPassword}\n`)
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
      <Stack as={Card} gap={3}>
        <CopyableValue label={t`Account number`} value={uid} />
        <CopyableValue label={t`Password`} value={initialPassword} onCopied={() => setKept(true)} />
      </Stack>
      <PaperLedgerImportCard />
      {isReal && <GuestCountryPrompt />}
      <Stack gap={4}>
        <Button kind="secondary" wide onClick={save}>
          <Trans>Save as a file</Trans>
        </Button>
        <Checkbox label={t`I have kept the password`} checked={isKept} onChange={setKept} />
        <Button size="large" wide disabled={!isKept} reason={t`Copy or save the password first`} onClick={onContinue}>
          <Trans>Continue</Trans>
        </Button>
      </Stack>
    </div>
  )
}
