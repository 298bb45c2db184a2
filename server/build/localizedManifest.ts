import { existsSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { supportedLanguages } from '#contract/languages.ts'
import { parsePoCatalog, type TranslatableText } from '../core/i18n.ts'

/** What is read of the manifest: its own texts, and those of its shortcuts. */
interface Manifest {
  [member: string]: unknown
  shortcuts: Record<string, unknown>[]
}

/** Its words that the app does not say in the same way. All others are the app's own. */
const words: readonly TranslatableText[] = [
  /*i18n*/ {
    id: 'manifest.description',
    message: 'Trade crypto, gold and forex: every price recorded, every cost shown before you confirm.',
  },
  /*i18n*/ { id: 'manifest.markets', message: 'Prices, and what moved today' },
  /*i18n*/ { id: 'manifest.contracts', message: 'Positions and new orders' },
  /*i18n*/ { id: 'manifest.messages', message: 'What you were told' },
  /*i18n*/ { id: 'manifest.chatShort', message: 'Chat' },
  /*i18n*/ { id: 'manifest.chat', message: 'Write to our staff' },
  /*i18n*/ { id: 'manifest.news', message: 'News and announcements' },
]
const idOf = (english: string): string => words.find(({ message }) => message === english)?.id ?? english

/** Chromium cuts a tag from its end and knows no script of a region: what it calls zh-TW finds zh-TW or zh, never zh-Hant. */
const regions: Readonly<Record<string, string>> = { zh: 'zh-Hans', 'zh-HK': 'zh-Hant', 'zh-MO': 'zh-Hant', 'zh-TW': 'zh-Hant' }

const catalogs = new URL('../../locales/', import.meta.url)

/** The manifest with its texts in every language, as `*_localized` beside each. Throws where a catalog has no words for one. */
export function addManifestTranslations(manifest: Manifest): Manifest {
  const others: readonly string[] = supportedLanguages.map(({ locale }) => locale).filter((locale) => locale !== manifest['lang'])
  const translations = new Map(
    others.map((locale) => [locale, parsePoCatalog(readFileSync(new URL(`${locale}/messages.po`, catalogs), 'utf8'))]),
  )
  const inLanguage = (english: string, locale: string): string => {
    const found = translations.get(regions[locale] ?? locale)?.get(idOf(english))
    if (found === undefined) throw new Error(`The manifest says "${english}", which has no words in ${locale}.`)
    return found
  }
  const inAll = (english: string) =>
    Object.fromEntries([...others, ...Object.keys(regions)].toSorted().map((locale) => [locale, inLanguage(english, locale)]))
  const localized = (from: Record<string, unknown>, members: readonly string[]) =>
    Object.fromEntries(
      Object.entries(from).flatMap(([member, text]): [string, unknown][] =>
        members.includes(member)
          ? [
              [member, text],
              [`${member}_localized`, inAll(String(text))],
            ]
          : [[member, text]],
      ),
    )
  return {
    ...localized(manifest, ['description']),
    shortcuts: manifest.shortcuts.map((shortcut) => localized(shortcut, ['name', 'short_name', 'description'])),
  }
}

/** Writes what a phone says of the app before it is installed, and under its icon, in every language. */
export function localizedManifestPlugin(outDir: string): Plugin {
  return {
    name: 'fairlead:localized-manifest',
    apply: 'build',
    closeBundle: {
      // Before the worker is made, which lists all files.
      order: 'pre',
      sequential: true,
      handler: async () => {
        const file = join(outDir, 'manifest.webmanifest')
        if (!existsSync(file)) return
        const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest
        await writeFile(file, `${JSON.stringify(addManifestTranslations(manifest), undefined, 2)}\n`)
      },
    },
  }
}
