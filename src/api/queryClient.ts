import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { book, searchesKey } from '#contract/constants.ts'
import { setPreference } from '#device/preferences.ts'
import { store } from '#device/storage.ts'
import { announce } from './announce.ts'
import { ApiError } from './apiError.ts'
import { wipeKept } from './keep.ts'
import { wipeTab } from './keptInTab.ts'
import { setToken } from './session.ts'

const dayMs = 24 * 3_600_000

// Refusals are answers: only silence is worth asking again.
const isWorthRetrying = (count: number, error: unknown): boolean =>
  count < 2 && error instanceof ApiError && error.code === 0 && navigator.onLine

const announceFailure = (error: unknown, meta: Record<string, unknown> | undefined, read: boolean): void => {
  // The way to a full account is shown wherever the refusal stands.
  if (error instanceof ApiError && error.key === 'GUEST_RESTRICTED')
    return announce({ kind: 'guestRestricted', message: error.message, read })
  if (meta?.['errors'] === 'inline' || (error instanceof ApiError && error.code === 401)) return
  announce({ kind: 'failed', message: error instanceof Error ? error.message : 'Error' })
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, asked) => announceFailure(error, asked.meta, true) }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, _result, mutation) => announceFailure(error, mutation?.meta, false),
  }),
  defaultOptions: {
    queries: {
      // The worker answers from its shelf when there is no network, so a read is always worth trying.
      networkMode: 'always',
      staleTime: 10_000,
      gcTime: dayMs,
      retry: isWorthRetrying,
    },
  },
})

/** Ends the session on this device: token, cache and everything kept of this person. */
export async function forgetPerson(): Promise<void> {
  setToken(undefined)
  setPreference('accountType', book.demo)
  setPreference('knowsRealBook', false)
  wipeTab()
  // Kept by the device rather than of the account, yet nobody else's business either.
  store(searchesKey, undefined)
  await queryClient.cancelQueries()
  queryClient.clear()
  await wipeKept()
}
