import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { useSystemSettings } from '#api/person.ts'
import { showInstallPrompt } from '#device/install.ts'
import { appInstallWayStore, isRunningStandalone } from '#device/installation.ts'
import { useStore } from '#device/store.ts'
import { Card } from '#ui/Card.tsx'
import { ChevronRightIcon } from '#ui/icons/icons.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Section } from '#ui/Section.tsx'

const AppleInstallStepsSheet = lazy(() =>
  import('#widgets/install/AppleInstallStepsSheet.tsx').then((module) => ({ default: module.AppleInstallStepsSheet })),
)

/** Which build this is, where it runs, and whether money is real. */
export function BuildInfo() {
  const { t } = useLingui()
  const settings = useSystemSettings()
  const way = useStore(appInstallWayStore)
  const [isOpen, setOpen] = useState<boolean>()
  return (
    <Section title={t`About this app`}>
      <Card flush>
        <ListRow title={t`Version`} trailing={__BUILD__} />
        <ListRow title={t`Runs`} trailing={isRunningStandalone() ? <Trans>From the home screen</Trans> : <Trans>In the browser</Trans>} />
        {/* From the home screen there is no bar of the browser with a way to do it. */}
        {isRunningStandalone() && <ListRow title={t`Reload`} trailing={<ChevronRightIcon />} onClick={() => location.reload()} />}
        {way !== 'none' && (
          <ListRow
            title={t`Keep Fairlead on your home screen`}
            trailing={<ChevronRightIcon />}
            onClick={() => (way === 'byHand' ? setOpen(true) : void showInstallPrompt())}
          />
        )}
        {settings && <ListRow title={t`Money`} trailing={settings.realMoney ? <Trans>Real</Trans> : <Trans>Play money only</Trans>} />}
      </Card>
      {isOpen !== undefined && (
        <Suspense>
          <AppleInstallStepsSheet open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Section>
  )
}
