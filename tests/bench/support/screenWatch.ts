// Runs inside the page, before the app: it must not use anything from outside itself.

/** What the watched page saw since `begin`. */
export interface Watched {
  ticks: number
  /** Rows in the document whose price changed, summed over the ticks. */
  changed: number
  /** Rows that were written to, summed over the ticks. */
  written: number
  /** Rows that were written to although neither this tick nor the one before changed their price. */
  strayed: number
  strays: string[]
  bytes: number
  /** Channels asked for and not given up. */
  subscriptions: number
  rows: number
  longTasks: number[]
}

declare global {
  interface Window {
    watched: { begin(): void; end(): Watched }
  }
}

export function watchPage(): void {
  const held = new Set<string>()
  const last = new Map<string, string>()
  const longTasks: { at: number; took: number }[] = []
  let counts = { ticks: 0, changed: 0, written: 0, strayed: 0, bytes: 0 }
  let strays: string[] = []
  let beganAt = 0
  let now = new Set<string>()
  let before = new Set<string>()
  const touched = new Set<string>()

  const rowsOf = (): Set<string> =>
    new Set([...document.querySelectorAll('li[data-index] a[href*="symbol="]')].map((link) => symbolIn(link) ?? ''))
  const symbolIn = (element: Element): string | undefined => /symbol=(\w+)/.exec(element.getAttribute('href') ?? '')?.[1]

  const hear = (text: string): void => {
    counts.bytes += text.length
    const ticks = (JSON.parse(text) as { c: string; s: string; p: string }[]).filter(({ c }) => c === 'tick')
    if (ticks.length === 0) return
    settle()
    before = now
    now = new Set(ticks.filter(({ s, p }) => last.get(s) !== p).map(({ s }) => s))
    for (const { s, p } of ticks) last.set(s, p)
    const rows = rowsOf()
    counts.ticks++
    counts.changed += [...now].filter((symbol) => rows.has(symbol)).length
  }
  const settle = (): void => {
    counts.written += touched.size
    for (const symbol of touched) {
      if (now.has(symbol) || before.has(symbol)) continue
      counts.strayed++
      if (strays.length < 5) strays.push(symbol)
    }
    touched.clear()
  }

  const native = window.WebSocket
  window.WebSocket = class extends native {
    constructor(...given: ConstructorParameters<typeof WebSocket>) {
      super(...given)
      this.addEventListener('message', ({ data }: MessageEvent<string>) => hear(data))
      this.addEventListener('close', () => held.clear())
    }
    override send(text: string): void {
      const { op, ch = [] } = JSON.parse(text) as { op: string; ch?: string[] }
      if (op === 'sub') for (const channel of ch) held.add(channel)
      if (op === 'unsub') for (const channel of ch) held.delete(channel)
      super.send(text)
    }
  }

  new MutationObserver((mutations) => {
    for (const { target } of mutations) {
      const element = target instanceof Element ? target : target.parentElement
      const link = element?.closest('li[data-index]')?.querySelector('a[href*="symbol="]')
      const symbol = link && symbolIn(link)
      if (symbol) touched.add(symbol)
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) longTasks.push({ at: startTime, took: duration })
  }).observe({ type: 'longtask', buffered: true })

  window.watched = {
    begin: () => {
      settle()
      counts = { ticks: 0, changed: 0, written: 0, strayed: 0, bytes: 0 }
      strays = []
      beganAt = performance.now()
    },
    end: () => {
      settle()
      const late = longTasks.filter(({ at }) => at >= beganAt).map(({ took }) => took)
      return { ...counts, strays, subscriptions: held.size, rows: rowsOf().size, longTasks: late }
    },
  }
}
