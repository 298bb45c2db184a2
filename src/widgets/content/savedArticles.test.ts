import { expect, test } from 'vitest'
import type { Article } from '#contract/calls/content.ts'
import { filterSavedArticles } from './savedArticles.ts'

const article = (id: string, part: Partial<Article>): Article =>
  ({ id, kind: 'help', category: 'money', title: id, summary: '', html: '', ...part }) as Article

const saved = [
  article('fees', { html: '<p class="spread">What a contract costs</p>' }),
  article('welcome', { kind: 'news', category: 'product', summary: 'Contract notes' }),
  article('chart', { category: 'trading', title: 'Reading a Chart' }),
]
const ids = (wanted: Parameters<typeof filterSavedArticles>[1]) => filterSavedArticles(saved, wanted).map((one) => one.id)

test('chooses among saved articles as the server would', () => {
  expect(ids({})).toEqual(['fees', 'welcome', 'chart'])
  expect(ids({ kind: 'help' })).toEqual(['fees', 'chart'])
  expect(ids({ kind: 'help', category: 'trading' })).toEqual(['chart'])
  expect(ids({ keyword: 'CONTRACT' })).toEqual(['fees', 'welcome'])
  expect(ids({ keyword: 'contract costs' })).toEqual(['fees'])
  expect(ids({ keyword: 'cöntract ｃosts' })).toEqual(['fees'])
  expect(ids({ keyword: 'a' })[0]).toBe('chart')
  // What is inside a tag is not text.
  expect(ids({ keyword: 'spread' })).toEqual([])
})
