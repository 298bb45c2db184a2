import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { type BalanceRecord, wallet } from '#contract/calls/wallet.ts'
import { madeAt } from '#api/age.ts'
import type { ApiError } from '#api/apiError.ts'
import { useBook } from '#api/book.ts'
import { query } from '#api/query.ts'
import type { RecordFilter } from './recordFilter.ts'
import { askedBy } from './recordMonths.ts'

const pageSize = 30

export interface RecordPages {
  /** Undefined until the first page is there. */
  records: BalanceRecord[] | undefined
  total: number
  hasMore: boolean
  isReadingMore: boolean
  error: ApiError | null
  /** When the oldest part on the screen was true. */
  at: number | undefined
  more: () => void
  retry: () => void
}

/** Records page by page. Each page is a read of its own, so that what was seen once can be read without a signal. */
export function useRecordPages(filter: RecordFilter): RecordPages {
  const [count, setCount] = useState(1)
  const asked = askedBy(filter, useBook())
  const results = useQueries({
    queries: Array.from({ length: count }, (_, index) => query(wallet.balanceRecords, { ...asked, pageNo: index + 1, pageSize })),
  })
  const read = results.flatMap(({ data }) => (data ? [data] : []))
  const last = read.at(-1)
  const isReadingMore = results.some(({ isPending }) => isPending)
  return {
    records: read.length === 0 ? undefined : withoutRepeats(read.flatMap(({ records }) => records)),
    total: read[0]?.total ?? 0,
    hasMore: last !== undefined && last.current < last.pages,
    isReadingMore,
    error: (results.find(({ error }) => error)?.error as ApiError | null) ?? null,
    at: results.reduce<number | undefined>(
      (oldest, { data, dataUpdatedAt }) => (data ? Math.min(oldest ?? Infinity, madeAt(data, dataUpdatedAt)) : oldest),
      undefined,
    ),
    more: () => !isReadingMore && read.length === count && setCount(count + 1),
    retry: () => results.forEach((result) => result.error && void result.refetch()),
  }
}

// A record booked between two pages pushes the last one of the first onto the second.
const withoutRepeats = (records: BalanceRecord[]): BalanceRecord[] => [...new Map(records.map((record) => [record.id, record])).values()]
