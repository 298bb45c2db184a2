import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useAccountType } from '#api/accountType.ts'
import { useSystemSettings } from '#api/person.ts'
import { accountTypes } from '#contract/constants.ts'
import { setDevicePreference, useDevicePreference } from '#device/preferences.ts'
import { Button } from '#ui/Button.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { Stack } from '#ui/Stack.tsx'
import { Notice } from '#ui/Notice.tsx'
import styles from './RealDemoSwitch.module.css'

/** The demo book or the real one, on every screen (docs/rules/environments.md). Asks once before the first look at the real one; guests have the demo book. */
export function RealDemoSwitch({ isGuest }: { isGuest: boolean }) {
  const { t } = useLingui()
  const accountType = useAccountType()
  const isKnown = useDevicePreference('knowsRealBook')
  const isSandbox = useSystemSettings()?.env === 'sandbox'
  const [isConfirming, setConfirming] = useState(false)
  const close = () => setConfirming(false)
  const handleSwitch = () => {
    setDevicePreference('knowsRealBook', true)
    setDevicePreference('accountType', accountTypes.real)
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
      <SegmentedControl
        label={t`Book`}
        value={accountType === accountTypes.demo ? 'demo' : 'real'}
        onChange={(next) => {
          if (next === 'demo') setDevicePreference('accountType', accountTypes.demo)
          else if (isKnown) handleSwitch()
          else setConfirming(true)
        }}
        options={[
          { value: 'demo', label: t`Demo book` },
          { value: 'real', label: t`Real book` },
        ]}
      />
      <BottomSheet
        open={isConfirming}
        onClose={close}
        title={t`Show the real book?`}
        footer={
          <>
            <Button size="large" wide onClick={handleSwitch}>
              <Trans>Show the real book</Trans>
            </Button>
            <Button kind="secondary" size="large" wide onClick={close}>
              <Trans>Stay in the demo book</Trans>
            </Button>
          </>
        }
      >
        <Stack gap={3}>
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
            <Notice tone="warn">
              <Trans>This is a sandbox: the real book holds play money too.</Trans>
            </Notice>
          )}
        </Stack>
      </BottomSheet>
    </>
  )
}
