import { queryClient } from '#api/queryClient.ts'
import type { MessageToPage } from '../../../sw/messages.ts'

/**
 * When the worker found a newer copy of a read, whoever shows it asks again; the worker answers from its shelf. Listens before the page has
 * asked for anything: what the worker says to nobody, it does not say again.
 */
export function startRefetchOnNewerWorkerRead(container: EventTarget | undefined = navigator.serviceWorker): void {
  container?.addEventListener('message', (event) => {
    const { data } = event as MessageEvent<Partial<MessageToPage> | null>
    if (data?.type === 'fresher') void refetchStored([data.path])
  })
}

/** An answer that is still on its way may be the copy of before: it comes first, and then it is asked for again. */
async function refetchStored(queryKey: readonly unknown[]): Promise<void> {
  const fetchingQueries = queryClient.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })
  await Promise.allSettled(fetchingQueries.map((query) => query.fetch()))
  await queryClient.invalidateQueries({ queryKey })
}
