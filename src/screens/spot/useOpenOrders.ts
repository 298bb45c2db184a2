import { useQuery } from '@tanstack/react-query'
import { dataAsOf } from '#api/dataAsOf.ts'
import { useAccountType } from '#api/accountType.ts'
import { apiReadQuery } from '#api/query.ts'
import { trading } from '#contract/calls/trading.ts'
import { createOrderKindGuard } from '#contract/orders/kind.ts'
import type { SpotOrder } from '#contract/orders/spot.ts'
import { positionStatus, posType } from '#contract/states.ts'

export interface OpenSpotOrdersState {
  /** Newest first; undefined while not known. */
  orders: readonly SpotOrder[] | undefined
  total: number
  at: number | undefined
  error: Error | undefined
  retry(): void
}

/** The person's limit orders that wait, the newest hundred of them. */
export function useOpenSpotOrders(): OpenSpotOrdersState {
  const listParams = { accountType: useAccountType(), posType: posType.spot, status: String(positionStatus.pending), pageSize: 100 }
  const { data, dataUpdatedAt, error, refetch } = useQuery(apiReadQuery(trading.positions, listParams))
  return {
    orders: data?.records.filter(createOrderKindGuard(1)),
    total: data?.total ?? 0,
    at: data && dataAsOf(data, dataUpdatedAt),
    error: error ?? undefined,
    retry: () => void refetch(),
  }
}
