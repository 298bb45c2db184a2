import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { savedArticles } from '#api/savedArticles.ts'
import type { Article, ArticleSummary } from '#contract/calls/content.ts'
import { useLanguage } from '#i18n/i18n.ts'

const settleMs = 2_000

/** The saved articles: fetched once the screen has settled, or at once when something could not be read without them. */
export function useSavedArticles(isNeeded: boolean) {
  const { code } = useLanguage()
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settleMs)
    return () => clearTimeout(timer)
  }, [])
  return useQuery({ ...savedArticles(code), enabled: isSettled || isNeeded })
}

export interface ArticlesWanted {
  kind?: ArticleSummary['kind'] | undefined
  category?: string | undefined
  keyword?: string | undefined
}

/** The same choice as the server's, made among what is saved: every word of the keyword must occur; titles that have it come first. */
export function chooseSaved(articles: readonly Article[], { kind, category, keyword }: ArticlesWanted): Article[] {
  const words = (keyword ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const hasAll = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const found = articles.filter((article) => {
    if ((kind && article.kind !== kind) || (category && article.category !== category)) return false
    return hasAll(`${article.title} ${article.summary} ${article.html.replace(/<[^>]*>/g, ' ')}`)
  })
  return words.length === 0 ? found : found.sort((a, b) => Number(hasAll(b.title)) - Number(hasAll(a.title)))
}
