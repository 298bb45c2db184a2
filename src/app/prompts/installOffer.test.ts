import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readLocalStorage, writeLocalStorage } from '#device/storage.ts'

// What is known of earlier starts, whenever the watching begins: a market is often marked before it does.

const started = async (favourites: string[]) => {
  vi.resetModules()
  writeLocalStorage('preferences', JSON.stringify({ favourites }))
  const [{ startInstallOfferTracking }, { appPromptsNeededStore }] = [await import('./installOffer.ts'), await import('./promptsNeeded.ts')]
  startInstallOfferTracking()
  return appPromptsNeededStore.get()
}

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('offers the home screen at the second start to whoever marked a market before the watching began', async () => {
  expect(await started([])).toBe(false)
  expect(await started(['XAUUSD'])).toBe(true)
})

it('asks nothing at the first start, and nothing of whom nothing was of use', async () => {
  expect(await started(['XAUUSD'])).toBe(false)
  writeLocalStorage('was-useful', undefined)
  expect(await started([])).toBe(false)
})

it('keeps what was of use when the mark is taken off again', async () => {
  expect(await started(['XAUUSD'])).toBe(false)
  expect(await started([])).toBe(true)
  expect(readLocalStorage('starts')).toBe('2')
})
