const reloadedKey = 'reloaded-for-chunk'
const againAfterMs = 30_000

/** Whether a screen's code could not be fetched: gone after a release, or no connection. */
export const isLostChunk = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|error loading dynamically/i.test(error.message)

/** Reloads the page, but not twice within half a minute: a chunk that stays missing must not spin. */
export function reloadOnce(nowMs = Date.now()): boolean {
  try {
    if (nowMs - Number(sessionStorage.getItem(reloadedKey) ?? 0) < againAfterMs) return false
    sessionStorage.setItem(reloadedKey, String(nowMs))
  } catch {
    // Nowhere to note the reload down: then rather none than many.
    return false
  }
  location.reload()
  return true
}

/** Where somebody has typed: what a reload there would lose. */
let typedAt: string | undefined

/** Whether somebody has typed on this screen. */
export const hasTypedHere = (): boolean => typedAt === location.pathname

/** Chunks that fail outside of a screen, such as a preload, lead to the same one reload, but not where somebody has typed: there it is said. */
export function watchLostChunks(): void {
  addEventListener('input', () => (typedAt = location.pathname), true)
  addEventListener('vite:preloadError', () => void (navigator.onLine && !hasTypedHere() && reloadOnce()))
}
