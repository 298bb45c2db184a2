import { userScopedKey } from '#api/userScopedKey.ts'
import { openOfflineTable } from '#device/database.ts'
import {
  emptyBasicVerificationFields,
  type BasicVerificationFields,
  type BasicVerificationFormData,
  type VerificationPhotoName,
  verificationPhotoNames,
} from './verificationForm.ts'

// On the shelf that signing out empties, filed under this person's session.
const table = openOfflineTable('kept-by-page')
const draftLifetimeMs = 24 * 3_600_000
const storageKey = (name: string): string => userScopedKey(`papers:${name}`)

interface Sealed {
  atMs: number
  iv: Uint8Array<ArrayBuffer>
  bytes: ArrayBuffer
}
type PhotoNote = { name: string; type: string; lastModified: number }

/** A key that this browser can use and nobody can take out of it. Without a shelf to keep it on there is no draft. */
async function draftKey(): Promise<CryptoKey | undefined> {
  const storedKey = await table.get<CryptoKey>(storageKey('key'))
  if (storedKey) return storedKey
  // Outside a secure page there is no sealing, and nothing is kept.
  if (!globalThis.crypto?.subtle) return undefined
  const newKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  await table.set(storageKey('key'), newKey)
  return table.get<CryptoKey>(storageKey('key'))
}

async function putSealed(name: string, bytes: BufferSource, atMs: number): Promise<void> {
  const key = await draftKey()
  if (!key) return
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const sealed: Sealed = { atMs, iv, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes) }
  await table.set(storageKey(name), sealed)
}

async function takeSealed(name: string, nowMs: number): Promise<ArrayBuffer | undefined> {
  const [key, sealed] = await Promise.all([table.get<CryptoKey>(storageKey('key')), table.get<Sealed>(storageKey(name))])
  if (!key || !sealed || nowMs - sealed.atMs > draftLifetimeMs || nowMs < sealed.atMs) return undefined
  return crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv }, key, sealed.bytes).catch(() => undefined)
}

/** Keeps what is written, sealed, for a day. */
export const storeBasicVerificationFields = (fields: BasicVerificationFields): Promise<void> =>
  putSealed('fields', new TextEncoder().encode(JSON.stringify(fields)), Date.now())

/** Keeps a picture, sealed, for a day; undefined forgets it. */
export async function storeBasicVerificationPhoto(name: VerificationPhotoName, file: File | undefined): Promise<void> {
  if (!file) return table.remove(storageKey(name))
  const photoMeta: PhotoNote = { name: file.name, type: file.type, lastModified: file.lastModified }
  const words = new TextEncoder().encode(JSON.stringify(photoMeta))
  const all = new Blob([new Uint32Array([words.length]), words, file])
  await putSealed(name, await all.arrayBuffer(), Date.now())
}

/** The form as it was left, while it is younger than a day; whatever is older is wiped. */
export async function readBasicVerificationDraft(): Promise<BasicVerificationFormData | undefined> {
  const nowMs = Date.now()
  const fields = await takeSealed('fields', nowMs)
  if (!fields) {
    await deleteBasicVerificationDraft()
    return undefined
  }
  const photos: BasicVerificationFormData['photos'] = {}
  for (const name of verificationPhotoNames) {
    const all = await takeSealed(name, nowMs)
    if (all) photos[name] = toFile(all)
  }
  return { ...emptyBasicVerificationFields, ...(JSON.parse(new TextDecoder().decode(fields)) as BasicVerificationFields), photos }
}

function toFile(all: ArrayBuffer): File {
  const [length = 0] = new Uint32Array(all.slice(0, 4))
  const photoMeta = JSON.parse(new TextDecoder().decode(all.slice(4, 4 + length))) as PhotoNote
  return new File([all.slice(4 + length)], photoMeta.name, photoMeta)
}

/** The key goes too: whatever might be left of the rest can never be read. */
export async function deleteBasicVerificationDraft(): Promise<void> {
  await Promise.all(['key', 'fields', ...verificationPhotoNames].map((name) => table.remove(storageKey(name))))
}
