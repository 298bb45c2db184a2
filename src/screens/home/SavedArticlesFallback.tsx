import type { ReactNode } from 'react'
import type { ArticleBundle } from '#api/stored/savedArticles.ts'
import { useSavedArticleBundle } from '#widgets/content/savedArticles.ts'

export interface SavedArticlesFallbackProps {
  children: (saved: ArticleBundle) => ReactNode
  /** While this device is asked. */
  waiting: ReactNode
  /** Where nothing is saved. */
  none: ReactNode
}

/** What is saved on this device to read without a signal, for a list that could not be had from the server. */
export function SavedArticlesFallback({ children, waiting, none }: SavedArticlesFallbackProps) {
  const { data, isPending } = useSavedArticleBundle(true)
  return isPending ? waiting : data ? children(data) : none
}
