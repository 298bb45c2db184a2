import { useQuery } from '@tanstack/react-query'
import { madeAt } from '#api/age.ts'
import { useBook } from '#api/book.ts'
import { query } from '#api/query.ts'
import { trading } from '#contract/calls/trading.ts'
import { isOf } from '#contract/orders/kind.ts'
import type { SpotOrder } from '#contract/orders/spot.ts'
import { positionStatus, posType } from '#contract/states.ts'

export interface OpenOrdersRead {
  /** Newest first; undefined while not known. */
  orders: readonly SpotOrder[] | undefined
  total: number
  at: number | undefined
  error: Error | undefined
  retry(): void
}

/** The person's limit orders that wait, the newest hundred of them. */
export function useOpenOrders(): OpenOrdersRead {
  const asked = { accountType: useBook(), posType: posType.spot, status: String(positionStatus.pending), pageSize: 100 }
  const { data, dataUpdatedAt, error, refetch } = useQuery(query(trading.positions, asked))
  return {
    orders: data?.records.filter(isOf(1)),
    total: data?.total ?? 0,
    at: data && madeAt(data, dataUpdatedAt),
    error: error ?? undefined,
    retry: () => void refetch(),
  }
}
