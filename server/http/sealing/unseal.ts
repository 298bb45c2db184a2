import { constants, createDecipheriv, hash, type KeyObject, privateDecrypt, randomBytes } from 'node:crypto'
import { Refusal } from '#contract/refusals.ts'
import {
  sealAesKeyAlphabet,
  sealAesKeyLength,
  sealNonceField,
  sealTimeField,
  sealedBodyValidityMs,
  splitSealedBodyChecksum,
} from '#contract/sealed.ts'
import { parseJsonKeepingDecimals } from '../json.ts'

const rsaBytes = 256
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** An opened body: what was asked, and when and under which nonce it was sealed. */
export interface UnsealedBody {
  payload: Record<string, unknown>
  nonce: string
}

/**
 * Opens a sealed body (docs/rules/wire.md). Every fault is the same sealInvalid after the same work:
 * where the RSA part does not give a key, a random key is used instead, so that nobody learns which part was wrong.
 */
export function unsealBody(body: Buffer, privateKey: KeyObject, nowMs: number): UnsealedBody {
  const [rsaPart, aesPart] = split(body)
  const opened = decrypt(aesPart, wrappedKey(rsaPart, privateKey))
  if (!opened) throw new Refusal('sealInvalid')
  const { [sealTimeField]: sealedMs, [sealNonceField]: nonce, ...payload } = opened
  if (typeof sealedMs !== 'number' || typeof nonce !== 'string' || !uuid.test(nonce)) throw new Refusal('sealInvalid')
  if (Math.abs(nowMs - sealedMs) > sealedBodyValidityMs) throw new Refusal('sealInvalid')
  return { payload, nonce: nonce.toLowerCase() }
}

/** The two parts. A body of another shape gives random parts, which cannot be opened. */
function split(body: Buffer): [Buffer, Buffer] {
  const [rsaText = '', aesText = '', ...more] = unquoted(body.toString('latin1').trim()).split('.')
  const parts: [Buffer, Buffer] = [Buffer.from(rsaText, 'base64'), Buffer.from(aesText, 'base64')]
  const isSound =
    more.length === 0 &&
    base64.test(rsaText) &&
    base64.test(aesText) &&
    parts[0].length === rsaBytes &&
    parts[1].length > 0 &&
    parts[1].length % 16 === 0
  return isSound ? parts : [randomBytes(rsaBytes), randomBytes(64)]
}

const unquoted = (text: string): string => (text.length >= 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text)

/** OpenSSL answers a tampered RSA part with random bytes of any length instead of an error, hence the two checks. */
function wrappedKey(rsaPart: Buffer, privateKey: KeyObject): Buffer {
  const instead = randomBytes(sealAesKeyLength)
  try {
    const key = privateDecrypt({ key: privateKey, padding: constants.RSA_PKCS1_PADDING }, rsaPart)
    if (key.length !== sealAesKeyLength) return instead
    return key.every((byte) => sealAesKeyAlphabet.includes(String.fromCharCode(byte))) ? key : instead
  } catch {
    return instead
  }
}

function decrypt(aesPart: Buffer, key: Buffer): Record<string, unknown> | undefined {
  try {
    const decipher = createDecipheriv('aes-256-ecb', key, null)
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat([decipher.update(aesPart), decipher.final()]))
    const summed = splitSealedBodyChecksum(text)
    if (!summed || hash('sha256', summed.json) !== summed.sumHex) return undefined
    const value = parseJsonKeepingDecimals(summed.json)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
