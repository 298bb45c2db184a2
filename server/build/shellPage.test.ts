import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { supportedLanguages } from '#contract/languages.ts'
import { insertLocalizedLoadingTexts } from './shellPage.ts'

const source = readFileSync(new URL('../../index.html', import.meta.url), 'utf8')
const words = supportedLanguages.map(
  ({ locale }) => [locale, { promise: `promise ${locale}`, lost: `lost ${locale}`, again: `again ${locale}` }] as const,
)

/** Runs the page's script of the first words where this language is stored, and gives what stands in the page then. */
function firstWords(page: string, stored: string | null, wish: string): { lang: string; said: string[] } {
  const script = /<script>\s*\/\/ The first words[^\n]*\n([\s\S]*?)<\/script>/.exec(page)?.[1] ?? ''
  const places = new Map<string, { textContent: string }>()
  const document = {
    documentElement: { lang: 'en' },
    querySelector: (place: string) => places.get(place) ?? places.set(place, { textContent: '' }).get(place),
  }
  runInNewContext(script, { document, localStorage: { getItem: () => stored }, navigator: { language: wish } })
  return { lang: document.documentElement.lang, said: [...places.values()].map(({ textContent }) => textContent) }
}

describe('the first words of the page of all addresses', () => {
  const page = insertLocalizedLoadingTexts(source, words)

  test.each(supportedLanguages)('are $locale where $code is stored', ({ code, locale }) =>
    expect(firstWords(page, code, 'de-CH')).toEqual({ lang: locale, said: [`promise ${locale}`, `lost ${locale}`, `again ${locale}`] }),
  )

  test.each([
    ['es-MX', 'es'],
    ['zh-TW', 'zh-Hant'],
    ['zh-CN', 'zh-Hans'],
    ['de-CH', 'en'],
  ])('are for a browser of %s those of %s where none is stored', (wish, lang) => expect(firstWords(page, null, wish).lang).toBe(lang))

  test('have their place in the page: the build ends where it is gone', () => {
    expect(() => insertLocalizedLoadingTexts(source.replace('var codes = {}', ''), words)).toThrow('codes')
    expect(() => insertLocalizedLoadingTexts(source.replace('var first = {}', ''), words)).toThrow('first')
  })
})
