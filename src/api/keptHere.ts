import { openShelf, type Shelf, unkept } from '#device/database.ts'
import { changeLeft } from '#device/leftForWorker.ts'
import { readShared } from '#device/sharedItems.ts'
import { handShelf } from './handSaved.ts'
import { filed } from './keep.ts'
import { writeTab } from './keptInTab.ts'
import { queryClient } from './queryClient.ts'
import { stopSaving } from './saveArticles.ts'
import { bundleShelf } from './savedArticles.ts'

/** What can be loaded again: reading, receipts with their proofs, markets, and one's own lists as last seen. */
export const loadedKinds = ['reading', 'receipts', 'markets', 'own'] as const
/** What is nowhere else: messages not sent, the identity form not sent, and what another app shared. */
export const typedKinds = ['messages', 'identity', 'shared'] as const
/** Each can be cleared by itself. */
export type KeptKind = (typeof loadedKinds)[number] | (typeof typedKinds)[number]

interface Kept {
  entries: number
  /** An estimate: two for each letter, and the size of each picture. */
  bytes: number
}
const none: Kept = { entries: 0, bytes: 0 }

/** What this device keeps of the app. */
export interface KeptHere {
  kinds: Record<KeptKind, Kept>
  /** The app's own files; undefined where the browser does not say. */
  appBytes: number | undefined
  /** Whether the app itself starts without a network. */
  isAppKept: boolean
  /** Everything; undefined where the browser does not say. */
  usedBytes: number | undefined
  /** What the browser would give at most. */
  roomBytes: number | undefined
  /** Whether the browser promised not to evict it. */
  isLasting: boolean
  /** Kinds for which there was no room the last time. */
  unkept: KeptKind[]
}

const pageShelf = openShelf('kept-by-page')
const workerShelf = openShelf('kept-by-worker', 'reads')
const sharedShelf = openShelf('shared')

type Entry = [key: string, value: unknown]
interface Place {
  name: string
  shelf: Shelf
  kindOf(key: string): KeptKind | undefined
}

interface Found {
  kind: KeptKind
  place: Place
  entry: Entry
}

const pageKinds: readonly { named: RegExp; kind: KeptKind }[] = [
  { named: /^\w+:receipt:/, kind: 'receipts' },
  { named: /^\w+:query/, kind: 'own' },
  { named: /^\w+:unsent:/, kind: 'messages' },
  { named: /^\w+:papers:/, kind: 'identity' },
]
const isReading = (key: string): boolean => /^\/api\/(content|sys\/annountCement)\//.test(key)
/** What stands where. A kind that is not named here (the record's heads, the worker's own notes) is not ours to clear. */
const places: readonly Place[] = [
  { name: 'saved-articles', shelf: bundleShelf, kindOf: () => 'reading' },
  { name: 'saved-by-hand', shelf: handShelf, kindOf: () => 'reading' },
  {
    name: 'kept-by-worker',
    shelf: workerShelf,
    kindOf: (key) => (isReading(key) ? 'reading' : key.startsWith('/api/') ? 'markets' : undefined),
  },
  {
    name: 'kept-by-page',
    shelf: pageShelf,
    kindOf: (key) => pageKinds.find(({ named }) => named.test(key))?.kind,
  },
  { name: 'shared', shelf: sharedShelf, kindOf: () => 'shared' },
]
const kindsOnShelf: Record<string, KeptKind[]> = {
  'saved-articles': ['reading'],
  'saved-by-hand': ['reading'],
  'kept-by-worker': ['markets'],
  'kept-by-page': ['own', 'receipts'],
}

export async function keptHere(): Promise<KeptHere> {
  await probe()
  // Forgets what is used up or older than a day.
  await readShared()
  const [all, estimate, isLasting, isAppKept] = await Promise.all([
    everything(),
    // Absent outside secure pages and in old browsers.
    navigator.storage?.estimate?.().catch(() => undefined),
    navigator.storage?.persisted?.().catch(() => false),
    hasShell(),
  ])
  const kinds: Record<KeptKind, Kept> = {
    reading: none,
    receipts: none,
    markets: none,
    own: none,
    messages: none,
    identity: none,
    shared: none,
  }
  for (const { kind, entry } of all)
    kinds[kind] = { entries: kinds[kind].entries + 1, bytes: kinds[kind].bytes + weight(entry[0]) + weight(entry[1]) }
  const details = (estimate as { usageDetails?: { caches?: number } } | undefined)?.usageDetails
  return {
    kinds,
    appBytes: details?.caches,
    isAppKept,
    usedBytes: estimate?.usage,
    roomBytes: estimate?.quota,
    isLasting: isLasting ?? false,
    unkept: unkept.get().flatMap((name) => kindsOnShelf[name] ?? []),
  }
}

/** Takes everything of a kind away; gives the way to put it back. What belonged to a person comes back only while it is still that person. */
export async function clearKept(kind: KeptKind): Promise<() => Promise<void>> {
  if (kind === 'reading') await stopSaving()
  const taken = await takeAway([kind])
  await tellReaders()
  return async () => {
    for (const { place, entry } of taken)
      if (place.shelf !== pageShelf || entry[0].startsWith(filed(''))) await place.shelf.set(entry[0], entry[1])
    await tellReaders()
  }
}

async function takeAway(kinds: readonly KeptKind[]): Promise<Found[]> {
  const taken = (await everything()).filter(({ kind }) => kinds.includes(kind))
  for (const { place, entry } of taken) await place.shelf.remove(entry[0])
  // What is being written is in the tab's own storage too.
  const own = filed('')
  for (const { kind, entry } of taken) if (kind === 'messages' && entry[0].startsWith(own)) writeTab(entry[0].slice(own.length), undefined)
  return taken
}

/**
 * Forgets all that can be loaded again, and what people who signed out chose to be told of here. The app's files, the sign-in, the
 * preferences and what somebody typed or shared stay.
 */
export async function clearAllKept(): Promise<void> {
  await stopSaving()
  await Promise.all([takeAway(loadedKinds), changeLeft((left) => ({ ...left, waiting: undefined }))])
  await tellReaders()
}

const tellReaders = (): Promise<unknown> =>
  Promise.all(['saved-articles', 'saved-by-hand'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })))

async function everything(): Promise<Found[]> {
  const found = await Promise.all(places.map(async (place) => (await place.shelf.entries()).map((entry) => ({ place, entry }))))
  return found.flat().flatMap(({ place, entry }) => {
    const kind = place.kindOf(entry[0])
    return kind ? [{ kind, place, entry }] : []
  })
}

/** Bytes of one value, with all that is in it. */
function weight(value: unknown): number {
  if (value instanceof Blob) return value.size
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value.byteLength
  if (typeof value !== 'object' || value === null) return String(value).length * 2
  return Object.entries(value).reduce((sum, [key, each]) => sum + key.length * 2 + weight(each), 0)
}

const probeLetters = 20_000

// The worker's writes fail out of sight: one of our own beside them tells whether there is room.
async function probe(): Promise<void> {
  for (const { shelf } of [{ shelf: workerShelf }, { shelf: pageShelf }]) {
    await shelf.set('probe', 'x'.repeat(probeLetters))
    await shelf.remove('probe')
  }
}

async function hasShell(): Promise<boolean> {
  try {
    const registration = await navigator.serviceWorker.getRegistration()
    return (
      registration?.active !== undefined && registration.active !== null && (await caches.keys()).some((name) => name.startsWith('shell-'))
    )
  } catch {
    return false
  }
}
