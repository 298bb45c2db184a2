import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { addManifestTranslations } from '../../server/build/localizedManifest.ts'
import { supportedLanguages } from '../../src/contract/languages.ts'
import { catalog } from './catalog.ts'

// What a phone says of the app before it is installed, and under its icon afterwards. The browser chooses by its own language, out of the
// manifest's localized members, which the build writes (https://www.w3.org/TR/appmanifest/#x_localized-members).
interface Words {
  [member: string]: unknown
}
interface Text {
  where: string
  english: string
  others: Record<string, string>
}
const manifest = addManifestTranslations(JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8')))
const textsOf = (from: Words, members: string[], where: string): Text[] =>
  members
    .filter((member) => member in from)
    .map((member) => ({
      where: `${where}${member}`,
      english: from[member] as string,
      others: (from[`${member}_localized`] ?? {}) as Record<string, string>,
    }))
/** What people read and what has a localized member; the app's own name is the same everywhere. */
const texts = [
  ...textsOf(manifest, ['description'], ''),
  ...manifest.shortcuts.flatMap((shortcut) => textsOf(shortcut, ['name', 'short_name', 'description'], `${shortcut['url'] as string} `)),
]

const translated = supportedLanguages.map(({ locale }) => locale).filter((locale) => locale !== 'en')
/** Chromium cuts a tag from its end and knows no script of a region: what it calls zh-TW finds zh-TW or zh, never zh-Hant. */
const regions = { zh: 'zh-Hans', 'zh-HK': 'zh-Hant', 'zh-MO': 'zh-Hant', 'zh-TW': 'zh-Hant' }
/** Words that a language shares with English. */
const shared = ['es: Chat']

describe('the words of the manifest', () => {
  it('end the build where a catalog has none', () =>
    expect(() => addManifestTranslations({ lang: 'en', description: 'Said nowhere else', shortcuts: [] })).toThrow('Said nowhere else'))

  it('are English where no other language fits', () => expect(manifest.lang).toBe('en'))

  it.each(texts)('say $where in every language', ({ english, others }) => {
    expect(Object.keys(others).sort()).toEqual([...translated, ...Object.keys(regions)].sort())
    const alike = Object.entries(others).filter(([, text]) => text.trim() === '' || text === english)
    expect(alike.map(([locale, text]) => `${locale}: ${text}`).filter((part) => !shared.includes(part))).toEqual([])
  })

  it.each(texts)('say $where by region as by script', ({ others }) =>
    expect(Object.keys(regions).map((region) => others[region])).toEqual(Object.values(regions).map((locale) => others[locale])),
  )

  it.each(translated)('are those of the app itself in %s', (locale) => {
    const words = catalog(locale)
    const known = texts.filter(({ english }) => words.has(english))
    expect(known.length).toBeGreaterThanOrEqual(manifest.shortcuts.length)
    expect(known.map(({ others }) => others[locale])).toEqual(known.map(({ english }) => words.get(english)))
  })
})
