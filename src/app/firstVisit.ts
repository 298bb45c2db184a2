import { queryClient } from '#api/queryClient.ts'
import { currentLanguage } from '#i18n/i18n.ts'
import type { ToWorker } from '../../sw/messages.ts'

/** The first visit is not in the worker's charge: what it has read so far is named to it, so that the next start works offline. */
export function keepReadsOfFirstVisit(worker: ServiceWorker | undefined): void {
  const lang = currentLanguage().code
  const reads = queryClient
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey: [path, params] }) =>
      typeof path === 'string' && path.startsWith('/') ? [{ url: path + searchOf(params), lang }] : [],
    )
  worker?.postMessage({ type: 'keep', reads } satisfies ToWorker)
}

function searchOf(params: unknown): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(params ?? {})) if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `?${search}` : ''
}
