import { useMemo } from 'react'
import { useListedMarkets } from '#widgets/market/useListedMarkets.ts'
import { findMarkets } from './find.ts'

const mostShown = 5

export function useFoundMarkets(typed: string) {
  const { markets, error } = useListedMarkets()
  const found = useMemo(() => findMarkets(markets ?? [], typed), [markets, typed])
  return { shown: found.slice(0, mostShown), total: found.length, isLooking: !markets && !error }
}
