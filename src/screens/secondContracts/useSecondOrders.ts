import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { madeAt } from '#api/age.ts'
import { useBook } from '#api/book.ts'
import { query } from '#api/query.ts'
import { type SecondOrder, secondContracts } from '#contract/calls/secondContracts.ts'
import { secondStatus } from '#contract/states.ts'
import { createStore } from '#device/store.ts'

const askAgainMs = 5_000

// What was seen running since the app began: its result is shown once, until put away.
const watched = createStore<ReadonlySet<string>>(new Set())
const put = (id: string): void => watched.set((now) => new Set(now).add(id))
const dismiss = (id: string): void => watched.set((now) => new Set([...now].filter((one) => one !== id)))

/** Contracts that run, and those that ended while one looked. The stream tells of changes; asking now and then covers its gaps. */
export function useSecondOrders() {
  const accountType = useBook()
  const alive = useQuery({
    ...query(secondContracts.orders, { accountType, status: `${secondStatus.running},${secondStatus.settling}`, pageSize: 20 }),
    refetchInterval: ({ state }) => (state.data && state.data.total > 0 ? askAgainMs : false),
  })
  const latest = useQuery(query(secondContracts.orders, { accountType, status: String(secondStatus.settled), pageSize: 10 }))
  const seen = useSyncExternalStore(watched.subscribe, watched.get)
  const running = alive.data?.records
  const fresh = running?.filter(({ id }) => !seen.has(id)) ?? []
  if (fresh.length > 0) queueMicrotask(() => fresh.forEach(({ id }) => put(id)))
  const results: SecondOrder[] = latest.data?.records.filter(({ id }) => seen.has(id)) ?? []
  return {
    running,
    results,
    dismiss,
    error: alive.error,
    retry: () => void alive.refetch(),
    at: alive.data && madeAt(alive.data, alive.dataUpdatedAt),
  }
}
