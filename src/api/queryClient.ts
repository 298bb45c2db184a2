import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { accountTypes, recentSearchesStorageKey } from '#contract/constants.ts'
import { setDevicePreference } from '#device/preferences.ts'
import { writeLocalStorage } from '#device/storage.ts'
import { emitApiLayerEvent } from './stream/appEvents.ts'
import { ApiError } from './apiError.ts'
import { wipeAllPersistedReads } from './stored/persistQuery.ts'
import { clearTabFormDrafts } from './stored/tabStorage.ts'
import { setToken } from './session.ts'

const dayMs = 24 * 3_600_000

// Refusals are answers: only silence is worth asking again.
const isWorthRetrying = (count: number, error: unknown): boolean =>
  count < 2 && error instanceof ApiError && error.code === 0 && navigator.onLine

const announceFailure = (error: unknown, meta: Record<string, unknown> | undefined, isRead: boolean): void => {
  // The way to a full account is shown wherever the refusal stands.
  if (error instanceof ApiError && error.key === 'GUEST_RESTRICTED')
    return emitApiLayerEvent({ kind: 'guestRestricted', message: error.message, read: isRead })
  if (meta?.['errors'] === 'inline' || (error instanceof ApiError && error.code === 401)) return
  emitApiLayerEvent({ kind: 'failed', message: error instanceof Error ? error.message : 'Error' })
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => announceFailure(error, query.meta, true) }),
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
export async function endSessionOnDevice(): Promise<void> {
  setToken(undefined)
  setDevicePreference('accountType', accountTypes.demo)
  setDevicePreference('knowsRealBook', false)
  clearTabFormDrafts()
  // Kept by the device rather than of the account, yet nobody else's business either.
  writeLocalStorage(recentSearchesStorageKey, undefined)
  await queryClient.cancelQueries()
  queryClient.clear()
  await wipeAllPersistedReads()
}
