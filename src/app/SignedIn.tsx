import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { hasToken, rememberRedirect } from '#api/session.ts'
import { withWords } from '#i18n/i18n.ts'
import { path } from '#sitemap'
import { knownUser } from './knownUser.ts'
import { hasBeenInTab, tabAt } from './tabs.ts'

/**
 * The guard (requirements §2): no user, then on to /login, and the way here is remembered. A tab that is tapped without a network has a calm
 * page of its own instead (product §4.1).
 */
export const Route = createFileRoute('/_signedIn')({
  beforeLoad: async ({ location, preload }): Promise<{ isSignedOut: boolean }> => {
    if ((await knownUser()) || preload) return { isSignedOut: false }
    if (!navigator.onLine && !hasToken() && hasBeenInTab() && tabAt(location.pathname)) return { isSignedOut: true }
    rememberRedirect(location.href)
    // In the address too, so that it outlives a reload of the sign-in page.
    throw redirect({ to: path.signIn, search: { redirect: location.href }, replace: true })
  },
  component: SignedIn,
})

const SignedOut = lazy(() => withWords(() => import('./SignedOut.tsx')).then((module) => ({ default: module.SignedOut })))

function SignedIn() {
  const { isSignedOut } = Route.useRouteContext()
  return isSignedOut ? (
    <Suspense>
      <SignedOut />
    </Suspense>
  ) : (
    <Outlet />
  )
}
