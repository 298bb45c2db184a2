import { appLockStorageKey } from '#contract/constants.ts'
import { readLocalStorage, readLocalStorageJson, writeLocalStorage } from '#device/storage.ts'

/** How the app locks on this device. The PIN is here only as its PBKDF2 hash. */
export interface StoredAppLock {
  /** Minutes of pause after which it locks; 0 at once. */
  minutes: number
  salt: string
  hash: string
  /** Wrong PINs since the last right one. */
  wrong: number
}

export const appLockDelayMinuteOptions = [0, 1, 5, 15] as const
export const maxAppPinAttempts = 5

const closedAtKey = 'app-lock-left'
const iterations = 310_000

const isNonEmptyString = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The lock of this device, undefined without one. What cannot be read is a lock that no PIN opens. */
export function readAppLock(): StoredAppLock | undefined {
  if (readLocalStorage(appLockStorageKey) === undefined) return undefined
  const stored = readLocalStorageJson(appLockStorageKey) as Partial<StoredAppLock> | null
  const { minutes, salt, hash, wrong } = stored ?? {}
  return {
    minutes: typeof minutes === 'number' && minutes >= 0 ? minutes : 0,
    salt: isNonEmptyString(salt) ? salt : '',
    hash: isNonEmptyString(hash) ? hash : '',
    wrong: typeof wrong === 'number' && wrong >= 0 ? wrong : maxAppPinAttempts,
  }
}

export const storeAppLock = (lock: StoredAppLock): void => writeLocalStorage(appLockStorageKey, JSON.stringify(lock))

export function removeAppLock(): void {
  writeLocalStorage(appLockStorageKey, undefined)
  writeLocalStorage(closedAtKey, undefined)
}

/** Remembers when the app was left; 0 means that it is locked, whatever the pause. */
export const storeAppHiddenAt = (at: number): void => writeLocalStorage(closedAtKey, String(at))
export const clearAppHiddenAt = (): void => writeLocalStorage(closedAtKey, undefined)

/**
 * Whether somebody who comes back must unlock. At a start without a word of when the app was left it was not left in order, so it is
 * locked; a clock that went back does not help either.
 */
export function isAppUnlockRequired(
  { minutes }: Pick<StoredAppLock, 'minutes'>,
  now: number,
  closedAt = readLocalStorage(closedAtKey),
): boolean {
  const at = Number(closedAt ?? '0')
  return !(at > 0 && now >= at && now - at < minutes * 60_000)
}

const toBytes = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

async function hashPin(pin: string, salt: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveBits'])
  const bits = await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt: toBytes(salt), iterations }, key, 256)
  return toHex(new Uint8Array(bits))
}

/** Whether this browser can keep a PIN safely: only a secure page can. */
export const isAppLockSupported = (): boolean => globalThis.isSecureContext && crypto.subtle !== undefined

/** Turns the lock on, or gives it another PIN. */
export async function setAppLock(pin: string, minutes: number): Promise<void> {
  const salt = toHex(crypto.getRandomValues(new Uint8Array(16)))
  storeAppLock({ minutes, salt, hash: await hashPin(pin, salt), wrong: 0 })
  clearAppHiddenAt()
}

/** Tries a PIN. The try is counted before it is looked at, so that a reload does not give it back. */
export async function verifyAppPin(pin: string): Promise<{ isRight: boolean; left: number }> {
  const lock = readAppLock()
  if (!lock || lock.wrong >= maxAppPinAttempts) return { isRight: false, left: 0 }
  storeAppLock({ ...lock, wrong: lock.wrong + 1 })
  const isCorrect = lock.hash !== '' && (await hashPin(pin, lock.salt)) === lock.hash
  if (isCorrect) storeAppLock({ ...lock, wrong: 0 })
  return { isRight: isCorrect, left: isCorrect ? maxAppPinAttempts : maxAppPinAttempts - lock.wrong - 1 }
}

/** Whether a PIN is one that somebody would try first: six times one digit, or six that follow each other. */
export const isWeakPin = (pin: string): boolean => /^(\d)\1{5}$/.test(pin) || '01234567890'.includes(pin) || '09876543210'.includes(pin)
