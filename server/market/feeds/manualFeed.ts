import type { Decimal } from '#contract/decimal.ts'
import type { FeedMode } from '#contract/states.ts'
import { addCrossPrices } from '../crosses.ts'
import type { SymbolSpec } from '../market.ts'
import { toScaledPrice } from '#rules/scaled.ts'
import { type Feed, maxFeedCatchUpSeconds, type FeedTick } from './feed.ts'

/** A feed for tests: prices stand where they are put, markets open and close when told. */
export interface ManualFeed extends Feed {
  put(prices: Record<string, Decimal | string>): void
  /** No observation of this symbol until it is put again. */
  silence(symbol: string): void
  setOpen(symbol: string, open: boolean): void
}

export function createManualFeed(specs: readonly SymbolSpec[], mode: FeedMode = 'SIM'): ManualFeed {
  const prices = new Map<string, bigint>()
  const closed = new Set<string>()
  let at = 0
  const seen = (): ReadonlyMap<string, bigint> => {
    const open = new Map([...prices].filter(([symbol]) => !closed.has(symbol)))
    addCrossPrices(specs, open)
    return open
  }
  return {
    name: 'hand',
    everyMs: 1000,
    generatesHistory: false,
    modeOf: () => mode,
    sourcesOf: () => [],
    session: (symbol) => ({ open: !closed.has(symbol) }),
    resume: (last, nowMs) => {
      at = Math.max(last?.sec ?? 0, Math.floor(nowMs / 1000) - 1)
    },
    due: (nowMs) => {
      const seconds: FeedTick[] = []
      const now = Math.floor(nowMs / 1000)
      at = Math.max(at, now - maxFeedCatchUpSeconds)
      while (at < now) seconds.push({ sec: ++at, prices: seen(), missed: false })
      return seconds.slice(-maxFeedCatchUpSeconds)
    },
    start: () => {},
    stop: () => {},
    put: (ticks) => {
      for (const [symbol, price] of Object.entries(ticks)) prices.set(symbol, toScaledPrice(price))
    },
    silence: (symbol) => void prices.delete(symbol),
    setOpen: (symbol, open) => void (open ? closed.delete(symbol) : closed.add(symbol)),
  }
}
