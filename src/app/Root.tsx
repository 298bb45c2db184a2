import { createRootRoute, Outlet } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { withWords } from '#i18n/i18n.ts'
import { Toasts } from '#ui/Toasts.tsx'
import { TabBar } from './TabBar.tsx'

/** The frame around all screens. */
export const Route = createRootRoute({ component: Root })

// Nothing on a first screen waits for them; the frame stands without them too.
const Prompts = lazy<ComponentType>(() => withWords(() => import('./Prompts.tsx')).catch(() => ({ default: () => null })))
const RecordAlarm = lazy<ComponentType>(() =>
  withWords(() => import('./RecordAlarm.tsx'))
    .then(({ RecordAlarm: Alarm }) => ({ default: Alarm }))
    .catch(() => ({ default: () => null })),
)

function Root() {
  return (
    <>
      <Suspense>
        <RecordAlarm />
      </Suspense>
      <Outlet />
      <Suspense>
        <Prompts />
      </Suspense>
      <TabBar />
      <Toasts />
    </>
  )
}
