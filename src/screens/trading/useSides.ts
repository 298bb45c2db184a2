import { useCallback, useSyncExternalStore } from 'react'
import { getLivePrice, useLivePrice, watchLivePrice } from '#api/stream/prices.ts'
import type { Decimal } from '#contract/decimal.ts'
import { type UsdtConversion, usdtConvertersByCurrency, noUsdtConversion } from '#rules/quote.ts'

/** How a quote currency becomes USDT at the newest price; undefined until that price is known. */
function useConversion(quote: string): UsdtConversion | undefined {
  const conversionMarket = usdtConvertersByCurrency[quote]
  const subscribe = useCallback(
    (listener: () => void) => (conversionMarket ? watchLivePrice(conversionMarket.symbol, listener) : () => {}),
    [conversionMarket],
  )
  const rate = useSyncExternalStore(subscribe, () => (conversionMarket ? getLivePrice(conversionMarket.symbol)?.price : undefined))
  if (!conversionMarket) return noUsdtConversion
  return rate && { rate, by: conversionMarket.by }
}

export interface LiveQuoteSides {
  bid: Decimal
  ask: Decimal
  mark: Decimal
  conversion: UsdtConversion
  stale: boolean
  feedMode: string
}

/** Bid, ask and mark of a market with its conversion, from the live feed; undefined before the first tick. */
export function useLiveQuoteSides(symbol: string, quote: string): LiveQuoteSides | undefined {
  const live = useLivePrice(symbol)
  const conversion = useConversion(quote)
  if (!live || !conversion) return undefined
  return { bid: live.bid, ask: live.ask, mark: live.mark, conversion, stale: live.stale, feedMode: live.feedMode }
}
