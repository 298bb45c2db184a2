import { openShelf, type Shelf, unkept } from '#device/database.ts'
import { changeLeft } from '#device/leftForWorker.ts'
import { handShelf } from './handSaved.ts'
import { filed } from './keep.ts'
import { queryClient } from './queryClient.ts'
import { stopSaving } from './saveArticles.ts'
import { bundleShelf } from './savedArticles.ts'

/** What can be cleared by itself: reading, receipts with their proofs, markets, and one's own lists as last seen. */
export const keptKinds = ['reading', 'receipts', 'markets', 'own'] as const
export type KeptKind = (typeof keptKinds)[number]

interface Kept {
  entries: number
  /** An estimate: two for each letter. */
  bytes: number
}

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

type Entry = [key: string, value: unknown]
interface Place {
  name: string
  shelf: Shelf
  kindOf(key: string): KeptKind | undefined
}

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
    kindOf: (key) => (/^\w+:receipt:/.test(key) ? 'receipts' : /^\w+:query/.test(key) ? 'own' : undefined),
  },
]
const kindsOnShelf: Record<string, KeptKind[]> = {
  'saved-articles': ['reading'],
  'saved-by-hand': ['reading'],
  'kept-by-worker': ['markets'],
  'kept-by-page': ['own', 'receipts'],
}

export async function keptHere(): Promise<KeptHere> {
  await probe()
  const [all, estimate, isLasting, isAppKept] = await Promise.all([
    everything(),
    // Absent outside secure pages and in old browsers.
    navigator.storage?.estimate?.().catch(() => undefined),
    navigator.storage?.persisted?.().catch(() => false),
    hasShell(),
  ])
  const kinds: Record<KeptKind, Kept> = {
    reading: { entries: 0, bytes: 0 },
    receipts: { entries: 0, bytes: 0 },
    markets: { entries: 0, bytes: 0 },
    own: { entries: 0, bytes: 0 },
  }
  for (const { kind, entry } of all) {
    kinds[kind].entries += 1
    kinds[kind].bytes += weight(entry)
  }
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
  const taken = (await everything()).filter((each) => each.kind === kind)
  for (const { place, entry } of taken) await place.shelf.remove(entry[0])
  await tellReaders()
  return async () => {
    for (const { place, entry } of taken)
      if (place.shelf !== pageShelf || entry[0].startsWith(filed(''))) await place.shelf.set(entry[0], entry[1])
    await tellReaders()
  }
}

/**
 * Forgets all that is kept for reading offline, and what people who signed out chose to be told of here. The app's files, the sign-in and the
 * preferences stay.
 */
export async function clearAllKept(): Promise<void> {
  await stopSaving()
  await Promise.all([...places.map(({ shelf }) => shelf.clear()), changeLeft((left) => ({ ...left, waiting: undefined }))])
  await tellReaders()
}

const tellReaders = (): Promise<unknown> =>
  Promise.all(['saved-articles', 'saved-by-hand'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })))

async function everything(): Promise<{ kind: KeptKind; place: Place; entry: Entry }[]> {
  const found = await Promise.all(places.map(async (place) => (await place.shelf.entries()).map((entry) => ({ place, entry }))))
  return found.flat().flatMap(({ place, entry }) => {
    const kind = place.kindOf(entry[0])
    return kind ? [{ kind, place, entry }] : []
  })
}

const weight = ([key, value]: Entry): number =>
  (key.length + (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).length) * 2

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
