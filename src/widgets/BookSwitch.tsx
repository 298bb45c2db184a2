import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useBook } from '#api/book.ts'
import { useSystemSettings } from '#api/person.ts'
import { book } from '#contract/constants.ts'
import { setPreference, usePreference } from '#device/preferences.ts'
import { Button } from '#ui/Button.tsx'
import { Segments } from '#ui/Segments.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import styles from './BookSwitch.module.css'

/** The demo book or the real one, on every screen (product §0.1). Asks once before the first look at the real one; guests have the demo book. */
export function BookSwitch({ isGuest }: { isGuest: boolean }) {
  const { t } = useLingui()
  const accountType = useBook()
  const isKnown = usePreference('knowsRealBook')
  const isSandbox = useSystemSettings()?.env === 'sandbox'
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const look = () => {
    setPreference('knowsRealBook', true)
    setPreference('accountType', book.real)
    close()
  }
  if (isGuest) {
    return (
      <p className={styles.quiet}>
        <Trans>Guests have the demo book. An account with an email or mobile number has a real one too.</Trans>
      </p>
    )
  }
  return (
    <>
      <Segments
        label={t`Book`}
        value={accountType === book.demo ? 'demo' : 'real'}
        onChange={(next) => {
          if (next === 'demo') setPreference('accountType', book.demo)
          else if (isKnown) look()
          else setAsking(true)
        }}
        options={[
          { value: 'demo', label: t`Demo book` },
          { value: 'real', label: t`Real book` },
        ]}
      />
      <Sheet
        open={isAsking}
        onClose={close}
        title={t`Show the real book?`}
        footer={
          <>
            <Button size="large" wide onClick={look}>
              <Trans>Show the real book</Trans>
            </Button>
            <Button kind="secondary" size="large" wide onClick={close}>
              <Trans>Stay in the demo book</Trans>
            </Button>
          </>
        }
      >
        <div className={styles.words}>
          <p>
            <Trans>
              The two books never meet. All screens then show the real book, without the violet frame; you can go back here at any time.
            </Trans>
          </p>
          <p>
            <Trans>
              It takes orders once your identity is verified. Contracts, options and second contracts also ask ten questions about risk.
            </Trans>
          </p>
          {isSandbox && (
            <p className={styles.warning}>
              <Trans>This is a sandbox: the real book holds play money too.</Trans>
            </p>
          )}
        </div>
      </Sheet>
    </>
  )
}
