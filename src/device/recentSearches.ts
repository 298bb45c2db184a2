import { useState } from 'react'
import { recentSearchesStorageKey } from '#contract/constants.ts'
import { readLocalStorageJson, writeLocalStorage } from './storage.ts'

const maxStoredSearches = 8

/** What was searched for on this device, the newest first. It never leaves it, and goes with whoever signs out (`endSessionOnDevice`). */
export function readRecentSearches(): readonly string[] {
  const stored = readLocalStorageJson(recentSearchesStorageKey)
  return Array.isArray(stored) ? stored.filter((one): one is string => typeof one === 'string').slice(0, maxStoredSearches) : []
}

/** Remembers what led somewhere; less than two letters are no search yet. */
export function addRecentSearch(text: string): void {
  const typed = text.trim()
  if (typed.length >= 2) storeSearches([typed, ...searchesWithout(typed)].slice(0, maxStoredSearches))
}

export const removeRecentSearch = (text: string): void => storeSearches(searchesWithout(text))
export const clearRecentSearches = (): void => storeSearches([])

/** Read anew each time: what another tab forgot meanwhile does not come back from here. */
const searchesWithout = (text: string): string[] => readRecentSearches().filter((one) => one.toLowerCase() !== text.toLowerCase())

const storeSearches = (searches: readonly string[]): void =>
  writeLocalStorage(recentSearchesStorageKey, searches.length > 0 ? JSON.stringify(searches) : undefined)

/** The recent searches as a screen shows them, and how to take away one or all of them. */
export function useRecentSearches() {
  const [searches, setSearches] = useState(readRecentSearches)
  const changeAndReread = (change: () => void) => {
    change()
    setSearches(readRecentSearches())
  }
  return {
    searches,
    forget: (text: string) => changeAndReread(() => removeRecentSearch(text)),
    forgetAll: () => changeAndReread(clearRecentSearches),
  }
}
