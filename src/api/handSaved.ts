import type { LanguageCode } from '#contract/calls/account.ts'
import type { Article } from '#contract/calls/content.ts'
import { openShelf } from '#device/database.ts'
import { queryClient } from './queryClient.ts'

/** An article that somebody put aside on this device, as it read then. It stays until it is taken away, also when it changes or goes. */
export interface HandSaved {
  article: Article
  /** On the device's clock. */
  at: number
}

export const handShelf = openShelf('saved-by-hand')
const nameOf = (id: string, lang: LanguageCode): string => `${lang}/${id}`

const isHandSaved = (found: unknown): found is HandSaved => typeof (found as Partial<HandSaved> | null)?.article?.html === 'string'

/** The newest first. */
export const handSaved = {
  queryKey: ['saved-by-hand'],
  queryFn: async (): Promise<HandSaved[]> => {
    const found = (await handShelf.entries()).map(([, each]) => each).filter(isHandSaved)
    return found.sort((a, b) => b.at - a.at)
  },
  networkMode: 'always' as const,
  staleTime: Number.POSITIVE_INFINITY,
}

/** Whether it is kept now. */
export async function saveByHand(article: Article): Promise<boolean> {
  const isKept = await handShelf.set(nameOf(article.id, article.lang), { article, at: Date.now() } satisfies HandSaved)
  await queryClient.invalidateQueries({ queryKey: handSaved.queryKey })
  return isKept
}

export async function forgetByHand({ id, lang }: Pick<Article, 'id' | 'lang'>): Promise<void> {
  await handShelf.remove(nameOf(id, lang))
  await queryClient.invalidateQueries({ queryKey: handSaved.queryKey })
}
