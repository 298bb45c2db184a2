import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { dataAsOf } from '#api/dataAsOf.ts'
import { isUnansweredError } from '#api/apiError.ts'
import { apiReadQuery } from '#api/query.ts'
import { content } from '#contract/calls/content.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { filterSavedArticles, useSavedArticleBundle } from '#widgets/content/savedArticles.ts'

const maxShown = 6
const typingPauseMs = 250

/** Articles that have every typed word, as the server finds them; without an answer, among what is saved on this device. */
export function useFoundArticles(typed: string) {
  const { code } = useLanguage()
  const keyword = useRested(typed)
  const articlesQuery = useQuery(apiReadQuery(content.articles, { lang: code, keyword, pageNo: 1, pageSize: maxShown }))
  const isUnanswered = !articlesQuery.data && isUnansweredError(articlesQuery.error)
  const saved = useSavedArticleBundle(isUnanswered)
  const isWaiting = keyword !== typed || articlesQuery.isPending || (isUnanswered && saved.isLoading)
  if (articlesQuery.data)
    return {
      shown: articlesQuery.data.records,
      total: articlesQuery.data.total,
      isLooking: isWaiting,
      savedAt: undefined,
      failure: undefined,
    }
  if (isUnanswered && saved.data) {
    const matches = filterSavedArticles(saved.data.articles, { keyword: typed })
    const savedAt = dataAsOf(saved.data, saved.dataUpdatedAt)
    return { shown: matches.slice(0, maxShown), total: 0, isLooking: false, savedAt, failure: undefined }
  }
  return { shown: [], total: 0, isLooking: isWaiting, savedAt: undefined, failure: isWaiting ? undefined : articlesQuery.error?.message }
}

/** The text once nobody has typed for a moment. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
