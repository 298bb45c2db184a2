import { beforeEach, expect, test, vi } from 'vitest'
import { removeRecentSearch, clearRecentSearches, readRecentSearches, addRecentSearch } from './recentSearches.ts'
import { readLocalStorageJson, writeLocalStorage } from './storage.ts'

const kept = () => readLocalStorageJson('recent-searches')
beforeEach(clearRecentSearches)

test('the newest comes first, each once however it was spelled, eight at most', () => {
  for (const text of ['gold', 'BTC', ' Gold ', 'eur']) addRecentSearch(text)
  expect(kept()).toEqual(['eur', 'Gold', 'BTC'])
  for (let at = 1; at <= 9; at++) addRecentSearch(`coin ${at}`)
  expect(kept()).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((at) => `coin ${at}`))
})

test.each(['', ' ', 'b', ' b '])('%j is no search yet', (text) => {
  addRecentSearch(text)
  expect(kept()).toBeNull()
})

test('what another tab took away stays away', () => {
  const others = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => others.get(key) ?? null,
    setItem: (key: string, value: string) => void others.set(key, value),
    removeItem: (key: string) => void others.delete(key),
  })
  addRecentSearch('gold')
  expect(readRecentSearches()).toEqual(['gold'])
  others.clear()
  addRecentSearch('BTC')
  expect(readRecentSearches()).toEqual(['BTC'])
  vi.unstubAllGlobals()
})

test('one is forgotten, or all of them, and nothing of them is left', () => {
  for (const text of ['gold', 'BTC']) addRecentSearch(text)
  removeRecentSearch('btc')
  expect(kept()).toEqual(['gold'])
  removeRecentSearch('gold')
  expect(kept()).toBeNull()
  addRecentSearch('gold')
  clearRecentSearches()
  expect(kept()).toBeNull()
})

test.each([null, 'gold', { gold: 1 }, [1, 'gold', null]])('%j, which something else has written, does no harm', (written) => {
  writeLocalStorage('recent-searches', JSON.stringify(written))
  expect(readRecentSearches()).toEqual(Array.isArray(written) ? ['gold'] : [])
  addRecentSearch('BTC')
  expect(readRecentSearches()[0]).toBe('BTC')
})
