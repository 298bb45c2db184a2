import { overlayMinimumMs } from '#contract/constants.ts'
import { createStore } from '#device/store.ts'

/** The page-loading store of requirements §3. An undefined text shows "Loading…" in the person's language. */
export interface Overlay {
  isLoading: boolean
  options: OverlayOptions
  /** When it was shown, epoch ms. */
  startTime: number
}
export interface OverlayOptions {
  text: string | undefined
  /** A CSS background; undefined is the near-opaque surface of the theme. */
  background: string | undefined
  minDurationMs: number
}

const defaults: OverlayOptions = { text: undefined, background: undefined, minDurationMs: overlayMinimumMs }

export const loadingOverlay = createStore<Overlay>({ isLoading: false, options: defaults, startTime: 0 })

let hiding: ReturnType<typeof setTimeout> | undefined

/** Shows the overlay; options given here go over the defaults. Shown again while it is up, it starts its minimum anew. */
export function showOverlay(options: Partial<OverlayOptions> = {}): void {
  clearTimeout(hiding)
  hiding = undefined
  loadingOverlay.set({ isLoading: true, options: { ...defaults, ...options }, startTime: Date.now() })
}

/** Called when it really stands on the screen: the minimum counts from there, also when hiding was asked for meanwhile. */
export function overlayIsOnScreen(): void {
  loadingOverlay.set((now) => ({ ...now, startTime: Date.now() }))
  if (hiding === undefined) return
  clearTimeout(hiding)
  hiding = undefined
  hideOverlay()
}

/** Hides the overlay, no sooner than its minimum after it was shown (requirements §4). */
export function hideOverlay(): void {
  const { isLoading, startTime, options } = loadingOverlay.get()
  if (!isLoading || hiding !== undefined) return
  const leftMs = Math.max(0, options.minDurationMs - (Date.now() - startTime))
  hiding = setTimeout(() => {
    hiding = undefined
    loadingOverlay.set((now) => ({ ...now, isLoading: false }))
  }, leftMs)
}
