import { createFileRoute, redirect } from '@tanstack/react-router'
import { path } from '#sitemap'
import { growTree, isScreen } from './wholeTree.ts'

/** An address of the table that has not come yet leads there once it has; any unknown one leads home (requirements §2). */
export const Route = createFileRoute('/$')({
  beforeLoad: async ({ location: { pathname, search, hash } }) => {
    await growTree()
    throw redirect(isScreen(pathname) ? ({ to: pathname, search, hash, replace: true } as never) : { to: path.home, replace: true })
  },
})
