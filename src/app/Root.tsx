import { createRootRoute, Outlet } from '@tanstack/react-router'
import { Toasts } from '#ui/Toasts.tsx'
import { InstallPrompt } from './InstallPrompt.tsx'
import { LoadingOverlay } from './LoadingOverlay.tsx'
import { TabBar } from './TabBar.tsx'
import { UpdatePrompt } from './UpdatePrompt.tsx'

/** The frame around all screens. */
export const Route = createRootRoute({ component: Root })

function Root() {
  return (
    <>
      <Outlet />
      <InstallPrompt />
      <UpdatePrompt />
      <TabBar />
      <LoadingOverlay />
      <Toasts />
    </>
  )
}
