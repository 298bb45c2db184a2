import { createStore, useStore } from './store.ts'
import { readStoredJson, store } from './storage.ts'

const key = 'recent-searches'
const mostKept = 8

const kept = readStoredJson(key)
const recent = createStore<readonly string[]>(
  Array.isArray(kept) ? kept.filter((one): one is string => typeof one === 'string').slice(0, mostKept) : [],
)

/** What was searched for on this device, the newest first. It never leaves it. */
export const useRecentSearches = (): readonly string[] => useStore(recent)

export function rememberSearch(text: string): void {
  const typed = text.trim()
  if (typed.length < 2) return
  const others = recent.get().filter((one) => one.toLowerCase() !== typed.toLowerCase())
  recent.set([typed, ...others].slice(0, mostKept))
  store(key, JSON.stringify(recent.get()))
}

export function forgetSearches(): void {
  recent.set([])
  store(key, undefined)
}
