import { readLocalStorage, writeLocalStorage } from '#device/storage.ts'
import { createStore, useStore } from '#device/store.ts'

const key = 'article-size'
/** Sizes of an article's text, times the app's own. */
export const articleTextSizes = ['0.9', '1', '1.15', '1.35'] as const
export type ArticleTextSize = (typeof articleTextSizes)[number]

const size = createStore<ArticleTextSize>(articleTextSizes.find((one) => one === readLocalStorage(key)) ?? '1')

export const useArticleTextSize = (): ArticleTextSize => useStore(size)

/** Kept on this device. */
export function setArticleTextSize(next: ArticleTextSize): void {
  size.set(next)
  writeLocalStorage(key, next)
}
