import { clear, createStore, del, entries, get, set, type UseStore } from 'idb-keyval'
import { createStore as createValue } from './store.ts'

/** Names of the shelves that found no room, or no database, for what came last: it is not kept, and everything else works on. */
export const failedOfflineTablesStore = createValue<readonly string[]>([])

/** A key-value shelf in IndexedDB that answers "nothing" instead of failing where IndexedDB is missing or broken. */
export interface OfflineTable {
  get<T>(key: string): Promise<T | undefined>
  /** Whether it is kept now. */
  set(key: string, value: unknown): Promise<boolean>
  remove(key: string): Promise<void>
  entries(): Promise<[string, unknown][]>
  clear(): Promise<void>
}

export function openOfflineTable(name: string, table = 'kv'): OfflineTable {
  let store: UseStore | undefined
  const attempt = async <T>(work: (open: UseStore) => Promise<T>, fallback: T): Promise<T> => {
    try {
      store ??= createStore(name, table)
      return await work(store)
    } catch {
      return fallback
    }
  }
  return {
    get: (key) => attempt((open) => get(key, open), undefined),
    set: async (key, value) => {
      const isStored = await attempt((open) => set(key, value, open).then(() => true), false)
      failedOfflineTablesStore.set((now) =>
        now.includes(name) === !isStored ? now : isStored ? now.filter((failedTable) => failedTable !== name) : [...now, name],
      )
      return isStored
    },
    remove: (key) => attempt((open) => del(key, open), undefined),
    entries: () => attempt((open) => entries<string, unknown>(open), []),
    clear: () => attempt((open) => clear(open), undefined),
  }
}
