import { type CandlePeriod, candlePeriods, type MarketPrice } from '#contract/calls/market.ts'
import type { CandleTick, PriceTick } from '#contract/priceStream.ts'
import type { MarketDataService } from '#market/market.ts'

/** What each channel says now, as text that is built once a beat however many read it. */
export interface PriceChannelFrames {
  exists(channel: string): boolean
  /** Takes note of what changed. Beats come at most four times a second (Feed.everyMs), and so do a symbol's ticks. */
  take(changed: ReadonlySet<string>): void
  /** The frame for a set of channels, of changed symbols only where those are given; undefined when there is nothing to say. */
  frame(channels: ReadonlySet<string>, changed?: ReadonlySet<string>): string | undefined
}

const isPeriod = (text: string | undefined): text is CandlePeriod => candlePeriods.includes(text as CandlePeriod)

/** A symbol's price as the stream says it; undefined while there is none. */
function tickOf(price: MarketPrice | undefined, seq: number): PriceTick | undefined {
  if (!price || price.currentPrice === null || price.markPrice === null || price.bid === null || price.ask === null) return undefined
  return {
    c: 'tick',
    s: price.symbol,
    p: price.currentPrice,
    m: price.markPrice,
    b: price.bid,
    a: price.ask,
    r: price.riseRate,
    ts: price.ts,
    seq,
    fm: price.feedMode,
  }
}

export function createPriceChannelFrames(market: MarketDataService): PriceChannelFrames {
  const sequence = new Map<string, number>()
  const ticks = new Map<string, string>()
  let bars = new Map<string, string | undefined>()

  const tick = (symbol: string): string | undefined => {
    const known = ticks.get(symbol)
    if (known !== undefined) return known
    const event = tickOf(market.board.price(symbol), sequence.get(symbol) ?? 0)
    if (!event) return undefined
    const text = JSON.stringify(event)
    ticks.set(symbol, text)
    return text
  }

  const bar = (channel: string, symbol: string, period: CandlePeriod): string | undefined => {
    if (bars.has(channel)) return bars.get(channel)
    const candle = market.board.bar(symbol, period)
    const event: CandleTick | undefined = candle && {
      c: 'kline',
      s: symbol,
      period,
      k: [candle[0], candle[1], candle[2], candle[3], candle[4]],
    }
    const text = event && JSON.stringify(event)
    bars.set(channel, text)
    return text
  }

  return {
    exists: (channel) => {
      const [kind, symbol = '', period, ...more] = channel.split(':')
      if (more.length > 0) return false
      if (kind === 'tick') return period === undefined && (symbol === '*' || market.spec(symbol) !== undefined)
      if (kind === 'kline') return isPeriod(period) && market.spec(symbol) !== undefined
      if (kind === 'depth') return period === undefined && market.spec(symbol) !== undefined
      return channel === 'user'
    },
    take: (changed) => {
      for (const symbol of changed) {
        sequence.set(symbol, (sequence.get(symbol) ?? 0) + 1)
        ticks.delete(symbol)
      }
      bars = new Map()
    },
    frame: (channels, changed) => {
      const said: string[] = []
      const isNew = (symbol: string): boolean => changed?.has(symbol) ?? true
      const all = channels.has('tick:*')
      if (all) for (const symbol of changed ?? market.specs.map((spec) => spec.symbol)) said.push(tick(symbol) ?? '')
      for (const channel of channels) {
        const [kind, symbol = '', period] = channel.split(':')
        if (kind === 'tick' && !all && isNew(symbol)) said.push(tick(symbol) ?? '')
        if (kind === 'kline' && isPeriod(period) && isNew(symbol)) said.push(bar(channel, symbol, period) ?? '')
      }
      const events = said.filter(Boolean)
      return events.length > 0 ? `[${events.join(',')}]` : undefined
    },
  }
}
