import { readLocalStorage, writeLocalStorage } from './storage.ts'

/** What the browser said to keeping what is stored here when room is short: agreed, did not, or nothing that is known. */
export type StoragePersistence = 'granted' | 'refused' | 'unknown'

const refusedKey = 'lasting-storage-refused'

/** Asks the browser not to evict what is stored here; gives its answer, and remembers a no. */
export async function requestStoragePersistence(): Promise<StoragePersistence> {
  const answer = await navigator.storage?.persist?.().catch(() => undefined)
  if (answer === undefined) return 'unknown'
  writeLocalStorage(refusedKey, answer ? undefined : '1')
  return answer ? 'granted' : 'refused'
}

/** What the browser says now, without asking it for anything. A no counts as long as nothing else was answered. */
export async function currentStoragePersistence(): Promise<StoragePersistence> {
  // Absent outside secure pages and in old browsers.
  const isLasting = await navigator.storage?.persisted?.().catch(() => undefined)
  if (isLasting) return 'granted'
  return isLasting === false && readLocalStorage(refusedKey) === '1' ? 'refused' : 'unknown'
}
