import { expect, test } from 'vitest'
import type { Article, OfflineContentBundle } from '#contract/calls/content.ts'
import { mergeArticleBundle } from './savedArticles.ts'

const article = (id: string, part: Partial<Article> = {}): Article =>
  ({ id, kind: 'help', title: id, html: `<p>${id}</p>`, toc: [], related: [], ...part }) as unknown as Article
const reply = (part: Partial<OfflineContentBundle>): OfflineContentBundle => ({
  lang: 'en-us',
  version: 'v1',
  ids: [],
  articles: [],
  agreements: [],
  images: [],
  ...part,
})
const first = mergeArticleBundle(
  undefined,
  reply({
    ids: ['terms', 'fees', 'spot'],
    agreements: [article('terms')],
    articles: [article('fees', { related: [article('spot')] }), article('spot', { related: [article('fees')] })],
    announcements: [],
    notices: [],
  }),
  1,
)

test('a whole reply is kept in its order', () => {
  expect(first?.articles.map(({ id }) => id)).toEqual(['terms', 'fees', 'spot'])
  expect(first).toMatchObject({ version: 'v1', at: 1, announcements: [] })
})

test('what changed takes the place of what was, what is new comes in, what is gone goes, and relatives follow', () => {
  const next = mergeArticleBundle(
    first,
    reply({
      version: 'v2',
      ids: ['terms', 'spot', 'swap'],
      articles: [article('spot', { title: 'Spot now' }), article('swap', { related: [article('spot'), article('fees')] })],
    }),
    2,
  )
  expect(next?.articles.map(({ id }) => id)).toEqual(['terms', 'spot', 'swap'])
  expect(next?.articles[1]).toMatchObject({ title: 'Spot now', html: '<p>spot</p>' })
  expect(next?.articles[2]?.related).toEqual([expect.objectContaining({ id: 'spot', title: 'Spot now' })])
  expect(next).toMatchObject({ version: 'v2', at: 2, notices: [] })
})

test('a reply that builds on what is not there asks for everything', () => {
  expect(mergeArticleBundle(undefined, reply({ ids: ['fees'] }), 1)).toBeUndefined()
  expect(mergeArticleBundle(first, reply({ ids: ['fees', 'unknown'] }), 1)).toBeUndefined()
  expect(mergeArticleBundle(undefined, reply({ ids: [] }), 1)).toBeUndefined()
})
