import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { formatter } from '@lingui/format-po'
import type { Plugin } from 'vite'
import { frameCatalogPart, sourceFilesByCatalogPart } from './wordParts.ts'

const source = 'locales/en/messages.po'

type Messages = Record<string, unknown>
type Sitemap = Readonly<Record<string, { path: string; screen: string }>>

const moduleOf = (messages: Messages): string => `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(messages))})`

/**
 * The words of a screen travel with it: each catalog in parts (wordParts.ts). The frame's is the module `messages.po?frame.po`; each other is a
 * file of its own, /assets/words/<hash>/<locale>/<part>.js, so that no script carries a list of their names. The page says the hash: of all words
 * together. Stands after Lingui's plugin, which compiles whatever ends in `.po` and fails on a missing translation.
 */
export function catalogPartsPlugin(sitemap: Sitemap): Plugin {
  const compiled = new Map<string, Map<string, Messages>>()
  const files = (): [string, string][] =>
    [...compiled]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([locale, parts]) => [...parts].map(([part, messages]): [string, string] => [`${locale}/${part}.js`, moduleOf(messages)]))
  const hash = (): string => {
    const all = createHash('sha256')
    for (const [name, text] of files()) all.update(name).update(text)
    return all.digest('base64url').slice(0, 8)
  }
  return {
    name: 'fairlead:catalog-parts',
    transform: {
      filter: { id: /messages\.po\?frame\.po$/ },
      async handler(code, id) {
        const { root, command } = this.environment.config
        // While developing all words come at once, so that a new one needs no other build.
        if (command === 'serve') return
        const english = resolve(root, source)
        this.addWatchFile(english)
        const { messages } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { messages: Messages }
        const known = sourceFilesByCatalogPart(root, Object.values(sitemap))
        const partsOfId = await catalogPartsByMessage(await readFile(english, 'utf8'), known)
        // What is asked for is there, also where all its words are the frame's.
        const parts = new Map<string, Messages>([...known.keys()].map((part) => [part, {}]))
        for (const [message, text] of Object.entries(messages))
          for (const part of partsOfId.get(message) ?? []) parts.set(part, { ...parts.get(part), [message]: text })
        const frame = parts.get(frameCatalogPart) ?? {}
        parts.delete(frameCatalogPart)
        compiled.set(relative(root, id).split('/')[1] ?? '', parts)
        return { code: moduleOf(frame), map: null, moduleType: 'js' }
      },
    },
    generateBundle() {
      const folder = `assets/words/${hash()}`
      for (const [name, text] of files()) this.emitFile({ type: 'asset', fileName: `${folder}/${name}`, source: text })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('<html ', `<html data-words="${compiled.size > 0 ? hash() : 'all'}" `),
    },
    configureServer({ middlewares }) {
      middlewares.use('/assets/words/', (_request, answer) => {
        answer.setHeader('content-type', 'text/javascript')
        answer.end(moduleOf({}))
      })
    },
  }
}

/** Message id → the parts that have it, by the files that say it. What the frame says is in no other; what only the server or the page says is in none. */
export async function catalogPartsByMessage(po: string, parts: ReadonlyMap<string, ReadonlySet<string>>): Promise<Map<string, string[]>> {
  const catalog = await formatter({ lineNumbers: false }).parse(po, { locale: 'en', sourceLocale: 'en', filename: source })
  return new Map(
    Object.entries(catalog).flatMap(([id, { origin = [] }]) => {
      const files = origin.map(([file]) => file).filter((file) => !isSentSaid(file))
      if (files.length === 0) return []
      const saying = [...parts].filter(([, own]) => files.some((file) => own.has(file))).map(([part]) => part)
      if (saying.length === 0) throw new Error(`Nothing that the app fetches says "${id}" of ${files.join(', ')}.`)
      return [[id, saying.includes(frameCatalogPart) ? [frameCatalogPart] : saying]]
    }),
  )
}

/** Refusals arrive in the person's language, and the page has what it says before the app. */
const isSentSaid = (file: string): boolean =>
  file.startsWith('server/') || /^src\/contract\/\w*refusals\.ts$/i.test(file) || file === 'src/drawShells.tsx'
