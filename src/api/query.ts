import { queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import type { CallArguments, GetCall, CallReply } from '#contract/call.ts'
import { copyReplyFetchedAt } from './dataAsOf.ts'
import { readStartupReplyOrSend } from './frame.ts'
import { restoreOrFetchUserRead } from './stored/persistQuery.ts'

/** Whoever shows its own failures says 'inline'; all others are announced. */
export interface ApiReadQueryOptions {
  errors?: 'inline'
}

// What is the same for everyone changes seldom, and the worker says so when it does. Whoever needs it younger says so too.
const sharedReplyMaxAgeMs = 60_000

/**
 * A row of the contract as query options: `useQuery(apiReadQuery(market.symbols, {}))`. The key is [path, params]. `R` says which of
 * several replies.
 */
export function apiReadQuery<C extends GetCall, R extends CallReply<C> = CallReply<C>>(
  call: C,
  params: CallArguments<C>,
  options: ApiReadQueryOptions = {},
) {
  return queryOptions<R>({
    queryKey: [call.path, params],
    queryFn: ({ signal }) => readStartupReplyOrSend(call, params, { signal }) as Promise<R>,
    ...(call.kept === 'worker' && { staleTime: sharedReplyMaxAgeMs }),
    ...(call.kept === 'page' && { persister: restoreOrFetchUserRead }),
    structuralSharing: (previousReply, nextReply) => {
      const mergedReply = replaceEqualDeep(previousReply, nextReply)
      copyReplyFetchedAt(nextReply, mergedReply)
      return mergedReply
    },
    meta: { errors: options.errors ?? 'inline' },
  })
}
