import type { BrowserContext } from 'playwright-core'

/** What a service worker fetched: its path, its bytes on the way, and when it began, epoch ms. */
export interface WorkerRequest {
  path: string
  bytes: number
  atMs: number
}

/** Notes from now on what the workers of this context fetch over the network; what their browser had already is no request. */
export function watchWorker(context: BrowserContext): WorkerRequest[] {
  const seen: WorkerRequest[] = []
  context.on('requestfinished', async (request) => {
    if (!request.serviceWorker()) return
    // A page that is put away while it answers is not asked any more.
    const sizes = await request.sizes().catch(() => undefined)
    if (!sizes) return
    // From the browser's own cache nothing comes, not even headers.
    if (sizes.responseHeadersSize + sizes.responseBodySize <= 0) return
    seen.push({
      path: new URL(request.url()).pathname,
      bytes: sizes.responseHeadersSize + sizes.responseBodySize,
      atMs: request.timing().startTime,
    })
  })
  return seen
}
