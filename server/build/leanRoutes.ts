import type { Plugin } from 'vite'

/** What is read of a screen's row. */
interface Screen {
  path: string
  tab?: string
  background?: string
}

/**
 * The table of screens as the app carries it: an address is written where it leads, so that none but home's own are in the
 * first load, however many there are; a row only for a screen that its frame treats in its own way. The types are those of
 * the real file.
 */
export function leanRoutesPlugin(sitemap: Record<string, Screen>): Plugin {
  return {
    name: 'fairlead:lean-routes',
    enforce: 'pre',
    apply: 'build',
    load: {
      filter: { id: /\/src\/sitemap\.ts(\?paths)?$/ },
      handler: (id) => ({ code: id.endsWith('?paths') ? pathConstantsSource(sitemap) : leanSitemapSource(sitemap), moduleType: 'js' }),
    },
    transform: {
      filter: { id: /\/src\/.*\.tsx?(\?|$)/, code: /import \{[^}]*\bpath\b[^}]*\} from '(#sitemap|[./]+sitemap\.ts)'/ },
      handler: (code) => ({ code: inlinePathConstants(code, sitemap), map: null }),
    },
  }
}

/** `path.markets` as the address itself; whoever asks by a name that is only known later imports all of them, and nobody else does. */
export function inlinePathConstants(code: string, screens: Record<string, Screen>): string {
  const written = code.replaceAll(/(?<![\w$.]|typeof )path\.(\w+)/g, (own, name: string) =>
    screens[name] ? JSON.stringify(screens[name].path) : own,
  )
  return written.replace(/import \{([^}]*\b)path\b,?([^}]*)\} from '(#sitemap|[./]+sitemap\.ts)'/, (_, before, after, from) => {
    const all = /(?<![\w$./'"`])path\[/.test(written) ? `import * as path from '${from}?paths'; ` : ''
    return `${all}import {${before}${after}} from '${from}'`
  })
}

/** Each address a constant of its own, for whoever asks by a name that is only known later. */
export const pathConstantsSource = (screens: Record<string, Screen>): string =>
  Object.entries(screens)
    .map(([name, { path }]) => `export const ${name} = ${JSON.stringify(path)}\n`)
    .join('')

/** The rows with a tab or a background: all that is asked of them while the app runs. */
export function leanSitemapSource(screens: Record<string, Screen>): string {
  const rows = Object.entries(screens).filter(([, { tab, background }]) => tab ?? background)
  const seen = rows.map(([name, { path, tab, background }]) => [name, { path, tab, background }])
  return `export const sitemap = ${JSON.stringify(Object.fromEntries(seen))}\n`
}
