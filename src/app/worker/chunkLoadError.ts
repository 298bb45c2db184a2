const reloadedKey = 'reloaded-for-chunk'
const againAfterMs = 30_000

/** Whether a screen's code could not be fetched: gone after a release, or no connection. */
export const isChunkLoadError = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|error loading dynamically/i.test(error.message)

/** Reloads the page, but not twice within half a minute: a chunk that stays missing must not spin. */
export function reloadPageUnlessJustReloaded(nowMs = Date.now()): boolean {
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

/** Where somebody has typed, and into what: a reload there would lose it. */
let typedAt: string | undefined
const typedInto = new Set<EventTarget | null>()

/** Whether somebody has typed on this screen. */
export const hasTypedOnCurrentScreen = (): boolean => typedAt === location.pathname

/** Whether somebody has typed into this field, which is on the screen, since the page began. */
export const hasTypedInto = (field: EventTarget): boolean => typedInto.has(field)

/** Chunks that fail outside of a screen, such as a preload, lead to the same one reload, but where somebody has typed it is kept first (fieldRecovery.ts). */
export function startChunkLoadErrorHandling(): void {
  // From the page's beginning: a slow phone takes up letters before anything else of it goes on.
  addEventListener(
    'input',
    ({ target }) => {
      if (!hasTypedOnCurrentScreen()) typedInto.clear()
      typedAt = location.pathname
      typedInto.add(target)
    },
    true,
  )
  addEventListener('vite:preloadError', () => void (navigator.onLine && !hasTypedOnCurrentScreen() && reloadPageUnlessJustReloaded()))
}
