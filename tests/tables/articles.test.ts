import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { supportedLanguages } from '#contract/languages.ts'

// Whoever reads another language than English reads the same: every section, every table, every way to a screen.
const content = resolve(import.meta.dirname, '../../server/db/seed/content')
const kinds = readdirSync(join(content, 'en'))
const articles = kinds.flatMap((kind) => readdirSync(join(content, 'en', kind)).map((file) => join(kind, file)))
const read = (locale: string, article: string): string => readFileSync(join(content, locale, article), 'utf8')

/** What an article is made of, without its words. */
const bonesOf = (text: string) => ({
  sections: text.match(/<h2>/g)?.length ?? 0,
  rows: text.match(/<tr>/g)?.length ?? 0,
  ways: [...text.matchAll(/<a href="([^"]+)"/g)].map(([, to]) => to).toSorted(),
})

describe.each(supportedLanguages.filter(({ locale }) => locale !== 'en').map(({ locale }) => locale))('in %s', (locale) => {
  it('has the articles of English and no others', () => {
    const own = readdirSync(join(content, locale)).flatMap((kind) =>
      readdirSync(join(content, locale, kind)).map((file) => join(kind, file)),
    )
    expect(own.toSorted()).toEqual(articles.toSorted())
  })

  it.each(articles)('%s says as much', (article) => {
    expect(bonesOf(read(locale, article))).toEqual(bonesOf(read('en', article)))
  })
})
