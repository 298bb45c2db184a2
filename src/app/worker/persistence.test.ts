import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { userSessionStore } from '#api/session.ts'
import { currentStoragePersistence } from '#device/lastingStorage.ts'
import { requestPersistentStorageWhenEligible } from './persistence.ts'

// When the browser is asked to keep what is stored here, and what it is said to have answered.

let asked = 0
let agrees: boolean | undefined
const heard = new Map<string, () => void>()
const on = ({ installed }: { installed: boolean }): void => {
  vi.stubGlobal('matchMedia', () => ({ matches: installed }))
  vi.stubGlobal('window', { addEventListener: (name: string, hear: () => void) => heard.set(name, hear) })
  const persist = async () => {
    asked++
    return agrees as boolean
  }
  vi.stubGlobal('navigator', { storage: agrees === undefined ? {} : { persist, persisted: async () => agrees && asked > 0 } })
}
const settled = () => new Promise((done) => setTimeout(done, 0))

beforeEach(() => {
  asked = 0
  agrees = true
  heard.clear()
})
afterEach(() => {
  userSessionStore.set((now) => ({ ...now, token: undefined }))
  vi.unstubAllGlobals()
})

it('asks nothing for a visitor, and once somebody signs in', async () => {
  on({ installed: false })
  requestPersistentStorageWhenEligible()
  expect(asked).toBe(0)
  expect(await currentStoragePersistence()).toBe('unknown')
  userSessionStore.set((now) => ({ ...now, token: 'a token' }))
  expect(asked).toBe(1)
  expect(await currentStoragePersistence()).toBe('granted')
})

it('asks where the app is installed, also for a visitor, and when it gets installed', async () => {
  on({ installed: true })
  requestPersistentStorageWhenEligible()
  expect(asked).toBe(1)
  on({ installed: false })
  requestPersistentStorageWhenEligible()
  expect(asked).toBe(1)
  heard.get('appinstalled')?.()
  expect(asked).toBe(2)
})

it('remembers a no until something else is answered, and knows nothing of a browser that cannot be asked', async () => {
  agrees = false
  on({ installed: true })
  requestPersistentStorageWhenEligible()
  await settled()
  expect(await currentStoragePersistence()).toBe('refused')
  agrees = undefined
  on({ installed: true })
  requestPersistentStorageWhenEligible()
  await settled()
  expect(await currentStoragePersistence()).toBe('unknown')
  agrees = true
  on({ installed: true })
  requestPersistentStorageWhenEligible()
  await settled()
  expect(await currentStoragePersistence()).toBe('granted')
})
