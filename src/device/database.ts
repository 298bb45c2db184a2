import { clear, createStore, del, entries, get, set, type UseStore } from 'idb-keyval'
import { createStore as createValue } from './store.ts'

/** Names of the shelves that found no room, or no database, for what came last: it is not kept, and everything else works on. */
export const unkept = createValue<readonly string[]>([])

/** A key-value shelf in IndexedDB that answers "nothing" instead of failing where IndexedDB is missing or broken. */
export interface Shelf {
  get<T>(key: string): Promise<T | undefined>
  /** Whether it is kept now. */
  set(key: string, value: unknown): Promise<boolean>
  remove(key: string): Promise<void>
  entries(): Promise<[string, unknown][]>
  clear(): Promise<void>
}

export function openShelf(name: string, table = 'kv'): Shelf {
  let shelf: UseStore | undefined
  const attempt = async <T>(work: (open: UseStore) => Promise<T>, otherwise: T): Promise<T> => {
    try {
      shelf ??= createStore(name, table)
      return await work(shelf)
    } catch {
      return otherwise
    }
  }
  return {
    get: (key) => attempt((open) => get(key, open), undefined),
    set: async (key, value) => {
      const isKept = await attempt((open) => set(key, value, open).then(() => true), false)
      unkept.set((now) => (now.includes(name) === !isKept ? now : isKept ? now.filter((one) => one !== name) : [...now, name]))
      return isKept
    },
    remove: (key) => attempt((open) => del(key, open), undefined),
    entries: () => attempt((open) => entries<string, unknown>(open), []),
    clear: () => attempt((open) => clear(open), undefined),
  }
}
