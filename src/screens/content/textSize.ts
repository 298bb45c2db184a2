import { readStored, store } from '#device/storage.ts'
import { createStore, useStore } from '#device/store.ts'

const key = 'article-size'
/** Sizes of an article's text, times the app's own. */
export const textSizes = ['0.9', '1', '1.15', '1.35'] as const
export type TextSize = (typeof textSizes)[number]

const size = createStore<TextSize>(textSizes.find((one) => one === readStored(key)) ?? '1')

export const useTextSize = (): TextSize => useStore(size)

/** Kept on this device. */
export function setTextSize(next: TextSize): void {
  size.set(next)
  store(key, next)
}
