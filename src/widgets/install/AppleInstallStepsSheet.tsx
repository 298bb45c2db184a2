import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { HomeScreenPicture, AddToHomeScreenPicture, BrowserShareBarPicture } from './pictures.tsx'
import styles from './AppleInstallStepsSheet.module.css'

/** How an iPhone or iPad puts the app on its home screen, where no browser does it for the person. */
export function AppleInstallStepsSheet({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useLingui()
  return (
    <BottomSheet
      open={open}
      onClose={onClose}
      title={t`Keep Fairlead on your home screen`}
      footer={
        <Button size="large" wide onClick={onClose}>
          <Trans>Got it</Trans>
        </Button>
      }
    >
      <p className={styles.why}>
        <Trans>It opens at once, also without a signal, and has the whole screen.</Trans>
      </p>
      <ol className={styles.steps}>
        <Step picture={<BrowserShareBarPicture />}>
          <Trans>Tap Share in the browser’s bar.</Trans>
        </Step>
        <Step picture={<AddToHomeScreenPicture />}>
          <Trans>Scroll down and choose “Add to Home Screen”.</Trans>
        </Step>
        <Step picture={<HomeScreenPicture />}>
          <Trans>Tap Add. From now on, open Fairlead from there.</Trans>
        </Step>
      </ol>
    </BottomSheet>
  )
}

const Step = ({ picture, children }: { picture: ReactNode; children: ReactNode }) => (
  <li className={styles.step}>
    {picture}
    <span>{children}</span>
  </li>
)
