import { useQuery } from '@tanstack/react-query'
import { createRootRoute, Outlet } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { systemSettingsQuery } from '#api/person.ts'
import { priceRecordAlarmStore } from '#api/priceRecord/alarm.ts'
import { useHasToken } from '#api/session.ts'
import { useStore } from '#device/store.ts'
import { withWords } from '#i18n/i18n.ts'
import { Toasts } from '#ui/Toasts.tsx'
import { appPromptsNeededStore } from './prompts/promptsNeeded.ts'
import { TabBar } from './TabBar.tsx'
import { useIsWideWindow } from './wideWindow.ts'

/** The frame around all screens. */
export const Route = createRootRoute({ component: Root })

// Nothing on a first screen waits for them; the frame stands without them too.
const Prompts = lazy<ComponentType>(() => withWords('app', () => import('./prompts/AppPrompts.tsx')).catch(() => ({ default: () => null })))
const PriceRecordAlarmBanner = lazy<ComponentType>(() =>
  withWords('app', () => import('./status/PriceRecordAlarmBanner.tsx'))
    .then(({ PriceRecordAlarmBanner: Alarm }) => ({ default: Alarm }))
    .catch(() => ({ default: () => null })),
)

function Root() {
  return (
    <>
      <AlarmWhenRaised />
      <Outlet />
      <AppPromptsWhenNeeded />
      <TabBar />
      <Toasts />
    </>
  )
}

function AlarmWhenRaised() {
  if (useStore(priceRecordAlarmStore) === undefined) return null
  return (
    <Suspense>
      <PriceRecordAlarmBanner />
    </Suspense>
  )
}

const settingsPollIntervalMs = 5 * 60_000

/** The prompts, once there is something to say: to somebody signed in, in a wide window, by staff, or by what goes on behind the screens. */
function AppPromptsWhenNeeded() {
  const { data } = useQuery({ ...systemSettingsQuery(), refetchInterval: settingsPollIntervalMs })
  const hasStaffNote = Boolean(data?.statusNote || data?.maintenance)
  const areNeeded = useStore(appPromptsNeededStore)
  const isWide = useIsWideWindow()
  const hasToken = useHasToken()
  if (!hasStaffNote && !areNeeded && !isWide && !hasToken) return null
  return (
    <Suspense>
      <Prompts />
    </Suspense>
  )
}
