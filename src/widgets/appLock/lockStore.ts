import { lockKey } from '#contract/constants.ts'
import { readStored, readStoredJson, store } from '#device/storage.ts'

/** How the app locks on this device. The PIN is here only as its PBKDF2 hash. */
export interface Lock {
  /** Minutes of pause after which it locks; 0 at once. */
  minutes: number
  salt: string
  hash: string
  /** Wrong PINs since the last right one. */
  wrong: number
}

export const pauses = [0, 1, 5, 15] as const
export const pinTries = 5

const leftKey = 'app-lock-left'
const iterations = 310_000

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The lock of this device, undefined without one. What cannot be read is a lock that no PIN opens. */
export function readLock(): Lock | undefined {
  if (readStored(lockKey) === undefined) return undefined
  const kept = readStoredJson(lockKey) as Partial<Lock> | null
  const { minutes, salt, hash, wrong } = kept ?? {}
  return {
    minutes: typeof minutes === 'number' && minutes >= 0 ? minutes : 0,
    salt: isText(salt) ? salt : '',
    hash: isText(hash) ? hash : '',
    wrong: typeof wrong === 'number' && wrong >= 0 ? wrong : pinTries,
  }
}

export const keepLock = (lock: Lock): void => store(lockKey, JSON.stringify(lock))

export function dropLock(): void {
  store(lockKey, undefined)
  store(leftKey, undefined)
}

/** Remembers when the app was left; 0 means that it is locked, whatever the pause. */
export const noteLeft = (at: number): void => store(leftKey, String(at))
export const noteHere = (): void => store(leftKey, undefined)

/**
 * Whether somebody who comes back must unlock. At a start without a word of when the app was left it was not left in order, so it is
 * locked; a clock that went back does not help either.
 */
export function isDue({ minutes }: Pick<Lock, 'minutes'>, now: number, left = readStored(leftKey)): boolean {
  const at = Number(left ?? '0')
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
export const canLock = (): boolean => globalThis.isSecureContext && crypto.subtle !== undefined

/** Turns the lock on, or gives it another PIN. */
export async function setLock(pin: string, minutes: number): Promise<void> {
  const salt = toHex(crypto.getRandomValues(new Uint8Array(16)))
  keepLock({ minutes, salt, hash: await hashPin(pin, salt), wrong: 0 })
  noteHere()
}

/** Tries a PIN. The try is counted before it is looked at, so that a reload does not give it back. */
export async function tryPin(pin: string): Promise<{ isRight: boolean; left: number }> {
  const lock = readLock()
  if (!lock || lock.wrong >= pinTries) return { isRight: false, left: 0 }
  keepLock({ ...lock, wrong: lock.wrong + 1 })
  const isRight = lock.hash !== '' && (await hashPin(pin, lock.salt)) === lock.hash
  if (isRight) keepLock({ ...lock, wrong: 0 })
  return { isRight, left: isRight ? pinTries : pinTries - lock.wrong - 1 }
}

/** Six digits that nobody would try first. */
export const isWeakPin = (pin: string): boolean => /^(\d)\1{5}$/.test(pin) || '01234567890'.includes(pin) || '09876543210'.includes(pin)
