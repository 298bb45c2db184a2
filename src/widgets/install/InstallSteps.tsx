import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Added, AddRow, ShareBar } from './pictures.tsx'
import styles from './InstallSteps.module.css'

/** How an iPhone or iPad puts the app on its home screen, where no browser does it for the person. */
export function InstallSteps({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useLingui()
  return (
    <Sheet
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
        <Step picture={<ShareBar />}>
          <Trans>Tap Share in the browser’s bar.</Trans>
        </Step>
        <Step picture={<AddRow />}>
          <Trans>Scroll down and choose “Add to Home Screen”.</Trans>
        </Step>
        <Step picture={<Added />}>
          <Trans>Tap Add. From now on, open Fairlead from there.</Trans>
        </Step>
      </ol>
    </Sheet>
  )
}

const Step = ({ picture, children }: { picture: ReactNode; children: ReactNode }) => (
  <li className={styles.step}>
    {picture}
    <span>{children}</span>
  </li>
)
