import type { AnyRoute } from '@tanstack/react-router'

/**
 * Puts a route behind its parent under a name, with its address where it has one. The router takes that when a route is updated, but its types
 * know it only of a tree that is written out as one: hence `object`, which they leave to us.
 */
export function attachRouteToParent(route: AnyRoute, parent: AnyRoute, id: string, more: object = { path: id }): AnyRoute {
  const options: object = { id, getParentRoute: () => parent, ...more }
  return route.update(options)
}
