import { type LanguageCode, supportedLanguages } from '#contract/languages.ts'
import { readLocalStorage, writeLocalStorage } from '#device/storage.ts'

const removedKey = 'articles-removed'
const everyLanguage = supportedLanguages.map(({ code }) => code)

const readRemoved = (): Set<string> => new Set(readLocalStorage(removedKey)?.split(','))

function writeRemoved(removed: Set<string>): void {
  writeLocalStorage(removedKey, removed.size > 0 ? [...removed].join() : undefined)
}

/** Whether the person took the articles of a language off this device: then they come again only when asked for. */
export const isArticleBundleRemovedByUser = (lang: LanguageCode): boolean => readRemoved().has(lang)

/** Remembers that the person took the articles of one language, or of all, off this device. */
export function markArticleBundlesRemovedByUser(langs: readonly LanguageCode[] = everyLanguage): void {
  writeRemoved(new Set([...readRemoved(), ...langs]))
}

/** The articles of one language, or of all, are asked for again. */
export function unmarkArticleBundlesRemovedByUser(langs: readonly LanguageCode[] = everyLanguage): void {
  const removed = readRemoved()
  for (const lang of langs) removed.delete(lang)
  writeRemoved(removed)
}
