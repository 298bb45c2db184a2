import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { madeAt } from '#api/age.ts'
import { isUnanswered } from '#api/apiError.ts'
import { query } from '#api/query.ts'
import { content } from '#contract/calls/content.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { chooseSaved, useSavedArticles } from '#widgets/savedArticles.ts'

const mostShown = 6
const typingPauseMs = 250

/** Articles that have every typed word, as the server finds them; without an answer, among what is saved on this device. */
export function useFoundArticles(typed: string) {
  const { code } = useLanguage()
  const keyword = useRested(typed)
  const asked = useQuery(query(content.articles, { lang: code, keyword, pageNo: 1, pageSize: mostShown }))
  const isSilent = !asked.data && isUnanswered(asked.error)
  const saved = useSavedArticles(isSilent)
  const isWaiting = keyword !== typed || asked.isPending || (isSilent && saved.isLoading)
  if (asked.data)
    return { shown: asked.data.records, total: asked.data.total, isLooking: isWaiting, savedAt: undefined, failure: undefined }
  if (isSilent && saved.data) {
    const found = chooseSaved(saved.data.articles, { keyword: typed })
    const savedAt = madeAt(saved.data, saved.dataUpdatedAt)
    return { shown: found.slice(0, mostShown), total: 0, isLooking: false, savedAt, failure: undefined }
  }
  return { shown: [], total: 0, isLooking: isWaiting, savedAt: undefined, failure: isWaiting ? undefined : asked.error?.message }
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
