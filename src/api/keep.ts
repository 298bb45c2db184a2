import { experimental_createQueryPersister as createQueryPersister } from '@tanstack/query-persist-client-core'
import { openShelf } from '#device/database.ts'
import { session } from './session.ts'

const sevenDaysMs = 7 * 24 * 3_600_000
const shelf = openShelf('kept-by-page')

// Entries are filed under the token they were read with, so that another person on this phone never meets them,
// even if wiping at sign-out was cut short.
const owner = (): string => {
  let tag = 5381
  for (const letter of session.get().token ?? '') tag = (tag * 33 + letter.charCodeAt(0)) >>> 0
  return tag.toString(36)
}
const filed = (key: string): string => `${owner()}:${key}`

/** This person's reads (`kept: 'page'`), restored at the next launch and for seven days (product §4.4). */
export const keeper = createQueryPersister({
  storage: {
    getItem: (key: string) => shelf.get<string>(filed(key)).then((value) => value ?? null),
    setItem: (key: string, value: string) => shelf.set(filed(key), value),
    removeItem: (key: string) => shelf.remove(filed(key)),
  },
  maxAge: sevenDaysMs,
  prefix: 'query',
})

/** Forgets everything of everybody: at sign-out and on any 401. */
export const wipeKept = (): Promise<void> => shelf.clear()
