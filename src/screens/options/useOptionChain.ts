import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { madeAt } from '#api/age.ts'
import { usePrice } from '#api/prices.ts'
import { query } from '#api/query.ts'
import { serverNow } from '#api/serverClock.ts'
import { options } from '#contract/calls/options.ts'
import type { Decimal } from '#contract/decimal.ts'
import { type IvSurface, ivAt, type OptionKind, type OptionValue, valueAt } from '#rules/option.ts'

const askAgainMs = 60_000

/** What is sold on one market. The prices of it are reckoned here at every tick, by the server's own rule. */
export function useOptionChain(underlying: string) {
  const { data, error, dataUpdatedAt, refetch } = useQuery({ ...query(options.chain, { underlying }), refetchInterval: askAgainMs })
  const live = usePrice(underlying)
  return {
    chain: data,
    error,
    retry: () => void refetch(),
    at: data && madeAt(data, dataUpdatedAt),
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
export function valueNow(surface: IvSurface, { cp, strike, expiryMs }: Valued, mid: Decimal): OptionValue {
  const secondsLeft = Math.max(0, Math.floor(expiryMs / 1000) - Math.floor(serverNow() / 1000))
  return valueAt({ cp, strike, secondsLeft }, ivAt(surface, strike, mid), mid)
}

/** One option's value at the newest price; undefined while there is none, or once it has expired. */
export function useOptionValue(underlying: string, { cp, strike, expiryMs }: Valued) {
  const { chain, mid, isFresh } = useOptionChain(underlying)
  const surface = chain?.surface
  const value = useMemo(
    () => (surface && mid !== null && expiryMs > serverNow() ? valueNow(surface, { cp, strike, expiryMs }, mid) : undefined),
    [surface, mid, cp, strike, expiryMs],
  )
  return { value, mid, isFresh }
}
