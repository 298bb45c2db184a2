import { useLivePrice } from '#api/stream/prices.ts'
import { PriceChangePill, type PriceChangePillProps } from './PriceChangePill.tsx'

export interface LivePriceChangeProps extends Pick<PriceChangePillProps, 'variant'> {
  symbol: string
  /** Shown until the stream speaks. */
  fallback?: string | null | undefined
}

/** One market's change over 24 h, live. */
export function LivePriceChange({ symbol, fallback, variant }: LivePriceChangeProps) {
  const live = useLivePrice(symbol)
  return <PriceChangePill rate={live?.riseRate ?? fallback} stale={live?.stale ?? true} {...(variant && { variant })} />
}
