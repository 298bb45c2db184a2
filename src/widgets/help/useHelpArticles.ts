import { useQuery } from '@tanstack/react-query'
import { isUnanswered } from '#api/apiError.ts'
import { query } from '#api/query.ts'
import { type ArticleSummary, content } from '#contract/calls/content.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { chooseSaved, useSavedArticles } from '../savedArticles.ts'

const everything = 100

/** Help articles by their ids, in that order and in the person's language; without a signal those that are saved. Undefined until known. */
export function useHelpArticles(ids: readonly string[]): readonly ArticleSummary[] | undefined {
  const { code } = useLanguage()
  // The same read as that of the help centre, so that one copy serves both.
  const asked = useQuery(query(content.articles, { lang: code, kind: 'help', pageNo: 1, pageSize: everything }))
  const isSilent = !asked.data && isUnanswered(asked.error)
  const saved = useSavedArticles(isSilent)
  const all = asked.data?.records ?? (isSilent && saved.data ? chooseSaved(saved.data.articles, { kind: 'help' }) : undefined)
  if (!all) return asked.isPending || (isSilent && saved.isLoading) ? undefined : []
  return ids.flatMap((id) => all.find((article) => article.id === id) ?? [])
}
