import { readLocalStorage, writeLocalStorage } from './storage.ts'

/** 32 hex digits that name this device to the server; made once and kept. */
export function getDeviceId(): string {
  const stored = readLocalStorage('device-id')
  if (stored) return stored
  const deviceId = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
  writeLocalStorage('device-id', deviceId)
  return deviceId
}
