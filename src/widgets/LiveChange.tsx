import { usePrice } from '#api/prices.ts'
import { ChangePill, type ChangePillProps } from './ChangePill.tsx'

export interface LiveChangeProps extends Pick<ChangePillProps, 'look'> {
  symbol: string
  /** Shown until the stream speaks. */
  fallback?: string | null | undefined
}

/** One market's change over 24 h, live. */
export function LiveChange({ symbol, fallback, look }: LiveChangeProps) {
  const live = usePrice(symbol)
  return <ChangePill rate={live?.riseRate ?? fallback} stale={live?.stale ?? true} {...(look && { look })} />
}
