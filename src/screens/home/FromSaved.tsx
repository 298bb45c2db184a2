import type { ReactNode } from 'react'
import type { SavedArticles } from '#api/savedArticles.ts'
import { useSavedArticles } from '#widgets/savedArticles.ts'

export interface FromSavedProps {
  children: (saved: SavedArticles) => ReactNode
  /** While this device is asked. */
  waiting: ReactNode
  /** Where nothing is saved. */
  none: ReactNode
}

/** What is saved on this device to read without a signal, for a list that could not be had from the server. */
export function FromSaved({ children, waiting, none }: FromSavedProps) {
  const { data, isPending } = useSavedArticles(true)
  return isPending ? waiting : data ? children(data) : none
}
