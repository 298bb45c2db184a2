import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { rememberRedirect } from '#api/session.ts'
import { path } from '#sitemap'
import { knownUser } from './knownUser.ts'

/** The guard (requirements §2): no user, then on to /login, and the way here is remembered. */
export const Route = createFileRoute('/_signedIn')({
  beforeLoad: async ({ location, preload }) => {
    if ((await knownUser()) || preload) return
    rememberRedirect(location.href)
    // In the address too, so that it outlives a reload of the sign-in page.
    throw redirect({ to: path.signIn, search: { redirect: location.href }, replace: true })
  },
  component: Outlet,
})
