import { notifyManager, type Query, type QueryFunctionContext, type QueryKey } from '@tanstack/react-query'
import { persistedReadsTableName } from '../userScopedKey.ts'
import { hasToken } from '../session.ts'

const loadQueryPersister = () => import('./queryPersister.ts')
// Beside the first screen, which waits for what is kept.
if (hasToken()) loadQueryPersister().catch(() => undefined)

/**
 * This person's reads (`kept: 'page'`), restored at the next launch and for seven days (docs/rules/content.md), then made fresh: however young a copy
 * is, another device or the page before may have changed what it tells.
 */
export async function restoreOrFetchUserRead<T, K extends QueryKey, C>(
  queryFn: (context: C) => T | Promise<T>,
  context: QueryFunctionContext<K>,
  query: Query,
): Promise<T> {
  const persister = await loadQueryPersister().catch(() => undefined)
  // Without it nothing is kept, and everything else works.
  if (!persister) return queryFn(context as C)
  let isFetched = false
  const reply = await persister.userReadPersister.persisterFn(
    (now) => {
      isFetched = true
      return queryFn(now as C)
    },
    context,
    query,
  )
  if (!isFetched) notifyManager.schedule(() => void refresh(query))
  return reply
}

/** The same for lists in pages. Of no type, so that what a list gives is told from the call that fetches it. */
export const restoreOrFetchUserReadPages = restoreOrFetchUserRead as never

/** A failure is the query's own state, shown by whoever reads it. */
function refresh(query: Query): Promise<unknown> {
  // Whoever leaves a screen breaks off what it asked for: then the copy must not count as fresh for the next one.
  query.invalidate()
  return query.fetch().catch(() => undefined)
}

/** Forgets everything of everybody: at sign-out and on any 401. */
export async function wipeAllPersistedReads(): Promise<void> {
  const persister = await loadQueryPersister().catch(() => undefined)
  if (persister) return persister.clearPersistedReadsTable()
  try {
    indexedDB.deleteDatabase(persistedReadsTableName)
  } catch {
    // No database, and so nothing in it.
  }
}
