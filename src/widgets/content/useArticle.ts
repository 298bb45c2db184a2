import { useQuery } from '@tanstack/react-query'
import { dataAsOf } from '#api/dataAsOf.ts'
import { ApiError, isUnansweredError } from '#api/apiError.ts'
import { bookmarksQuery } from '#api/stored/bookmarks.ts'
import { apiReadQuery } from '#api/query.ts'
import type { LanguageCode } from '#contract/calls/account.ts'
import { type Article, content } from '#contract/calls/content.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { useIsOnline } from '../ScreenStatusChips.tsx'
import { useSavedArticleBundle } from './savedArticles.ts'

export type ArticleLoadState =
  | { state: 'loading' }
  | { state: 'missing' }
  | { state: 'failed'; message: string; retry: () => void }
  /** `savedAt`: this is a saved copy of that moment; undefined while it is fresh. */
  | { state: 'ready'; article: Article; savedAt: number | undefined }

/** One article, from the server or, without a signal, from what is saved on this device. */
export function useArticle(id: string, lang?: LanguageCode): ArticleLoadState {
  const current = useLanguage().code
  const isOnline = useIsOnline()
  const articleQuery = useQuery(apiReadQuery(content.article, { id, lang: lang ?? current }))
  const saved = useSavedArticleBundle(articleQuery.isError, lang)
  const bookmarksQueryResult = useQuery({ ...bookmarksQuery, enabled: articleQuery.isError })
  if (articleQuery.data) {
    const isSavedCopyNeeded = !isOnline || isUnansweredError(articleQuery.error)
    return {
      state: 'ready',
      article: articleQuery.data,
      savedAt: isSavedCopyNeeded ? dataAsOf(articleQuery.data, articleQuery.dataUpdatedAt) : undefined,
    }
  }
  if (articleQuery.isPending) return { state: 'loading' }
  const isRemoved = articleQuery.error instanceof ApiError && (articleQuery.error.code === 404 || articleQuery.error.code === 4001)
  const copy = saved.data?.articles.find((article) => article.id === id)
  if (copy && !isRemoved) return { state: 'ready', article: copy, savedAt: saved.data?.at }
  const bookmarked = bookmarksQueryResult.data?.find(({ article }) => article.id === id)
  if (bookmarked) return { state: 'ready', article: bookmarked.article, savedAt: bookmarked.at }
  if (saved.isLoading || bookmarksQueryResult.isLoading) return { state: 'loading' }
  if (isRemoved) return { state: 'missing' }
  return { state: 'failed', message: articleQuery.error?.message ?? '', retry: () => void articleQuery.refetch() }
}
