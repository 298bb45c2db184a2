import { useQuery } from '@tanstack/react-query'
import { savedArticles } from '#api/savedArticles.ts'
import type { LanguageCode } from '#contract/calls/account.ts'
import type { Article, ArticleSummary } from '#contract/calls/content.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { fold } from '#rules/fold.ts'
import { coverOf } from '#rules/marks.ts'

/** What is saved to read without a signal; read from this device once something could not be had from the server. */
export function useSavedArticles(isNeeded: boolean, lang?: LanguageCode) {
  const { code } = useLanguage()
  return useQuery({ ...savedArticles(lang ?? code), enabled: isNeeded })
}

export interface ArticlesWanted {
  kind?: ArticleSummary['kind'] | undefined
  category?: string | undefined
  keyword?: string | undefined
}

/** The same choice as the server's, made among what is saved: every word of the keyword must occur; titles that have it come first. */
export function chooseSaved(articles: readonly Article[], { kind, category, keyword }: ArticlesWanted): Article[] {
  const words = fold(keyword ?? '')
    .split(/\s+/)
    .filter(Boolean)
  const hasAll = (text: string) => words.every((word) => fold(text).includes(word))
  const found = articles.filter((article) => {
    if ((kind && article.kind !== kind) || (category && article.category !== category)) return false
    return hasAll(`${article.title} ${article.summary} ${article.html.replace(/<[^>]*>/g, ' ')}`)
  })
  if (words.length > 0) found.sort((a, b) => Number(hasAll(b.title)) - Number(hasAll(a.title)))
  // What an older build kept names no drawing.
  return found.map((article) => ({ ...article, cover: coverOf(article.category) }))
}
