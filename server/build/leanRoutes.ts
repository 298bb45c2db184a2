import type { Plugin } from 'vite'

/** What is read of a screen's row. */
interface Screen {
  path: string
  tab?: string
  background?: string
}

/**
 * The table of screens as the app carries it, since it is in the first load: an address only where it is used, a row only
 * for a screen that its frame treats in its own way. The types are those of the real file.
 */
export function leanRoutes(sitemap: Record<string, Screen>): Plugin {
  return {
    name: 'fairlead:lean-routes',
    enforce: 'pre',
    apply: 'build',
    load: {
      filter: { id: /\/src\/sitemap\.ts(\?paths)?$/ },
      handler: (id) => ({ code: id.endsWith('?paths') ? pathSource(sitemap) : sitemapSource(id, sitemap), moduleType: 'js' }),
    },
  }
}

/** Each address a constant of its own, so that a file carries those it leads to. */
export const pathSource = (screens: Record<string, Screen>): string =>
  Object.entries(screens)
    .map(([name, { path }]) => `export const ${name} = ${JSON.stringify(path)}\n`)
    .join('')

/** The rows with a tab or a background: all that is asked of them while the app runs. */
export function sitemapSource(file: string, screens: Record<string, Screen>): string {
  const rows = Object.entries(screens).filter(([, { tab, background }]) => tab ?? background)
  const seen = rows.map(([name, { path, tab, background }]) => [name, { path, tab, background }])
  return `export * as path from '${file}?paths'\nexport const sitemap = ${JSON.stringify(Object.fromEntries(seen))}\n`
}
