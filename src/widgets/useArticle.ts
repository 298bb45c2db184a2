import { useQuery } from '@tanstack/react-query'
import { madeAt } from '#api/age.ts'
import { ApiError, isUnanswered } from '#api/apiError.ts'
import { handSaved } from '#api/handSaved.ts'
import { query } from '#api/query.ts'
import type { LanguageCode } from '#contract/calls/account.ts'
import { type Article, content } from '#contract/calls/content.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { useIsOnline } from './StatusChips.tsx'
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
  const saved = useSavedArticles(asked.isError, lang)
  const byHand = useQuery({ ...handSaved, enabled: asked.isError })
  if (asked.data) {
    const isSaved = !isOnline || isUnanswered(asked.error)
    return { state: 'ready', article: asked.data, savedAt: isSaved ? madeAt(asked.data, asked.dataUpdatedAt) : undefined }
  }
  if (asked.isPending) return { state: 'loading' }
  const isGone = asked.error instanceof ApiError && (asked.error.code === 404 || asked.error.code === 4001)
  const copy = saved.data?.articles.find((article) => article.id === id)
  if (copy && !isGone) return { state: 'ready', article: copy, savedAt: saved.data?.at }
  const kept = byHand.data?.find(({ article }) => article.id === id)
  if (kept) return { state: 'ready', article: kept.article, savedAt: kept.at }
  if (saved.isLoading || byHand.isLoading) return { state: 'loading' }
  if (isGone) return { state: 'missing' }
  return { state: 'failed', message: asked.error?.message ?? '', retry: () => void asked.refetch() }
}
