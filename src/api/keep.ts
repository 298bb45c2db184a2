import { experimental_createQueryPersister as createQueryPersister } from '@tanstack/query-persist-client-core'
import { notifyManager, type Query, type QueryPersister } from '@tanstack/react-query'
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
export const filed = (key: string): string => `${owner()}:${key}`

const keeper = createQueryPersister({
  storage: {
    getItem: (key: string) => shelf.get<string>(filed(key)).then((value) => value ?? null),
    setItem: (key: string, value: string) => shelf.set(filed(key), value),
    removeItem: (key: string) => shelf.remove(filed(key)),
  },
  maxAge: sevenDaysMs,
  prefix: 'query',
  // It would fetch without catching; we do both below.
  refetchOnRestore: false,
})

/**
 * This person's reads (`kept: 'page'`), restored at the next launch and for seven days (product §4.4), then made fresh: however young a copy
 * is, another device or the page before may have changed what it tells.
 */
export const keep: QueryPersister<never, never> = async (ask, context, query) => {
  let isAsked = false
  const reply = await keeper.persisterFn(
    (now) => {
      isAsked = true
      return (ask as (context: typeof now) => unknown)(now)
    },
    context,
    query,
  )
  if (!isAsked) notifyManager.schedule(() => void refresh(query))
  return reply as never
}

/** A failure is the query's own state, shown by whoever reads it. */
function refresh(query: Query): Promise<unknown> {
  // Whoever leaves a screen breaks off what it asked for: then the copy must not count as fresh for the next one.
  query.invalidate()
  return query.fetch().catch(() => undefined)
}

/** Forgets everything of everybody: at sign-out and on any 401. */
export const wipeKept = (): Promise<void> => shelf.clear()
