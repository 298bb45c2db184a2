import { type ComponentType, lazy, Suspense } from 'react'
import { pendingRepeatConfirmationStore } from '#api/confirmRepeat.ts'
import { useStore } from '#device/store.ts'
import { ServiceStatusBanner } from '../status/ServiceStatusBanner.tsx'
import { InstallPrompt } from './InstallPrompt.tsx'
import { PushOffer } from './PushOffer.tsx'
import { SnackbarStack } from './QuietRow.tsx'
import { TimeInAppReminder } from './TimeInAppReminder.tsx'
import { UpdatePrompt } from './UpdatePrompt.tsx'
import { pendingLaunchPathStore } from './pendingLaunch.ts'
import { useGuestRefusalMessage } from './guestRefusal.ts'
import { useIsWideWindow } from '../wideWindow.ts'

// Few people ever see them.
const SidePanel = lazy<ComponentType>(() => import('../SidePanel.tsx').catch(() => ({ default: () => null })))
// Without it what was launched does not come: what is open stays, whole.
const ConfirmLaunchNavigationSheet = lazy<ComponentType<{ place: string }>>(() =>
  import('./ConfirmLaunchNavigationSheet.tsx').then(
    (module) => ({ default: module.ConfirmLaunchNavigationSheet }),
    () => ({ default: () => null }),
  ),
)
const FullAccountRequiredSheet = lazy(() =>
  import('./FullAccountRequiredSheet.tsx').then((module) => ({ default: module.FullAccountRequiredSheet })),
)

const ConfirmRepeatSheet = lazy(() => import('./ConfirmRepeatSheet.tsx').then((module) => ({ default: module.ConfirmRepeatSheet })))

/** The quiet rows above the tab bar, the reminder of time, whether the same is meant twice, a guest's way to a full account, and what stands beside the column. */
export default function AppPrompts() {
  const [refusal, close] = useGuestRefusalMessage()
  const isWide = useIsWideWindow()
  const launch = useStore(pendingLaunchPathStore)
  const again = useStore(pendingRepeatConfirmationStore)
  return (
    <>
      <SnackbarStack>
        <ServiceStatusBanner />
        <InstallPrompt />
        <PushOffer />
        <UpdatePrompt />
      </SnackbarStack>
      <TimeInAppReminder />
      {isWide && (
        <Suspense>
          <SidePanel />
        </Suspense>
      )}
      {launch !== undefined && (
        <Suspense>
          <ConfirmLaunchNavigationSheet place={launch} />
        </Suspense>
      )}
      {again !== undefined && (
        <Suspense>
          <ConfirmRepeatSheet question={again} />
        </Suspense>
      )}
      {refusal !== undefined && (
        <Suspense>
          <FullAccountRequiredSheet title={refusal} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
