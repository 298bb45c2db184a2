import { openOfflineTable } from './database.ts'

/** What another app shared with this one and nobody has used yet. */
export interface IncomingSharedItems {
  files: File[]
  text: string
  atMs: number
}

const table = openOfflineTable('shared')
const key = 'newest'
const dayMs = 24 * 3_600_000
/** A conversation takes so many pictures at once, each of at most so many bytes. */
const maxFiles = 3
const maxBytes = 20 * 1024 * 1024
const maxTextLength = 2_000

/** Whether it is kept now, and how many photos were too large or too many to be part of it. */
interface SharedItemsStorage {
  isKept: boolean
  leftOut: number
}

/** Keeps what was shared on this device, in place of what was shared before. The service worker's side. */
export async function storeIncomingShare(form: FormData): Promise<SharedItemsStorage> {
  // A form in which nothing was chosen has one file without a name.
  const photos = form.getAll('photos').filter((item): item is File => typeof item !== 'string' && (item.size > 0 || item.name !== ''))
  const files = photos.filter(({ size }) => size > 0 && size <= maxBytes).slice(0, maxFiles)
  const words = ['title', 'text', 'url']
    .map((name) => form.get(name))
    .filter((item): item is string => typeof item === 'string' && item !== '')
  const text = [...new Set(words)].join('\n').slice(0, maxTextLength)
  const hasContent = files.length > 0 || text !== ''
  return {
    isKept: hasContent && (await table.set(key, { files, text, atMs: Date.now() } satisfies IncomingSharedItems)),
    leftOut: photos.length - files.length,
  }
}

/** What waits to be used; nothing after a day. */
export async function readIncomingShare(): Promise<IncomingSharedItems | undefined> {
  const stored = await table.get<IncomingSharedItems>(key)
  if (!stored) return undefined
  if (Date.now() - stored.atMs < dayMs && (stored.files.length > 0 || stored.text !== '')) return stored
  await clearIncomingShare()
  return undefined
}

// One after the other: two changes at once would undo each other.
let lastChange = Promise.resolve()
const updateStoredItems = (to: (stored: IncomingSharedItems) => IncomingSharedItems): Promise<void> =>
  (lastChange = lastChange.then(async () => {
    const stored = await table.get<IncomingSharedItems>(key)
    if (stored) await table.set(key, to(stored))
  }))

/** Leaves out a picture that is in a message now, or that is not wanted. What is read from the shelf is as young as its reading: no time tells it. */
export function removeIncomingSharedFile({ name, size }: File): Promise<void> {
  return updateStoredItems((stored) => {
    const at = stored.files.findIndex((item) => item.name === name && item.size === size)
    return { ...stored, files: stored.files.filter((_, index) => index !== at) }
  })
}

/** The words are in a message now; the pictures go there one by one. */
export const clearIncomingSharedText = (): Promise<void> => updateStoredItems((stored) => ({ ...stored, text: '' }))

export const clearIncomingShare = (): Promise<void> => table.clear()
