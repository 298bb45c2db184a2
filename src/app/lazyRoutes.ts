import type { AnyRoute } from '@tanstack/react-router'
import { first, type Part, rest } from 'virtual:screens'
import { loadCatalogPart } from '#i18n/i18n.ts'
import { path } from '#sitemap'
import { attachRouteToParent } from './placeRoute.ts'
import { Route as root } from './Root.tsx'

/** What the router does when there is more of its tree; the router says so when it is made. */
let routesListener: (() => void) | undefined
export const setRoutesLoadedListener = (listener: () => void): void => void (routesListener = listener)

const loadingParts = new Map<Part, Promise<void>>()
const loadedParts = new Set<Part>()
const addedAddresses = new Set<string>()

const routeAddressOf = (pathname: string): string => (pathname === '/' ? path.home : pathname.replace(/\/$/, ''))
const partOf = (pathname: string): Part => first[routeAddressOf(pathname)] ?? rest

/** Whether a screen at this address is in the router's tree by now; not yet loaded counts as no. */
export const isLoadedScreenPath = (pathname: string): boolean => addedAddresses.has(routeAddressOf(pathname))

/** Whether the router knows what is at this address. */
export const isRouteLoaded = (pathname: string): boolean => loadedParts.has(partOf(pathname))

/** Fetches the part of the tree with the screen at this address; after a failure the next asking tries again. */
export function loadRoute(pathname: string): Promise<void> {
  const part = partOf(pathname)
  // Beside its code. Its route waits for them too, and says so where they do not come.
  if (part !== rest) loadCatalogPart(routeAddressOf(pathname).slice(1)).catch(() => undefined)
  return loadPart(part)
}

/** Fetches all that is not known yet of the tree. */
export const loadRemainingRoutes = (): Promise<void> => loadPart(rest)

function loadPart(part: Part): Promise<void> {
  const loading = loadingParts.get(part)
  if (loading) return loading
  const loaded = part().then(
    ({ routes }) => {
      for (const route of routes) addRoute(...route)
      loadedParts.add(part)
      routesListener?.()
    },
    (error: unknown) => {
      loadingParts.delete(part)
      throw error
    },
  )
  loadingParts.set(part, loaded)
  return loaded
}

const childrenOf = (route: AnyRoute): AnyRoute[] => (route.children as AnyRoute[] | undefined) ?? []

function addTo(parent: AnyRoute, route: AnyRoute, id: string, more: object): void {
  parent.addChildren([...childrenOf(parent), attachRouteToParent(route, parent, id, more)])
}

/** A screen's words come beside its code, and it is shown with both. */
function addRoute(route: AnyRoute, address: string, guard?: AnyRoute): void {
  const { loader } = route.options
  addedAddresses.add(address)
  if (guard && !childrenOf(root).includes(guard)) addTo(root, guard, '/_signedIn', {})
  addTo(guard ?? root, route, address, {
    path: address,
    loader: (context: never) => Promise.all([loadCatalogPart(address.slice(1)), typeof loader === 'function' && loader(context)]),
  })
}
