import { beforeEach, expect, it, vi } from 'vitest'
import { appLockStorageKey } from '#contract/constants.ts'
import { writeLocalStorage } from '#device/storage.ts'
import {
  removeAppLock,
  isAppUnlockRequired,
  isWeakPin,
  clearAppHiddenAt,
  storeAppHiddenAt,
  readAppLock,
  setAppLock,
  verifyAppPin,
} from './lockStore.ts'

const kept = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
})
beforeEach(() => {
  removeAppLock()
  kept.clear()
})

const now = 1_800_000_000_000

it('opens with its PIN alone, which is nowhere to be read', async () => {
  await setAppLock('428619', 5)
  expect(JSON.stringify([...kept])).not.toContain('428619')
  expect(await verifyAppPin('428618')).toEqual({ isRight: false, left: 4 })
  expect(await verifyAppPin('428619')).toEqual({ isRight: true, left: 5 })
  expect(readAppLock()).toMatchObject({ minutes: 5, wrong: 0 })
})

it('gives two devices with one PIN two hashes', async () => {
  await setAppLock('428619', 1)
  const first = readAppLock()?.hash
  await setAppLock('428619', 1)
  expect(readAppLock()?.hash).not.toBe(first)
})

it('takes no sixth try, not even the right one, also after a reload', async () => {
  await setAppLock('428619', 1)
  for (const left of [4, 3, 2, 1, 0]) expect(await verifyAppPin('111222')).toEqual({ isRight: false, left })
  expect(await verifyAppPin('428619')).toEqual({ isRight: false, left: 0 })
})

it('counts a try before it is looked at', async () => {
  await setAppLock('428619', 1)
  const waiting = verifyAppPin('111222')
  expect(readAppLock()?.wrong).toBe(1)
  await waiting
})

it('locks after the pause, at once where there is none, and at a start that was not left in order', () => {
  const due = (minutes: number, left: number | undefined) =>
    isAppUnlockRequired({ minutes }, now, left === undefined ? undefined : String(left))
  expect(due(5, now - 299_999)).toBe(false)
  expect(due(5, now - 300_000)).toBe(true)
  expect(due(0, now)).toBe(true)
  expect(due(15, 0)).toBe(true)
  expect(due(15, undefined)).toBe(true)
  // The clock was turned back.
  expect(due(15, now + 1)).toBe(true)
  expect(isAppUnlockRequired({ minutes: 15 }, now, 'x')).toBe(true)
})

it('remembers leaving and coming back across reloads', () => {
  storeAppHiddenAt(now)
  expect(isAppUnlockRequired({ minutes: 1 }, now + 1)).toBe(false)
  storeAppHiddenAt(0)
  expect(isAppUnlockRequired({ minutes: 15 }, now)).toBe(true)
  clearAppHiddenAt()
  expect(isAppUnlockRequired({ minutes: 15 }, now)).toBe(true)
})

it('is closed for good where it cannot be read', async () => {
  writeLocalStorage(appLockStorageKey, '{"minutes":"x"')
  expect(readAppLock()).toEqual({ minutes: 0, salt: '', hash: '', wrong: 5 })
  expect(await verifyAppPin('000000')).toEqual({ isRight: false, left: 0 })
})

it.each(['000000', '123456', '987654', '456789', '012345', '567890'])('%s is guessed first', (pin) => expect(isWeakPin(pin)).toBe(true))
it.each(['428619', '112233', '135790'])('%s is not', (pin) => expect(isWeakPin(pin)).toBe(false))
