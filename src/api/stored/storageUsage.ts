import { openOfflineTable, type OfflineTable, failedOfflineTablesStore } from '#device/database.ts'
import { updateWorkerOutbox } from '#device/outbox.ts'
import { type StoragePersistence, currentStoragePersistence } from '#device/lastingStorage.ts'
import { readIncomingShare } from '#device/sharedItems.ts'
import { bookmarkedArticlesTable } from './bookmarks.ts'
import { userScopedKey } from '../userScopedKey.ts'
import { unmarkArticleBundlesRemovedByUser } from './removedArticles.ts'
import { writeTabFormDraft } from './tabStorage.ts'
import { queryClient } from '../queryClient.ts'
import { abortArticleSavingAndMarkRemoved } from './saveArticles.ts'
import { articleBundlesTable } from './savedArticles.ts'

/** What can be loaded again: reading, receipts with their proofs, markets, and one's own lists as last seen. */
export const reloadableStorageKinds = ['reading', 'receipts', 'markets', 'own'] as const
/** What is nowhere else: messages not sent, the identity form not sent, and what another app shared. */
export const unsentStorageKinds = ['messages', 'identity', 'shared'] as const
/** Each can be cleared by itself. */
export type OfflineStorageKind = (typeof reloadableStorageKinds)[number] | (typeof unsentStorageKinds)[number]

interface StoredSize {
  entries: number
  /** An estimate: two for each letter, and the size of each picture. */
  bytes: number
}
const nothingStored: StoredSize = { entries: 0, bytes: 0 }

/** What this device keeps of the app. */
export interface StorageUsage {
  kinds: Record<OfflineStorageKind, StoredSize>
  /** The app's own files; undefined where the browser does not say. */
  appBytes: number | undefined
  /** Whether the app itself starts without a network. */
  isAppStored: boolean
  /** Everything; undefined where the browser does not say. */
  usedBytes: number | undefined
  /** What the browser would give at most. */
  quotaBytes: number | undefined
  /** What the browser said to not evicting it. */
  persistence: StoragePersistence
  /** Kinds for which there was no room the last time. */
  failedKinds: OfflineStorageKind[]
}

const pageTable = openOfflineTable('kept-by-page')
const workerTable = openOfflineTable('kept-by-worker', 'reads')
const sharedTable = openOfflineTable('shared')

type Entry = [key: string, value: unknown]
interface StoragePlace {
  name: string
  table: OfflineTable
  kindOf(key: string): OfflineStorageKind | undefined
}

interface StoredEntry {
  kind: OfflineStorageKind
  place: StoragePlace
  entry: Entry
}

const pageKinds: readonly { pattern: RegExp; kind: OfflineStorageKind }[] = [
  { pattern: /^\w+:receipt:/, kind: 'receipts' },
  { pattern: /^\w+:query/, kind: 'own' },
  { pattern: /^\w+:unsent:/, kind: 'messages' },
  { pattern: /^\w+:papers:/, kind: 'identity' },
]
const isReading = (key: string): boolean => /^\/api\/(content|sys\/annountCement)\//.test(key)
/** What stands where. A kind that is not named here (the record's heads, the worker's own notes) is not ours to clear. */
const places: readonly StoragePlace[] = [
  { name: 'saved-articles', table: articleBundlesTable, kindOf: () => 'reading' },
  { name: 'saved-by-hand', table: bookmarkedArticlesTable, kindOf: () => 'reading' },
  {
    name: 'kept-by-worker',
    table: workerTable,
    kindOf: (key) => (isReading(key) ? 'reading' : key.startsWith('/api/') ? 'markets' : undefined),
  },
  {
    name: 'kept-by-page',
    table: pageTable,
    kindOf: (key) => pageKinds.find(({ pattern }) => pattern.test(key))?.kind,
  },
  { name: 'shared', table: sharedTable, kindOf: () => 'shared' },
]
const kindsByTable: Record<string, OfflineStorageKind[]> = {
  'saved-articles': ['reading'],
  'saved-by-hand': ['reading'],
  'kept-by-worker': ['markets'],
  'kept-by-page': ['own', 'receipts'],
}

