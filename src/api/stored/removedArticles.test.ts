import { expect, test } from 'vitest'
import { isArticleBundleRemovedByUser, unmarkArticleBundlesRemovedByUser, markArticleBundlesRemovedByUser } from './removedArticles.ts'

test('articles that were taken away stay away until they are asked for, each language by itself', () => {
  expect(isArticleBundleRemovedByUser('en-us')).toBe(false)
  markArticleBundlesRemovedByUser(['en-us'])
  expect([isArticleBundleRemovedByUser('en-us'), isArticleBundleRemovedByUser('jp')]).toEqual([true, false])
  markArticleBundlesRemovedByUser()
  expect([isArticleBundleRemovedByUser('en-us'), isArticleBundleRemovedByUser('jp')]).toEqual([true, true])
  unmarkArticleBundlesRemovedByUser(['en-us'])
  expect([isArticleBundleRemovedByUser('en-us'), isArticleBundleRemovedByUser('jp')]).toEqual([false, true])
  // All of it is put back.
  unmarkArticleBundlesRemovedByUser()
  expect(isArticleBundleRemovedByUser('jp')).toBe(false)
})
