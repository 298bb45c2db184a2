import { queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import type { Input, ReadCall, Reply } from '#contract/call.ts'
import { carryAge } from './age.ts'
import { keep } from './keep.ts'
import { send } from './send.ts'

/** Whoever shows its own failures says 'inline'; all others are announced. */
export interface ReadOptions {
  errors?: 'inline'
}

/** A row of the contract as query options: `useQuery(query(market.symbols, {}))`. The key is [path, params]. */
export function query<C extends ReadCall>(call: C, params: Input<C>, options: ReadOptions = {}) {
  return queryOptions<Reply<C>>({
    queryKey: [call.path, params],
    queryFn: ({ signal }) => send(call, params, { signal }),
    ...(call.kept === 'page' && { persister: keep as never }),
    structuralSharing: (before, after) => {
      const shared = replaceEqualDeep(before, after)
      carryAge(after, shared)
      return shared
    },
    meta: { errors: options.errors ?? 'inline' },
  })
}
