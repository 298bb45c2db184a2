import type { ExchangeBookUpdate, ExchangeDepthAdapter, ExchangeDepthLevel } from './depthExchanges.ts'
import { isPlainNonNegativeDecimal } from './source.ts'

/** One exchange's book of one product, as far as we were told. */
export interface ExchangeOrderBook {
  /** False when it does not add up: what is known of it is worth nothing until it is told whole. */
  take(said: ExchangeBookUpdate): boolean
  /** The best `count` levels of each side, best first; undefined while there is no book or its sides cross. */
  top(count: number): { bids: readonly ExchangeDepthLevel[]; asks: readonly ExchangeDepthLevel[] } | undefined
}

type Side = Map<number, ExchangeDepthLevel>

export function createExchangeOrderBook({
  mostLevels = Number.POSITIVE_INFINITY,
  sum,
}: Pick<ExchangeDepthAdapter, 'mostLevels' | 'sum'>): ExchangeOrderBook {
  // Keyed by the number so that '1.50' and '1.5' are one price; what is shown is the text.
  const bids: Side = new Map()
  const asks: Side = new Map()

  const apply = (side: Side, levels: readonly ExchangeDepthLevel[], way: 1 | -1): boolean => {
    for (const level of levels) {
      const [price, quantity] = level
      if (!isPlainNonNegativeDecimal(price) || !isPlainNonNegativeDecimal(quantity)) return false
      if (/[1-9]/.test(quantity)) side.set(Number(price), level)
      else side.delete(Number(price))
    }
    if (side.size > mostLevels) for (const price of inOrder(side, way).slice(mostLevels)) side.delete(price)
    return true
  }
  const best = (side: Side, way: 1 | -1, count: number): ExchangeDepthLevel[] =>
    Array.from(inOrder(side, way).slice(0, count), (price) => side.get(price)!)

  return {
    take: (said) => {
      if (said.whole) {
        bids.clear()
        asks.clear()
      }
      const isRead = apply(bids, said.bids, -1) && apply(asks, said.asks, 1)
      return isRead && (!sum || said.sum === sum(best(bids, -1, 10), best(asks, 1, 10)))
    },
    top: (count) => {
      const [bid, ask] = [best(bids, -1, count), best(asks, 1, count)]
      return bid[0] && ask[0] && Number(bid[0][0]) < Number(ask[0][0]) ? { bids: bid, asks: ask } : undefined
    },
  }
}

const inOrder = (side: Side, way: 1 | -1): Float64Array => {
  const prices = Float64Array.from(side.keys()).sort()
  return way === 1 ? prices : prices.reverse()
}
