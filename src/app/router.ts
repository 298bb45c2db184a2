import { createBrowserHistory, createHashHistory, createRouter, type RouterHistory } from '@tanstack/react-router'
import type { routeTree } from '../routeTree.gen.ts'
import { loadingOverlayMinVisibleMs } from '#contract/constants.ts'
import { ErrorScreen } from './ErrorScreen.tsx'
import { initialRouteTree } from './initialRouteTree.ts'
import { finishLoadingOverlay, showLoadingOverlay } from './status/loadingOverlay.ts'
import { urlSearchSerializer } from './searchSerializer.ts'
import { isTabAddressRemembered, rememberTabAddress, mainTabAt } from './tabs.ts'
import { loadRoute, isRouteLoaded, setRoutesLoadedListener } from './lazyRoutes.ts'

/** Browser addresses, or the part after # where the page cannot write history (docs/rules/interface.md: hash fallback). */
function createHistory(): RouterHistory {
  const canWriteHistory = location.protocol !== 'file:' && typeof history.pushState === 'function'
  // Never chosen by a query parameter: the hash history would carry the real query string into every remembered address.
  return canWriteHistory ? createBrowserHistory() : createHashHistory()
}

const wantsStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** The router of this page, once `startRouter` has made it. */
export let router: ReturnType<typeof newRouter>

const newRouter = () =>
  createRouter({
    routeTree: initialRouteTree as typeof routeTree,
    history: createHistory(),
    ...urlSearchSerializer,
    defaultPreload: 'intent',
    // Query decides what is fresh; the router only runs the screens.
    defaultPreloadStaleTime: 0,
    defaultPendingMinMs: loadingOverlayMinVisibleMs,
    defaultErrorComponent: ErrorScreen,
    scrollRestoration: true,
    // A tab keeps its own scroll; any other screen starts at the top, and where it was on the way back.
    getScrollRestorationKey: (at) => (mainTabAt(at.pathname) ? at.pathname : (at.state.__TSR_key ?? at.href)),
    defaultViewTransition: {
      types: ({ fromLocation, toLocation, pathChanged }) =>
        pathChanged && fromLocation && !wantsStillness() && !(mainTabAt(fromLocation.pathname) && mainTabAt(toLocation.pathname))
          ? ['turn']
          : false,
    },
  })

/** Makes the router, in a task of its own: with the rest of the frame's code it would hold a slow phone for longer than a finger waits. */
export function startRouter(): void {
  router = newRouter()
  setRoutesLoadedListener(() => router.setRoutes(router.buildRouteTree()))

  // Wherever somebody goes, the router knows the screen before it looks for it; nothing of the way there is lost, as it would be by a redirect.
  const { load, preloadRoute } = router
  const firstIndex = router.history.location.state.__TSR_index
  /** The first screen arrives under the first paint of index.html; whoever has tapped on by then waits for another. */
  const isFirstScreen = (): boolean => !router.state.resolvedLocation && router.history.location.state.__TSR_index === firstIndex
  router.load = async (options) => {
    const { pathname, href } = router.history.location
    if (!isRouteLoaded(pathname)) {
      if (!isFirstScreen()) showLoadingOverlay()
      // Where it does not come, the route of unknown addresses asks for it once more and says so.
      await loadRoute(pathname).catch(() => undefined)
      // Somebody has gone elsewhere meanwhile.
      if (router.history.location.href !== href) return
    }
    await load(options)
  }
  // A finger on a link.
  router.preloadRoute = async (options) => {
    await loadRoute(router.buildLocation(options as never).pathname).catch(() => undefined)
    return preloadRoute(options)
  }

  // The overlay of docs/rules/interface.md: on each navigation to another screen, but for tabs that are in memory already.
  router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation, pathChanged }) => {
    if (!pathChanged || isFirstScreen()) return
    const isTabSwitch = fromLocation && mainTabAt(fromLocation.pathname) !== undefined && isTabAddressRemembered(toLocation.pathname)
    if (!isTabSwitch) showLoadingOverlay()
  })
  router.subscribe('onResolved', ({ toLocation }) => {
    rememberTabAddress(toLocation.pathname, toLocation.href)
    finishLoadingOverlay()
  })
}

/** The first screen. */
export const loadFirstScreen = (): Promise<void> => router.load()

// A turn that the next one overtakes is told by the browser as a failure that nobody caught; the screens themselves have changed.
addEventListener('unhandledrejection', (event) => {
  if (String(event.reason).includes('Transition was skipped')) event.preventDefault()
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
