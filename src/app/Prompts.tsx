import { type ComponentType, lazy, Suspense } from 'react'
import { againQuestion } from '#api/again.ts'
import { useCommonConfig } from '#api/commonConfig.ts'
import { useStore } from '#device/store.ts'
import { HouseNote } from './HouseNote.tsx'
import { InstallPrompt } from './InstallPrompt.tsx'
import { PushOffer } from './PushOffer.tsx'
import { QuietRows } from './QuietRow.tsx'
import { SessionReminder } from './SessionReminder.tsx'
import { UpdatePrompt } from './UpdatePrompt.tsx'
import { askedLaunch } from './askedLaunch.ts'
import { useGuestRefusal } from './guestRefusal.ts'
import { useIsWide } from './wideWindow.ts'

// Few people ever see them.
const SidePanel = lazy<ComponentType>(() => import('./SidePanel.tsx').catch(() => ({ default: () => null })))
// Without it what was launched does not come: what is open stays, whole.
const LaunchSheet = lazy<ComponentType<{ place: string }>>(() =>
  import('./LaunchSheet.tsx').then(
    (module) => ({ default: module.LaunchSheet }),
    () => ({ default: () => null }),
  ),
)
const GuestSheet = lazy(() => import('./GuestSheet.tsx').then((module) => ({ default: module.GuestSheet })))

const AgainSheet = lazy(() => import('./AgainSheet.tsx').then((module) => ({ default: module.AgainSheet })))

/** The quiet rows above the tab bar, the reminder of time, whether the same is meant twice, a guest's way to a full account, and what stands beside the column. */
export default function Prompts() {
  const [refusal, close] = useGuestRefusal()
  const isWide = useIsWide()
  const launch = useStore(askedLaunch)
  const again = useStore(againQuestion)
  // Read once here, behind the first screen, so that whichever screen needs it has it.
  useCommonConfig()
  return (
    <>
      <QuietRows>
        <HouseNote />
        <InstallPrompt />
        <PushOffer />
        <UpdatePrompt />
      </QuietRows>
      <SessionReminder />
      {isWide && (
        <Suspense>
          <SidePanel />
        </Suspense>
      )}
      {launch !== undefined && (
        <Suspense>
          <LaunchSheet place={launch} />
        </Suspense>
      )}
      {again !== undefined && (
        <Suspense>
          <AgainSheet question={again} />
        </Suspense>
      )}
      {refusal !== undefined && (
        <Suspense>
          <GuestSheet title={refusal} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
