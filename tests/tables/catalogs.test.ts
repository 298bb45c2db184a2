import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { refusals } from '../../src/contract/refusals.ts'
import { supportedLanguages } from '../../src/contract/languages.ts'
import { catalog } from './catalog.ts'
import { root } from './sources.ts'

/** What a sentence is filled with: {names} outside of plural branches, and the numbers of its <0>tags</0>. */
const slots = (text: string): string[] => {
  const names = [...text.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name]) => `{${name}}`)
  const tags = [...text.matchAll(/<\/?(\d+)\/?>/g)].map(([, number]) => `<${number}>`)
  return [...new Set([...names, ...tags])].sort()
}

const english = catalog('en')
const others = supportedLanguages.map(({ locale }) => locale).filter((locale) => locale !== 'en')

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

it('no text of the app says real money but those of production alone and the one that compares', () => {
  const said = [...english].filter(([, text]) => /real money/i.test(text)).map(([id]) => id)
  expect(said.toSorted()).toEqual([
    'Real money is not taken on simulated prices',
    'Sandbox only. With real money you would have to wait.',
    'refusal.marketSimulated',
  ])
})
