import { clear, createStore, del, entries, get, set, type UseStore } from 'idb-keyval'

/** A key-value shelf in IndexedDB that answers "nothing" instead of failing where IndexedDB is missing or broken. */
export interface Shelf {
  get<T>(key: string): Promise<T | undefined>
  set(key: string, value: unknown): Promise<void>
  remove(key: string): Promise<void>
  entries(): Promise<[string, unknown][]>
  clear(): Promise<void>
}

export function openShelf(name: string): Shelf {
  let shelf: UseStore | undefined
  const attempt = async <T>(work: (open: UseStore) => Promise<T>, otherwise: T): Promise<T> => {
    try {
      shelf ??= createStore(name, 'kv')
      return await work(shelf)
    } catch {
      return otherwise
    }
  }
  return {
    get: (key) => attempt((open) => get(key, open), undefined),
    set: (key, value) => attempt((open) => set(key, value, open), undefined),
    remove: (key) => attempt((open) => del(key, open), undefined),
    entries: () => attempt((open) => entries<string, unknown>(open), []),
    clear: () => attempt((open) => clear(open), undefined),
  }
}
