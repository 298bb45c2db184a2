import type { LanguageCode } from '#contract/calls/account.ts'
import type { Article } from '#contract/calls/content.ts'
import { openOfflineTable } from '#device/database.ts'
import { queryClient } from '../queryClient.ts'

/** An article that somebody put aside on this device, as it read then. It stays until it is taken away, also when it changes or goes. */
export interface BookmarkedArticle {
  article: Article
  /** On the device's clock. */
  at: number
}

export const bookmarkedArticlesTable = openOfflineTable('saved-by-hand')
const bookmarkKey = (id: string, lang: LanguageCode): string => `${lang}/${id}`

const isBookmarkedArticle = (value: unknown): value is BookmarkedArticle =>
  typeof (value as Partial<BookmarkedArticle> | null)?.article?.html === 'string'

/** The newest first. */
export const bookmarksQuery = {
  queryKey: ['saved-by-hand'],
  queryFn: async (): Promise<BookmarkedArticle[]> => {
    const value = (await bookmarkedArticlesTable.entries()).map(([, each]) => each).filter(isBookmarkedArticle)
    return value.sort((a, b) => b.at - a.at)
  },
  networkMode: 'always' as const,
  staleTime: Number.POSITIVE_INFINITY,
}

/** Whether it is kept now. */
export async function bookmarkArticle(article: Article): Promise<boolean> {
  const isStored = await bookmarkedArticlesTable.set(bookmarkKey(article.id, article.lang), {
    article,
    at: Date.now(),
  } satisfies BookmarkedArticle)
  await queryClient.invalidateQueries({ queryKey: bookmarksQuery.queryKey })
  return isStored
}

export async function removeBookmark({ id, lang }: Pick<Article, 'id' | 'lang'>): Promise<void> {
  await bookmarkedArticlesTable.remove(bookmarkKey(id, lang))
  await queryClient.invalidateQueries({ queryKey: bookmarksQuery.queryKey })
}
