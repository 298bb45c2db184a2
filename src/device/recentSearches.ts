import { useState } from 'react'
import { searchesKey } from '#contract/constants.ts'
import { readStoredJson, store } from './storage.ts'

const mostKept = 8

/** What was searched for on this device, the newest first. It never leaves it, and goes with whoever signs out (`forgetPerson`). */
export function readSearches(): readonly string[] {
  const kept = readStoredJson(searchesKey)
  return Array.isArray(kept) ? kept.filter((one): one is string => typeof one === 'string').slice(0, mostKept) : []
}

/** Remembers what led somewhere; less than two letters are no search yet. */
export function rememberSearch(text: string): void {
  const typed = text.trim()
  if (typed.length >= 2) keep([typed, ...without(typed)].slice(0, mostKept))
}

export const forgetSearch = (text: string): void => keep(without(text))
export const forgetSearches = (): void => keep([])

/** Read anew each time: what another tab forgot meanwhile does not come back from here. */
const without = (text: string): string[] => readSearches().filter((one) => one.toLowerCase() !== text.toLowerCase())

const keep = (searches: readonly string[]): void => store(searchesKey, searches.length > 0 ? JSON.stringify(searches) : undefined)

/** The recent searches as a screen shows them, and how to take away one or all of them. */
export function useRecentSearches() {
  const [searches, setSearches] = useState(readSearches)
  const after = (change: () => void) => {
    change()
    setSearches(readSearches())
  }
  return { searches, forget: (text: string) => after(() => forgetSearch(text)), forgetAll: () => after(forgetSearches) }
}
