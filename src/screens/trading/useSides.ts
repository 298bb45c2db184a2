import { useCallback, useSyncExternalStore } from 'react'
import { livePrice, usePrice, watchPrice } from '#api/prices.ts'
import type { Decimal } from '#contract/decimal.ts'
import { type Conversion, conversionSymbol, noConversion } from '#rules/quote.ts'

/** How a quote currency becomes USDT at the newest price; undefined until that price is known. */
function useConversion(quote: string): Conversion | undefined {
  const through = conversionSymbol[quote]
  const subscribe = useCallback((listener: () => void) => (through ? watchPrice(through.symbol, listener) : () => {}), [through])
  const rate = useSyncExternalStore(subscribe, () => (through ? livePrice(through.symbol)?.price : undefined))
  if (!through) return noConversion
  return rate && { rate, by: through.by }
}

export interface LiveSides {
  bid: Decimal
  ask: Decimal
  mark: Decimal
  conversion: Conversion
  stale: boolean
  feedMode: string
}

/** Bid, ask and mark of a market with its conversion, from the live feed; undefined before the first tick. */
export function useSides(symbol: string, quote: string): LiveSides | undefined {
  const live = usePrice(symbol)
  const conversion = useConversion(quote)
  if (!live || !conversion) return undefined
  return { bid: live.bid, ask: live.ask, mark: live.mark, conversion, stale: live.stale, feedMode: live.feedMode }
}
