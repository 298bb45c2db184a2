import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { dataAsOf } from '#api/dataAsOf.ts'
import { useAccountType } from '#api/accountType.ts'
import { apiReadQuery } from '#api/query.ts'
import { type SecondContractOrder, secondContracts } from '#contract/calls/secondContracts.ts'
import { secondContractStatus } from '#contract/states.ts'
import { createStore } from '#device/store.ts'

const pollMs = 5_000
const idlePollMs = 60_000

// What was seen running since the app began: its result is shown once, until put away.
const watched = createStore<ReadonlySet<string>>(new Set())
const addWatched = (id: string): void => watched.set((now) => new Set(now).add(id))
const removeWatched = (id: string): void => watched.set((now) => new Set([...now].filter((one) => one !== id)))

/** Where one stands: what runs, what may be staked, what there was. The stream tells of changes; asking now and then covers its gaps. */
export function useSecondContractSummary() {
  return useQuery({
    ...apiReadQuery(secondContracts.head, { accountType: useAccountType() }),
    refetchInterval: ({ state }) => (state.data && state.data.runningCount > 0 ? pollMs : idlePollMs),
  })
}

/** Contracts that run, and those that ended while one looked. */
export function useRunningAndJustEndedSecondContracts() {
  const accountType = useAccountType()
  const head = useSecondContractSummary()
  const watchedIds = useSyncExternalStore(watched.subscribe, watched.get)
  const latestQuery = useQuery({
    ...apiReadQuery(secondContracts.orders, { accountType, status: String(secondContractStatus.settled), pageSize: 10 }),
    // Results are shown of what was seen running alone.
    enabled: watchedIds.size > 0,
  })
  const running = head.data?.running
  const unwatchedOrders = running?.filter(({ id }) => !watchedIds.has(id)) ?? []
  if (unwatchedOrders.length > 0) queueMicrotask(() => unwatchedOrders.forEach(({ id }) => addWatched(id)))
  const results: SecondContractOrder[] = latestQuery.data?.records.filter(({ id }) => watchedIds.has(id)) ?? []
  return {
    running,
    results,
    dismiss: removeWatched,
    error: head.error,
    retry: () => void head.refetch(),
    at: head.data && dataAsOf(head.data, head.dataUpdatedAt),
  }
}
