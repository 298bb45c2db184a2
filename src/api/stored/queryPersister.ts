import { experimental_createQueryPersister as createQueryPersister } from '@tanstack/query-persist-client-core'
import { openOfflineTable } from '#device/database.ts'
import { userScopedKey, persistedReadsTableName } from '../userScopedKey.ts'

const sevenDaysMs = 7 * 24 * 3_600_000
const table = openOfflineTable(persistedReadsTableName)

/** Restores what was read and keeps what is, on a shelf of this page's. Fetched for people who are signed in: nobody else has anything on it. */
export const userReadPersister = createQueryPersister({
  storage: {
    getItem: (key: string) => table.get<string>(userScopedKey(key)).then((value) => value ?? null),
    setItem: (key: string, value: string) => table.set(userScopedKey(key), value),
    removeItem: (key: string) => table.remove(userScopedKey(key)),
  },
  maxAge: sevenDaysMs,
  prefix: 'query',
  // It would fetch without catching; persistQuery.ts does both.
  refetchOnRestore: false,
})

/** Empties the whole table, of everybody: reads, receipts, and messages and identity forms that were not sent. */
export const clearPersistedReadsTable = (): Promise<void> => table.clear()
