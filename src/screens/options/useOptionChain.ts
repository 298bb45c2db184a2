import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { dataAsOf } from '#api/dataAsOf.ts'
import { useLivePrice } from '#api/stream/prices.ts'
import { apiReadQuery } from '#api/query.ts'
import { serverNow } from '#api/serverClock.ts'
import { options } from '#contract/calls/options.ts'
import type { Decimal } from '#contract/decimal.ts'
import {
  type ImpliedVolatilitySurface,
  impliedVolatilityAt,
  type OptionKind,
  type OptionValue,
  volatilitySurfaceForExpiry,
  optionValueOf,
} from '#rules/option/option.ts'

const askAgainMs = 60_000

/** What is sold on one market. The prices of it are reckoned here at every tick, by the server's own rule. */
export function useOptionChain(underlying: string) {
  const { data, error, dataUpdatedAt, refetch } = useQuery({ ...apiReadQuery(options.chain, { underlying }), refetchInterval: askAgainMs })
  const live = useLivePrice(underlying)
  return {
    chain: data,
    error,
    retry: () => void refetch(),
    at: data && dataAsOf(data, dataUpdatedAt),
    /** The newest price; null before there is one. */
    mid: live?.mark ?? data?.mid ?? null,
    isFresh: live !== undefined && !live.stale,
  }
}

/** Which option is valued. */
interface Valued {
  cp: OptionKind
  strike: Decimal
  expiryMs: number
}

/** Its value at a price, now. */
export function optionValueNow(surface: ImpliedVolatilitySurface, { cp, strike, expiryMs }: Valued, mid: Decimal): OptionValue {
  const secondsLeft = Math.max(0, Math.floor(expiryMs / 1000) - Math.floor(serverNow() / 1000))
  return optionValueOf(
    { cp, strike, secondsLeft },
    impliedVolatilityAt(volatilitySurfaceForExpiry(surface, Math.floor(expiryMs / 1000)), strike, mid),
    mid,
  )
}

/** One option's value at the newest price; undefined while there is none, or once it has expired. */
export function useOptionValue(underlying: string, { cp, strike, expiryMs }: Valued) {
  const { chain, mid, isFresh } = useOptionChain(underlying)
  const surface = chain?.surface
  const value = useMemo(
    () => (surface && mid !== null && expiryMs > serverNow() ? optionValueNow(surface, { cp, strike, expiryMs }, mid) : undefined),
    [surface, mid, cp, strike, expiryMs],
  )
  return { value, mid, isFresh }
}
