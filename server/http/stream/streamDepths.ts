import type { DepthTick } from '#contract/priceStream.ts'
import type { MarketDataService } from '#market/market.ts'

/** The channels `depth:SYMBOL`: what each says now, and who is to hear of it. */
export interface DepthFramePublisher {
  /** What this channel says now; undefined for a channel of another kind. */
  frame(channel: string): string | undefined
  stop(): void
}

const everyMs = 250
const levels = 50
const kind = 'depth:'

/** The market of a depth channel. */
export const depthChannelSymbol = (channel: string): string | undefined =>
  channel.startsWith(kind) ? channel.slice(kind.length) : undefined

/**
 * At most four times a second, and only of books that somebody watches: `watched` gives the channels of all readers,
 * `send` is called with what changed. Exchanges are followed just as long.
 */
export function createDepthFramePublisher(
  market: MarketDataService,
  watched: () => Iterable<string>,
  send: (channel: string, frame: string) => void,
): DepthFramePublisher {
  const followed = new Map<string, { leave(): void; said: string }>()

  const frameOf = (symbol: string): string => {
    const isReal = market.board.price(symbol)?.feedMode === 'LIVE'
    const { bids, asks, source, ts } = (isReal && market.depths?.depth(symbol, levels)) || { bids: [], asks: [], source: null, ts: null }
    const event: DepthTick = { c: 'depth', s: symbol, b: bids, a: asks, src: source, ts }
    return JSON.stringify([event])
  }

  const check = (): void => {
    const wanted = new Set(watched())
    for (const [channel, { leave }] of followed) {
      if (wanted.has(channel)) continue
      leave()
      followed.delete(channel)
    }
    for (const channel of wanted) {
      const symbol = depthChannelSymbol(channel)
      if (symbol === undefined) continue
      const known = followed.get(channel) ?? { leave: market.depths?.follow(symbol) ?? (() => {}), said: '' }
      followed.set(channel, known)
      const frame = frameOf(symbol)
      if (frame === known.said) continue
      known.said = frame
      send(channel, frame)
    }
  }
  // Not a job: it only reads memory, at a pace that is promised.
  const timer = setInterval(check, everyMs)

  return {
    frame: (channel) => {
      const symbol = depthChannelSymbol(channel)
      return symbol === undefined ? undefined : frameOf(symbol)
    },
    stop: () => {
      clearInterval(timer)
      for (const { leave } of followed.values()) leave()
    },
  }
}
