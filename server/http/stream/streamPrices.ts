import type { MarketDataService } from '#market/market.ts'
import { type PriceChannelFrames, createPriceChannelFrames } from './streamChannels.ts'
import { createDepthFramePublisher, depthChannelSymbol, type DepthFramePublisher } from './streamDepths.ts'
import type { PriceStreamClient, PriceStreamClients } from './streamReaders.ts'

/** Sends prices and depths to those who asked for them. One frame a beat is built for everybody who reads the same. */
export class StreamPriceBroadcaster {
  readonly #readers: PriceStreamClients
  readonly #maxChannels: number
  readonly #channels: PriceChannelFrames
  readonly #depths: DepthFramePublisher
  readonly #stopBeats: () => void

  constructor(readers: PriceStreamClients, market: MarketDataService, maxChannels: number) {
    this.#readers = readers
    this.#maxChannels = maxChannels
    this.#channels = createPriceChannelFrames(market)
    this.#depths = createDepthFramePublisher(
      market,
      () => [...readers].flatMap(({ depths }) => depths),
      (channel, frame) => {
        const shared = Buffer.from(frame)
        for (const reader of readers) if (reader.depths.includes(channel)) readers.send(reader, shared)
      },
    )
    this.#stopBeats = market.onBeat((changed) => this.#beat(changed))
  }

  /** Sends what the new channels say now, and from here on what changes. */
  subscribe(reader: PriceStreamClient, symbols: readonly string[]): void {
    const readers = this.#readers
    if (symbols.some((channel) => !this.#channels.exists(channel))) return readers.close(reader, 1008, 'no such channel')
    const added = symbols.filter((channel) => !reader.channels.has(channel))
    for (const channel of added) reader.channels.add(channel)
    if (reader.channels.size > this.#maxChannels) return readers.close(reader, 1008, 'too many channels')
    tellApart(reader)
    const now = this.#channels.frame(new Set(added))
    if (now) readers.send(reader, now)
    for (const channel of added) {
      const depth = this.#depths.frame(channel)
      if (depth) readers.send(reader, depth)
    }
  }

  unsubscribe(reader: PriceStreamClient, symbols: readonly string[]): void {
    for (const channel of symbols) reader.channels.delete(channel)
    tellApart(reader)
  }

  stop(): void {
    this.#stopBeats()
    this.#depths.stop()
  }

  /** What changed goes out: `tick:*` readers share one buffer, readers of the same channels another. */
  #beat(changed: ReadonlySet<string>): void {
    this.#channels.take(changed)
    const frames = new Map<string, Buffer | undefined>()
    for (const reader of this.#readers) {
      const key = reader.prices
      if (key === '') continue
      if (!frames.has(key)) {
        const frame = this.#channels.frame(reader.channels, changed)
        frames.set(key, frame === undefined ? undefined : Buffer.from(frame))
      }
      const frame = frames.get(key)
      if (frame) this.#readers.send(reader, frame)
    }
  }
}

function tellApart(reader: PriceStreamClient): void {
  const channels = [...reader.channels].filter((channel) => channel !== 'user').toSorted()
  reader.depths = channels.filter((channel) => depthChannelSymbol(channel) !== undefined)
  reader.prices = channels.filter((channel) => depthChannelSymbol(channel) === undefined).join()
}
