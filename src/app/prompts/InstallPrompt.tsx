import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { showInstallPrompt } from '#device/install.ts'
import { useStore } from '#device/store.ts'
import { Button } from '#ui/Button.tsx'
import { declineInstallation, useOfferedInstallWay } from './installOffer.ts'
import { Snackbar } from './QuietRow.tsx'
import { appUpdateStore } from '../worker/worker.ts'

const AppleInstallStepsSheet = lazy(() =>
  import('#widgets/install/AppleInstallStepsSheet.tsx').then((module) => ({ default: module.AppleInstallStepsSheet })),
)

/** Offers the home screen to whom it may be of use; turned down, it is silent for thirty days. Settings keep the way open. */
export function InstallPrompt() {
  const installWay = useOfferedInstallWay()
  const isUpdateShown = useStore(appUpdateStore) !== 'none'
  const [steps, setSteps] = useState<'open' | 'closed'>()
  const install = async () => {
    if (installWay === 'byHand') setSteps('open')
    else if (!(await showInstallPrompt())) declineInstallation()
  }
  return (
    <>
      {installWay !== 'none' && !isUpdateShown && (
        <Snackbar
          actions={
            <>
              <Button kind="quiet" size="small" onClick={declineInstallation}>
                <Trans>Not now</Trans>
              </Button>
              <Button size="small" onClick={() => void install()}>
                {installWay === 'byHand' ? <Trans context="steps to install the app">Show how</Trans> : <Trans>Install</Trans>}
              </Button>
            </>
          }
        >
          <Trans>Keep Fairlead on your home screen</Trans>
        </Snackbar>
      )}
      {steps && (
        <Suspense>
          <AppleInstallStepsSheet
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