export async function readStorageUsage(): Promise<StorageUsage> {
  await probeQuota()
  // Forgets what is used up or older than a day.
  await readIncomingShare()
  const [all, estimate, persistence, isAppStored] = await Promise.all([
    readAllEntries(),
    // Absent outside secure pages and in old browsers.
    navigator.storage?.estimate?.().catch(() => undefined),
    currentStoragePersistence(),
    isAppShellCached(),
  ])
  const kinds: Record<OfflineStorageKind, StoredSize> = {
    reading: nothingStored,
    receipts: nothingStored,
    markets: nothingStored,
    own: nothingStored,
    messages: nothingStored,
    identity: nothingStored,
    shared: nothingStored,
  }
  for (const { kind, entry } of all)
    kinds[kind] = { entries: kinds[kind].entries + 1, bytes: kinds[kind].bytes + sizeOf(entry[0]) + sizeOf(entry[1]) }
  const details = (estimate as { usageDetails?: { caches?: number } } | undefined)?.usageDetails
  return {
    kinds,
    appBytes: details?.caches,
    isAppStored,
    usedBytes: estimate?.usage,
    quotaBytes: estimate?.quota,
    persistence,
    failedKinds: failedOfflineTablesStore.get().flatMap((name) => kindsByTable[name] ?? []),
  }
}

/** Takes everything of a kind away; gives the way to put it back. What belonged to a person comes back only while it is still that person. */
export async function clearOfflineStorageKind(kind: OfflineStorageKind): Promise<() => Promise<void>> {
  if (kind === 'reading') await abortArticleSavingAndMarkRemoved()
  const removed = await removeEntries([kind])
  await refetchSavedArticles()
  return async () => {
    if (kind === 'reading') unmarkArticleBundlesRemovedByUser()
    for (const { place, entry } of removed)
      if (place.table !== pageTable || entry[0].startsWith(userScopedKey(''))) await place.table.set(entry[0], entry[1])
    await refetchSavedArticles()
  }
}

async function removeEntries(kinds: readonly OfflineStorageKind[]): Promise<StoredEntry[]> {
  const removed = (await readAllEntries()).filter(({ kind }) => kinds.includes(kind))
  for (const { place, entry } of removed) await place.table.remove(entry[0])
  // What is being written is in the tab's own storage too.
  const userKeyPrefix = userScopedKey('')
  for (const { kind, entry } of removed)
    if (kind === 'messages' && entry[0].startsWith(userKeyPrefix)) writeTabFormDraft(entry[0].slice(userKeyPrefix.length), undefined)
  return removed
}

/**
 * Forgets all that can be loaded again, and what people who signed out chose to be told of here. The app's files, the sign-in, the
 * preferences and what somebody typed or shared stay.
 */
export async function clearReloadableStorage(): Promise<void> {
  await abortArticleSavingAndMarkRemoved()
  await Promise.all([removeEntries(reloadableStorageKinds), updateWorkerOutbox((outbox) => ({ ...outbox, waiting: undefined }))])
  await refetchSavedArticles()
}

const refetchSavedArticles = (): Promise<unknown> =>
  Promise.all(['saved-articles', 'saved-by-hand'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })))

async function readAllEntries(): Promise<StoredEntry[]> {
  const entriesByPlace = await Promise.all(places.map(async (place) => (await place.table.entries()).map((entry) => ({ place, entry }))))
  return entriesByPlace.flat().flatMap(({ place, entry }) => {
    const kind = place.kindOf(entry[0])
    return kind ? [{ kind, place, entry }] : []
  })
}

/** Bytes of one value, with all that is in it. */
function sizeOf(value: unknown): number {
  if (value instanceof Blob) return value.size
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value.byteLength
  if (typeof value !== 'object' || value === null) return String(value).length * 2
  return Object.entries(value).reduce((sum, [key, each]) => sum + key.length * 2 + sizeOf(each), 0)
}

const probeLength = 20_000

// The worker's writes fail out of sight: one of our own beside them tells whether there is room.
async function probeQuota(): Promise<void> {
  for (const { table } of [{ table: workerTable }, { table: pageTable }]) {
    await table.set('probe', 'x'.repeat(probeLength))
    await table.remove('probe')
  }
}

async function isAppShellCached(): Promise<boolean> {
  try {
    const registration = await navigator.serviceWorker.getRegistration()
    return registration?.active != null && (await caches.match('/index.html')) !== undefined
  } catch {
    return false
  }
}
