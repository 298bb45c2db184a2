import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { refusals } from '../../src/contract/refusals.ts'
import { languages } from '../../src/i18n/languages.ts'
import { root } from './sources.ts'

/** Context and msgid → msgstr of one catalog; the header is left out. */
function catalog(locale: string): Map<string, string> {
  const text = readFileSync(join(root, `locales/${locale}/messages.po`), 'utf8')
  const entries = text.split(/\n\n+/).flatMap((block): [string, string][] => {
    const id = field(block, 'msgid')
    const context = field(block, 'msgctxt')
    return id && !/^#~/m.test(block) ? [[context ? `${context}: ${id}` : id, field(block, 'msgstr') ?? '']] : []
  })
  return new Map(entries)
}

/** A field of a po entry, with its continued lines joined. */
function field(block: string, name: string): string | undefined {
  const found = new RegExp(`^${name} ("(?:[^"\\\\]|\\\\.)*"(?:\\n"(?:[^"\\\\]|\\\\.)*")*)`, 'm').exec(block)
  return found?.[1]
    ?.split('\n')
    .map((line) => JSON.parse(line) as string)
    .join('')
}

/** What a sentence is filled with: {names} outside of plural branches, and the numbers of its <0>tags</0>. */
const slots = (text: string): string[] => {
  const names = [...text.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name]) => `{${name}}`)
  const tags = [...text.matchAll(/<\/?(\d+)\/?>/g)].map(([, number]) => `<${number}>`)
  return [...new Set([...names, ...tags])].sort()
}

const english = catalog('en')
const others = languages.map(({ locale }) => locale).filter((locale) => locale !== 'en')

describe.each(others)('%s', (locale) => {
  const words = catalog(locale)

  it('has every message', () => {
    expect([...english.keys()].filter((id) => !words.get(id))).toEqual([])
  })

  it('fills each message with the same things', () => {
    const differing = [...english].flatMap(([id, source]) => {
      const [asked, given] = [slots(source), slots(words.get(id) ?? '')]
      return asked.join() === given.join() ? [] : [`${id}: ${asked.join(' ')} / ${given.join(' ')}`]
    })
    expect(differing).toEqual([])
  })

  it('has every article', () => {
    expect(articlesOf(locale)).toEqual(articlesOf('en'))
  })
})

it('every refusal is among the words', () => {
  expect(Object.values(refusals).flatMap(({ message }) => (english.has(message.id) ? [] : [message.id]))).toEqual([])
})

const articlesOf = (locale: string): string[] =>
  readdirSync(join(root, 'server/db/seed/content', locale), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .sort()
