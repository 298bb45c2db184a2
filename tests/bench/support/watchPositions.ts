// Runs inside the page, before the app: it must not use anything from outside itself.

/** What a page with open positions did since `begin`. */
export interface PositionUpdates {
  /** Frames of the stream with a new price in them. */
  ticks: number
  /** Elements whose text, children or look was written. */
  written: number
  /** Lists of positions fetched again: a price alone is no reason. */
  reads: number
  longTasks: number[]
  /** Frames drawn. */
  frames: number
}

declare global {
  interface Window {
    held: { begin(): void; end(): PositionUpdates }
  }
}

export function watchPositions(): void {
  const zero = () => ({ ticks: 0, written: 0, reads: 0, frames: 0 })
  let counts = zero()
  let beganAt = 0
  const longTasks: { at: number; took: number }[] = []

  const native = window.WebSocket
  window.WebSocket = class extends native {
    constructor(...given: ConstructorParameters<typeof WebSocket>) {
      super(...given)
      this.addEventListener('message', ({ data }: MessageEvent<string>) => {
        if (data.includes('"c":"tick"')) counts.ticks++
      })
    }
  }
  new MutationObserver((mutations) => {
    counts.written += new Set(mutations.map(({ target }) => target)).size
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) longTasks.push({ at: startTime, took: duration })
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) if (name.includes('appTradePositions/listMy')) counts.reads++
  }).observe({ type: 'resource' })
  const frame = () => {
    counts.frames++
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)

  window.held = {
    begin: () => {
      counts = zero()
      beganAt = performance.now()
    },
    end: () => ({ ...counts, longTasks: longTasks.filter(({ at }) => at >= beganAt).map(({ took }) => took) }),
  }
}
