import { loadingOverlayMinVisibleMs } from '#contract/constants.ts'
import { createStore } from '#device/store.ts'

/** The page-loading store of docs/rules/interface.md. An undefined text shows "Loading…" in the person's language. */
export interface LoadingOverlayState {
  isLoading: boolean
  options: LoadingOverlayOptions
  /** When it was shown, epoch ms. */
  startTime: number
}
export interface LoadingOverlayOptions {
  text: string | undefined
  /** A CSS background; undefined is the near-opaque surface of the theme. */
  background: string | undefined
  minDurationMs: number
}

const defaults: LoadingOverlayOptions = { text: undefined, background: undefined, minDurationMs: loadingOverlayMinVisibleMs }

export const loadingOverlayStore = createStore<LoadingOverlayState>({ isLoading: false, options: defaults, startTime: 0 })

let hideTimer: ReturnType<typeof setTimeout> | undefined

/** Shows the overlay; options given here go over the defaults. Shown again while it is up, it starts its minimum anew. */
export function showLoadingOverlay(options: Partial<LoadingOverlayOptions> = {}): void {
  clearTimeout(hideTimer)
  hideTimer = undefined
  loadingOverlayStore.set({ isLoading: true, options: { ...defaults, ...options }, startTime: Date.now() })
}

/** Called when it really stands on the screen: the minimum counts from there, also when hiding was asked for meanwhile. */
export function markLoadingOverlayVisible(): void {
  loadingOverlayStore.set((now) => ({ ...now, startTime: Date.now() }))
  if (hideTimer === undefined) return
  clearTimeout(hideTimer)
  hideTimer = undefined
  finishLoadingOverlay()
}

/** Hides the overlay, no sooner than its minimum after it was shown (docs/rules/interface.md). */
export function finishLoadingOverlay(): void {
  const { isLoading, startTime, options } = loadingOverlayStore.get()
  if (!isLoading || hideTimer !== undefined) return
  const remainingMs = Math.max(0, options.minDurationMs - (Date.now() - startTime))
  hideTimer = setTimeout(() => {
    hideTimer = undefined
    loadingOverlayStore.set((now) => ({ ...now, isLoading: false }))
  }, remainingMs)
}
