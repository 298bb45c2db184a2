import { createFileRoute, redirect } from '@tanstack/react-router'
import { path } from '#sitemap'
import { loadRoute, isLoadedScreenPath } from './lazyRoutes.ts'

/** An address of the table that has not come yet leads there once it has; any unknown one leads home (docs/rules/interface.md). */
export const Route = createFileRoute('/$')({
  beforeLoad: async ({ location: { pathname, search, hash } }) => {
    await loadRoute(pathname)
    throw redirect(
      isLoadedScreenPath(pathname) ? ({ to: pathname, search, hash, replace: true } as never) : { to: path.home, replace: true },
    )
  },
})
