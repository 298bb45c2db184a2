import { createFileRoute, Outlet, redirect, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useProductAvailability } from '#api/features.ts'
import { hasToken, rememberPostSignInRedirect } from '#api/session.ts'
import { withWords } from '#i18n/i18n.ts'
import { path } from '#sitemap'
import { isScreenProductOffered } from '#widgets/identity/isPlaceOffered.ts'
import { loadCurrentUser } from './knownUser.ts'
import { hasVisitedMainTab, mainTabAt } from './tabs.ts'

/**
 * The guard (docs/rules/interface.md): no user, then on to /login, and the way here is remembered. A tab that is tapped without a network has a calm
 * page of its own instead (docs/rules/interface.md).
 */
export const Route = createFileRoute('/_signedIn')({
  beforeLoad: async ({ location, preload }): Promise<{ isSignedOut: boolean }> => {
    if ((await loadCurrentUser()) || preload) return { isSignedOut: false }
    if (!navigator.onLine && !hasToken() && hasVisitedMainTab() && mainTabAt(location.pathname)) return { isSignedOut: true }
    rememberPostSignInRedirect(location.href)
    // In the address too, so that it outlives a reload of the sign-in page.
    throw redirect({ to: path.signIn, search: { redirect: location.href }, replace: true })
  },
  component: SignedIn,
})

const SignInRequiredTab = lazy(() =>
  withWords('app', () => import('./SignInRequiredTab.tsx')).then((module) => ({ default: module.SignInRequiredTab })),
)

const ProductNotOfferedScreen = lazy(() =>
  withWords('app', () => import('./ProductNotOfferedScreen.tsx')).then((module) => ({ default: module.ProductNotOfferedScreen })),
)

/** These say themselves that they are not offered, beside what one has of it. */
const screensWithOwnNotice: readonly string[] = [path.contracts, path.ieo, path.competition]

function SignedIn() {
  const { isSignedOut } = Route.useRouteContext()
  const features = useProductAvailability()
  // That of the screen that is shown, not of one that is on its way.
  const resolvedPath = useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname })
  if (isSignedOut)
    return (
      <Suspense>
        <SignInRequiredTab />
      </Suspense>
    )
  if (!isScreenProductOffered(features, resolvedPath) && !screensWithOwnNotice.includes(resolvedPath))
    return (
      <Suspense>
        <ProductNotOfferedScreen of={resolvedPath} />
      </Suspense>
    )
  return <Outlet />
}
