import { expect, test } from 'vitest'
import { areArticlesRemoved, forgetRemovedArticles, rememberRemovedArticles } from './removedArticles.ts'

test('articles that were taken away stay away until they are asked for, each language by itself', () => {
  expect(areArticlesRemoved('en-us')).toBe(false)
  rememberRemovedArticles(['en-us'])
  expect([areArticlesRemoved('en-us'), areArticlesRemoved('jp')]).toEqual([true, false])
  rememberRemovedArticles()
  expect([areArticlesRemoved('en-us'), areArticlesRemoved('jp')]).toEqual([true, true])
  forgetRemovedArticles(['en-us'])
  expect([areArticlesRemoved('en-us'), areArticlesRemoved('jp')]).toEqual([false, true])
  // All of it is put back.
  forgetRemovedArticles()
  expect(areArticlesRemoved('jp')).toBe(false)
})
