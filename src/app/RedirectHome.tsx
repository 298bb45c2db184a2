import { createFileRoute, redirect } from '@tanstack/react-router'
import { path } from '#sitemap'

/** The root address leads home (docs/rules/interface.md). */
export const Route = createFileRoute('/')({
  beforeLoad: () => {
    throw redirect({ to: path.home, replace: true })
  },
})
