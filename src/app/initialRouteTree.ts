import type { AnyRoute } from '@tanstack/react-router'
import { attachRouteToParent } from './placeRoute.ts'
import { Route as redirectHome } from './RedirectHome.tsx'
import { Route as root } from './Root.tsx'
import { Route as unknown } from './Unknown.tsx'

/** The router's tree as every visit gets it: no screen yet, and the route of addresses that no screen has. */
export const initialRouteTree: AnyRoute = root.addChildren([
  attachRouteToParent(redirectHome, root, '/'),
  attachRouteToParent(unknown, root, '/$'),
])
