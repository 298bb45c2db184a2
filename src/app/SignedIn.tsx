import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { path } from '#sitemap'
import { knownUser } from './knownUser.ts'
import { redirectTarget } from './redirectTarget.ts'

/** The guard (requirements §2): no user, then on to /login, and the way here is remembered. */
export const Route = createFileRoute('/_signedIn')({
  beforeLoad: async ({ location, preload }) => {
    if (await knownUser()) return
    if (preload) return
    throw redirect({ to: path.signIn, search: { redirect: redirectTarget(location.href) } as never, replace: true })
  },
  component: Outlet,
})
