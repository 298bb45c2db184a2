import { Route as redirectHome } from './app/RedirectHome.tsx'
import { Route as root } from './app/Root.tsx'
import { Route as rest } from './app/Unknown.tsx'
import { Route as home } from './screens/home/Home.tsx'
import { path } from './sitemap.ts'

const at = (address: string) => ({ getParentRoute: () => root, id: address, path: address }) as never

/** The addresses that a first load of home knows by itself. */
const near: readonly string[] = ['/', path.home]
export const isNear = (pathname: string): boolean => near.includes(pathname)

/**
 * The router's tree as a first visit gets it: home, and the route of unknown addresses, which fetches the rest of the tree.
 * So a start at home does not pay for the table of all screens, however many there are. The routes are those of the whole
 * tree, so that what has begun on this one goes on there.
 */
export const firstTree = root.addChildren([redirectHome.update(at('/')), home.update(at(path.home)), rest.update(at('/$'))])
