import { useQuery } from '@tanstack/react-query'
import { savedArticleBundleQuery } from '#api/stored/savedArticles.ts'
import type { LanguageCode } from '#contract/calls/account.ts'
import type { Article, ArticleSummary } from '#contract/calls/content.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { normalizeSearchText } from '#rules/fold.ts'
import { articleCategoryIconUrl } from '#rules/iconUrls.ts'

/** What is saved to read without a signal; read from this device once something could not be had from the server. */
export function useSavedArticleBundle(isNeeded: boolean, lang?: LanguageCode) {
  const { code } = useLanguage()
  return useQuery({ ...savedArticleBundleQuery(lang ?? code), enabled: isNeeded })
}

export interface ArticleFilter {
  kind?: ArticleSummary['kind'] | undefined
  category?: string | undefined
  keyword?: string | undefined
}

/** The same choice as the server's, made among what is saved: every word of the keyword must occur; titles that have it come first. */
export function filterSavedArticles(articles: readonly Article[], { kind, category, keyword }: ArticleFilter): Article[] {
  const words = normalizeSearchText(keyword ?? '')
    .split(/\s+/)
    .filter(Boolean)
  const matchesAllWords = (text: string) => words.every((word) => normalizeSearchText(text).includes(word))
  const matches = articles.filter((article) => {
    if ((kind && article.kind !== kind) || (category && article.category !== category)) return false
    return matchesAllWords(`${article.title} ${article.summary} ${article.html.replace(/<[^>]*>/g, ' ')}`)
  })
  if (words.length > 0) matches.sort((a, b) => Number(matchesAllWords(b.title)) - Number(matchesAllWords(a.title)))
  // What an older build kept names no drawing.
  return matches.map((article) => ({ ...article, cover: articleCategoryIconUrl(article.category) }))
}
