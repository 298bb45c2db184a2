import { index, layout, rootRoute, route } from '@tanstack/virtual-file-routes'
import { sitemap } from './sitemap.ts'

const screens = (access: 'open' | 'signedIn') =>
  Object.values(sitemap)
    .filter((row) => row.access === access)
    .map((row) => route(row.path, `screens/${row.screen}.tsx`))

/** The router's tree, computed from the sitemap. */
export const routes = rootRoute('app/Root.tsx', [
  index('app/RedirectHome.tsx'),
  ...screens('open'),
  layout('signedIn', 'app/SignedIn.tsx', screens('signedIn')),
  route('$', 'app/Unknown.tsx'),
])
