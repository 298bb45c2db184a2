import { createRoute, redirect } from '@tanstack/react-router'
import { Route as redirectHome } from './app/RedirectHome.tsx'
import { Route as root } from './app/Root.tsx'
import { Route as home } from './screens/home/Home.tsx'
import { path } from './sitemap.ts'

const parent = { getParentRoute: () => root }
const at = (address: string) => ({ ...parent, id: address, path: address }) as never

/** The addresses that a first load of home knows by itself. */
const near: readonly string[] = ['/', path.home]
export const isNear = (pathname: string): boolean => near.includes(pathname)

/**
 * The router's tree as a first visit gets it: home, and one route for every other address, which fetches the rest of the
 * tree. So a start at home does not pay for the table of all screens, however many there are.
 */
export const firstTree = (grow: () => Promise<void>) =>
  root.addChildren([
    redirectHome.update(at('/')),
    home.update(at(path.home)),
    createRoute({
      ...parent,
      path: '$',
      beforeLoad: async ({ location: { pathname, search, hash } }) => {
        await grow()
        // The same address again, now that its screen is known.
        throw redirect({ to: pathname, search, hash, replace: true } as never)
      },
    }),
  ])
