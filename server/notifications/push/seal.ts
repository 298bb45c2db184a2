import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes, sign } from 'node:crypto'
import type { VapidKeyPair } from './vapid.ts'

/** What a browser gave with its subscription: a point of P-256, uncompressed, and sixteen secret bytes. */
export interface PushDeviceKeys {
  p256dh: Buffer
  auth: Buffer
}

/** RFC 8291 leaves this much of a message of 4,096 bytes, which is all that every push service takes. */
export const maxPushTextBytes = 4096 - 86 - 17
const curve = 'prime256v1'
const recordSize = 4096
const lastRecord = Buffer.from([2])

const freshKey = (): ECDH => {
  const key = createECDH(curve)
  key.generateKeys()
  return key
}

const derive = (secret: Uint8Array, salt: Uint8Array, label: string, bytes: number, ...about: Uint8Array[]): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, Buffer.concat([Buffer.from(`${label}\0`), ...about]), bytes))

/** A message only that browser can read (RFC 8291, aes128gcm of RFC 8188). Key and salt are new for each; a test vector names them. */
export function encryptPushMessage(
  { p256dh, auth }: PushDeviceKeys,
  text: Buffer,
  key: ECDH = freshKey(),
  salt: Buffer = randomBytes(16),
): Buffer {
  if (text.length > maxPushTextBytes) throw new Error(`${text.length} bytes are more than a push message takes`)
  const ours = key.getPublicKey()
  const shared = derive(key.computeSecret(p256dh), auth, 'WebPush: info', 32, p256dh, ours)
  const contentKey = derive(shared, salt, 'Content-Encoding: aes128gcm', 16)
  const nonce = derive(shared, salt, 'Content-Encoding: nonce', 12)
  const cipher = createCipheriv('aes-128-gcm', contentKey, nonce)
  const sealed = Buffer.concat([cipher.update(text), cipher.update(lastRecord), cipher.final(), cipher.getAuthTag()])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(recordSize)
  return Buffer.concat([salt, size, Buffer.from([ours.length]), ours, sealed])
}

/** Whether somebody could be written to with these keys. */
export function areValidPushDeviceKeys({ p256dh, auth }: PushDeviceKeys): boolean {
  if (p256dh.length !== 65 || p256dh[0] !== 4 || auth.length !== 16) return false
  try {
    freshKey().computeSecret(p256dh)
    return true
  } catch {
    return false
  }
}

const halfDaySeconds = 12 * 3_600

/** Who writes, in a header that only this push service takes (RFC 8292). `subject` is where the sender can be reached. */
export function vapidHeader({ privateKey, publicKey }: VapidKeyPair, audience: string, subject: string, nowMs: number): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { aud: audience, exp: Math.floor(nowMs / 1000) + halfDaySeconds, sub: subject }
  const text = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  return `vapid t=${text}.${signature}, k=${publicKey}`
}
