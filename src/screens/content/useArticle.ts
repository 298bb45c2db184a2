import { useQuery } from '@tanstack/react-query'
import { madeAt } from '#api/age.ts'
import { ApiError, isUnanswered } from '#api/apiError.ts'
import { query } from '#api/query.ts'
import type { LanguageCode } from '#contract/calls/account.ts'
import { type Article, content } from '#contract/calls/content.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import { useSavedArticles } from './savedArticles.ts'

export type ArticleRead =
  | { state: 'loading' }
  | { state: 'missing' }
  | { state: 'failed'; message: string; retry: () => void }
  /** `savedAt`: this is a saved copy of that moment; undefined while it is fresh. */
  | { state: 'ready'; article: Article; savedAt: number | undefined }

/** One article, from the server or, without a signal, from what is saved on this device. */
export function useArticle(id: string, lang?: LanguageCode): ArticleRead {
  const current = useLanguage().code
  const isOnline = useIsOnline()
  const asked = useQuery(query(content.article, { id, lang: lang ?? current }))
  const saved = useSavedArticles(asked.isError)
  if (asked.data) {
    const isSaved = !isOnline || isUnanswered(asked.error)
    return { state: 'ready', article: asked.data, savedAt: isSaved ? madeAt(asked.data, asked.dataUpdatedAt) : undefined }
  }
  if (asked.isPending) return { state: 'loading' }
  if (asked.error instanceof ApiError && (asked.error.code === 404 || asked.error.code === 4001)) return { state: 'missing' }
  const copy = saved.data?.articles.find((article) => article.id === id)
  if (copy) return { state: 'ready', article: copy, savedAt: madeAt(saved.data, saved.dataUpdatedAt) }
  if (saved.isLoading) return { state: 'loading' }
  return { state: 'failed', message: asked.error?.message ?? '', retry: () => void asked.refetch() }
}
