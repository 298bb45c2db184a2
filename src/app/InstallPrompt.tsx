import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { install } from '#device/installation.ts'
import { useStore } from '#device/store.ts'
import { Button } from '#ui/Button.tsx'
import { declineInstallation, useInstallOffer } from './installOffer.ts'
import { QuietRow } from './QuietRow.tsx'
import { update } from './worker.ts'

const InstallSteps = lazy(() => import('#widgets/install/InstallSteps.tsx').then((module) => ({ default: module.InstallSteps })))

/** Offers the home screen to whom it may be of use; turned down, it is silent for thirty days. Settings keep the way open. */
export function InstallPrompt() {
  const way = useInstallOffer()
  const isUpdateShown = useStore(update) !== 'none'
  const [steps, setSteps] = useState<'open' | 'closed'>()
  const ask = async () => {
    if (way === 'byHand') setSteps('open')
    else if (!(await install())) declineInstallation()
  }
  return (
    <>
      {way !== 'none' && !isUpdateShown && (
        <QuietRow
          actions={
            <>
              <Button kind="quiet" size="small" onClick={declineInstallation}>
                <Trans>Not now</Trans>
              </Button>
              <Button size="small" onClick={() => void ask()}>
                {way === 'byHand' ? <Trans context="steps to install the app">Show how</Trans> : <Trans>Install</Trans>}
              </Button>
            </>
          }
        >
          <Trans>Keep Fairlead on your home screen</Trans>
        </QuietRow>
      )}
      {steps && (
        <Suspense>
          <InstallSteps
            open={steps === 'open'}
            onClose={() => {
              setSteps('closed')
              // Whoever has seen how need not be asked again.
              declineInstallation()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
