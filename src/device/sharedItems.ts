import { openShelf } from './database.ts'

/** What another app shared with this one and nobody has used yet. */
export interface SharedItems {
  files: File[]
  text: string
  atMs: number
}

const shelf = openShelf('shared')
const key = 'newest'
const dayMs = 24 * 3_600_000
/** A conversation takes so many pictures at once, each of at most so many bytes. */
const filesMost = 3
const bytesMost = 20 * 1024 * 1024
const textMost = 2_000

/** Whether it is kept now, and how many photos were too large or too many to be part of it. */
interface KeptShared {
  isKept: boolean
  leftOut: number
}

/** Keeps what was shared on this device, in place of what was shared before. The service worker's side. */
export async function keepShared(form: FormData): Promise<KeptShared> {
  // A form in which nothing was chosen has one file without a name.
  const photos = form.getAll('photos').filter((one): one is File => typeof one !== 'string' && (one.size > 0 || one.name !== ''))
  const files = photos.filter(({ size }) => size > 0 && size <= bytesMost).slice(0, filesMost)
  const words = ['title', 'text', 'url'].map((name) => form.get(name)).filter((one): one is string => typeof one === 'string' && one !== '')
  const text = [...new Set(words)].join('\n').slice(0, textMost)
  const isAny = files.length > 0 || text !== ''
  return {
    isKept: isAny && (await shelf.set(key, { files, text, atMs: Date.now() } satisfies SharedItems)),
    leftOut: photos.length - files.length,
  }
}

/** What waits to be used; nothing after a day. */
export async function readShared(): Promise<SharedItems | undefined> {
  const kept = await shelf.get<SharedItems>(key)
  if (!kept) return undefined
  if (Date.now() - kept.atMs < dayMs && (kept.files.length > 0 || kept.text !== '')) return kept
  await forgetShared()
  return undefined
}

// One after the other: two changes at once would undo each other.
let changing = Promise.resolve()
const change = (to: (kept: SharedItems) => SharedItems): Promise<void> =>
  (changing = changing.then(async () => {
    const kept = await shelf.get<SharedItems>(key)
    if (kept) await shelf.set(key, to(kept))
  }))

/** Leaves out a picture that is in a message now, or that is not wanted. What is read from the shelf is as young as its reading: no time tells it. */
export function takeShared({ name, size }: File): Promise<void> {
  return change((kept) => {
    const at = kept.files.findIndex((one) => one.name === name && one.size === size)
    return { ...kept, files: kept.files.filter((_, index) => index !== at) }
  })
}

/** The words are in a message now; the pictures go there one by one. */
export const takeSharedText = (): Promise<void> => change((kept) => ({ ...kept, text: '' }))

export const forgetShared = (): Promise<void> => shelf.clear()
