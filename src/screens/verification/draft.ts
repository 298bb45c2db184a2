import { filed } from '#api/keep.ts'
import { openShelf } from '#device/database.ts'
import { emptyPapers, type PaperFields, type Papers, type PhotoName, photoNames } from './papers.ts'

// On the shelf that signing out empties, filed under this person's session.
const shelf = openShelf('kept-by-page')
const keptMs = 24 * 3_600_000
const place = (name: string): string => filed(`papers:${name}`)

interface Sealed {
  atMs: number
  iv: Uint8Array<ArrayBuffer>
  bytes: ArrayBuffer
}
type PhotoNote = { name: string; type: string; lastModified: number }

/** A key that this browser can use and nobody can take out of it. Without a shelf to keep it on there is no draft. */
async function draftKey(): Promise<CryptoKey | undefined> {
  const kept = await shelf.get<CryptoKey>(place('key'))
  if (kept) return kept
  // Outside a secure page there is no sealing, and nothing is kept.
  if (!globalThis.crypto?.subtle) return undefined
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  await shelf.set(place('key'), made)
  return shelf.get<CryptoKey>(place('key'))
}

async function put(name: string, bytes: BufferSource, atMs: number): Promise<void> {
  const key = await draftKey()
  if (!key) return
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const sealed: Sealed = { atMs, iv, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes) }
  await shelf.set(place(name), sealed)
}

async function take(name: string, nowMs: number): Promise<ArrayBuffer | undefined> {
  const [key, sealed] = await Promise.all([shelf.get<CryptoKey>(place('key')), shelf.get<Sealed>(place(name))])
  if (!key || !sealed || nowMs - sealed.atMs > keptMs || nowMs < sealed.atMs) return undefined
  return crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv }, key, sealed.bytes).catch(() => undefined)
}

/** Keeps what is written, sealed, for a day. */
export const keepFields = (fields: PaperFields): Promise<void> =>
  put('fields', new TextEncoder().encode(JSON.stringify(fields)), Date.now())

/** Keeps a picture, sealed, for a day; undefined forgets it. */
export async function keepPhoto(name: PhotoName, file: File | undefined): Promise<void> {
  if (!file) return shelf.remove(place(name))
  const note: PhotoNote = { name: file.name, type: file.type, lastModified: file.lastModified }
  const words = new TextEncoder().encode(JSON.stringify(note))
  const all = new Blob([new Uint32Array([words.length]), words, file])
  await put(name, await all.arrayBuffer(), Date.now())
}

/** The form as it was left, while it is younger than a day; whatever is older is wiped. */
export async function readDraft(): Promise<Papers | undefined> {
  const nowMs = Date.now()
  const fields = await take('fields', nowMs)
  if (!fields) {
    await forgetDraft()
    return undefined
  }
  const photos: Papers['photos'] = {}
  for (const name of photoNames) {
    const all = await take(name, nowMs)
    if (all) photos[name] = toFile(all)
  }
  return { ...emptyPapers, ...(JSON.parse(new TextDecoder().decode(fields)) as PaperFields), photos }
}

function toFile(all: ArrayBuffer): File {
  const [length = 0] = new Uint32Array(all.slice(0, 4))
  const note = JSON.parse(new TextDecoder().decode(all.slice(4, 4 + length))) as PhotoNote
  return new File([all.slice(4 + length)], note.name, note)
}

/** The key goes too: whatever might be left of the rest can never be read. */
export async function forgetDraft(): Promise<void> {
  await Promise.all(['key', 'fields', ...photoNames].map((name) => shelf.remove(place(name))))
}
