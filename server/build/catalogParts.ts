import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { formatter } from '@lingui/format-po'
import type { Plugin } from 'vite'
import { frameFiles } from './frameFiles.ts'

/** What a catalog is split into: the words of the frame and of home, and those of all other screens. */
type Part = 'frame' | 'screens'

const source = 'locales/en/messages.po'

/**
 * Two parts of each catalog, asked for as `messages.po?frame.po` and `messages.po?screens.po`; after Lingui's plugin, which
 * compiles whatever ends in `.po` and fails on a missing translation.
 */
export function catalogParts(): Plugin {
  return {
    name: 'fairlead:catalog-parts',
    transform: {
      filter: { id: /messages\.po\?(frame|screens)\.po$/ },
      async handler(compiled, id) {
        const english = resolve(this.environment.config.root, source)
        this.addWatchFile(english)
        const wanted: Part = id.endsWith('?frame.po') ? 'frame' : 'screens'
        const partOfId = await partsOf(await readFile(english, 'utf8'), frameFiles(this.environment.config.root))
        const { messages } = (await import(`data:text/javascript,${encodeURIComponent(compiled)}`)) as { messages: Record<string, unknown> }
        const own = Object.entries(messages).filter(([message]) => partOfId.get(message) === wanted)
        return {
          code: `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(own)))})`,
          map: null,
          moduleType: 'js',
        }
      },
    },
  }
}

/** Message id → its part, by the files that say it. What only the server says is in neither. */
export async function partsOf(po: string, inFrame: ReadonlySet<string>): Promise<Map<string, Part>> {
  const catalog = await formatter({ lineNumbers: false }).parse(po, { locale: 'en', sourceLocale: 'en', filename: source })
  return new Map(
    Object.entries(catalog).flatMap(([id, { origin = [] }]) => {
      const files = origin.map(([file]) => file).filter((file) => !isServers(file))
      return files.length === 0 ? [] : [[id, files.some((file) => inFrame.has(file)) ? 'frame' : 'screens']]
    }),
  )
}

/** Refusals arrive in the person's language. */
const isServers = (file: string): boolean => file.startsWith('server/') || file === 'src/contract/refusals.ts'
