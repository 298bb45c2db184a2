import { beforeEach, expect, test, vi } from 'vitest'
import { forgetSearch, forgetSearches, readSearches, rememberSearch } from './recentSearches.ts'
import { readStoredJson, store } from './storage.ts'

const kept = () => readStoredJson('recent-searches')
beforeEach(forgetSearches)

test('the newest comes first, each once however it was spelled, eight at most', () => {
  for (const text of ['gold', 'BTC', ' Gold ', 'eur']) rememberSearch(text)
  expect(kept()).toEqual(['eur', 'Gold', 'BTC'])
  for (let at = 1; at <= 9; at++) rememberSearch(`coin ${at}`)
  expect(kept()).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((at) => `coin ${at}`))
})

test.each(['', ' ', 'b', ' b '])('%j is no search yet', (text) => {
  rememberSearch(text)
  expect(kept()).toBeNull()
})

test('what another tab took away stays away', () => {
  const others = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => others.get(key) ?? null,
    setItem: (key: string, value: string) => void others.set(key, value),
    removeItem: (key: string) => void others.delete(key),
  })
  rememberSearch('gold')
  expect(readSearches()).toEqual(['gold'])
  others.clear()
  rememberSearch('BTC')
  expect(readSearches()).toEqual(['BTC'])
  vi.unstubAllGlobals()
})

test('one is forgotten, or all of them, and nothing of them is left', () => {
  for (const text of ['gold', 'BTC']) rememberSearch(text)
  forgetSearch('btc')
  expect(kept()).toEqual(['gold'])
  forgetSearch('gold')
  expect(kept()).toBeNull()
  rememberSearch('gold')
  forgetSearches()
  expect(kept()).toBeNull()
})

test.each([null, 'gold', { gold: 1 }, [1, 'gold', null]])('%j, which something else has written, does no harm', (written) => {
  store('recent-searches', JSON.stringify(written))
  expect(readSearches()).toEqual(Array.isArray(written) ? ['gold'] : [])
  rememberSearch('BTC')
  expect(readSearches()[0]).toBe('BTC')
})
