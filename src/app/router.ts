import { createBrowserHistory, createHashHistory, createRouter, type RouterHistory } from '@tanstack/react-router'
import { firstTree, isNear } from '../firstTree.ts'
import type { routeTree } from '../routeTree.gen.ts'
import { overlayMinimumMs } from '#contract/constants.ts'
import { loadScreenWords } from '#i18n/i18n.ts'
import { path } from '#sitemap'
import { Failed } from './Failed.tsx'
import { hideOverlay, showOverlay } from './loadingOverlay.ts'
import { searchText } from './searchText.ts'
import { isTabInMemory, rememberTab, tabAt } from './tabs.ts'
import { Route as unknown } from './Unknown.tsx'
import { growTree, onWholeTree } from './wholeTree.ts'

/** Browser addresses, or the part after # where the page cannot write history (requirements §2: hash fallback). */
function createHistory(): RouterHistory {
  const canWriteHistory = location.protocol !== 'file:' && typeof history.pushState === 'function'
  // Never chosen by a query parameter: the hash history would carry the real query string into every remembered address.
  return canWriteHistory ? createBrowserHistory() : createHashHistory()
}

const wantsStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches

export const router = createRouter({
  routeTree: firstTree as unknown as typeof routeTree,
  history: createHistory(),
  ...searchText,
  defaultPreload: 'intent',
  // Query decides what is fresh; the router only runs the screens.
  defaultPreloadStaleTime: 0,
  defaultPendingMinMs: overlayMinimumMs,
  defaultErrorComponent: Failed,
  scrollRestoration: true,
  // A tab keeps its own scroll; any other screen starts at the top, and where it was on the way back.
  getScrollRestorationKey: (at) => (tabAt(at.pathname) ? at.pathname : (at.state.__TSR_key ?? at.href)),
  defaultViewTransition: {
    types: ({ fromLocation, toLocation, pathChanged }) =>
      pathChanged && fromLocation && !wantsStillness() && !(tabAt(fromLocation.pathname) && tabAt(toLocation.pathname)) ? ['turn'] : false,
  },
})

onWholeTree({
  take() {
    // The table has put its screens under the same root.
    router.setRoutes(router.buildRouteTree())
    // Home finds its words loaded with the frame's; any other screen fetches its own beside its code.
    for (const route of Object.values(router.routesById))
      if (!route.children && route.fullPath !== path.home) route.update({ loader: loadScreenWords })
  },
  knows: (pathname) => router.getMatchedRoutes(pathname)[2]?.id !== unknown.id,
})

/** The first screen; one that the first tree does not know comes with the table of all. */
export async function loadFirstScreen(): Promise<void> {
  // Where the table does not come, the router asks for it once more and says so.
  if (!isNear(router.history.location.pathname)) await growTree().catch(() => undefined)
  await router.load()
}

// The overlay of requirements §2: on each navigation to another screen. Product §4.1 spares switches to a tab already in memory.
router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation, pathChanged }) => {
  // The first screen arrives under the first paint of index.html.
  if (!fromLocation || !pathChanged) return
  const isTabSwitch = tabAt(fromLocation.pathname) !== undefined && isTabInMemory(toLocation.pathname)
  if (!isTabSwitch) showOverlay()
})
router.subscribe('onResolved', ({ toLocation }) => {
  rememberTab(toLocation.pathname, toLocation.href)
  hideOverlay()
})

// A turn that the next one overtakes is told by the browser as a failure that nobody caught; the screens themselves have changed.
addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof DOMException && event.reason.message.startsWith('Transition was skipped')) event.preventDefault()
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
