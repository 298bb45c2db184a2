import { useQuery } from '@tanstack/react-query'
import { isUnansweredError } from '#api/apiError.ts'
import { apiReadQuery } from '#api/query.ts'
import { type ArticleSummary, content } from '#contract/calls/content.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { filterSavedArticles, useSavedArticleBundle } from '../content/savedArticles.ts'

const maxArticles = 100

/** Help articles by their ids, in that order and in the person's language; without a signal those that are saved. Undefined until known. */
export function useHelpArticles(ids: readonly string[]): readonly ArticleSummary[] | undefined {
  const { code } = useLanguage()
  // The same read as that of the help centre, so that one copy serves both.
  const articlesQuery = useQuery(apiReadQuery(content.articles, { lang: code, kind: 'help', pageNo: 1, pageSize: maxArticles }))
  const isUnanswered = !articlesQuery.data && isUnansweredError(articlesQuery.error)
  const saved = useSavedArticleBundle(isUnanswered)
  const all =
    articlesQuery.data?.records ?? (isUnanswered && saved.data ? filterSavedArticles(saved.data.articles, { kind: 'help' }) : undefined)
  if (!all) return articlesQuery.isPending || (isUnanswered && saved.isLoading) ? undefined : []
  return ids.flatMap((id) => all.find((article) => article.id === id) ?? [])
}
