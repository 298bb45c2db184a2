import { readStored, store } from './storage.ts'

/** 32 hex digits that name this device to the server; made once and kept. */
export function deviceId(): string {
  const kept = readStored('device-id')
  if (kept) return kept
  const fresh = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
  store('device-id', fresh)
  return fresh
}
