import { useQueries } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type BalanceRecord, wallet } from '#contract/calls/wallet.ts'
import type { ApiError } from '#api/apiError.ts'
import { apiReadQuery } from '#api/query.ts'
import { oldestQueryDataAsOf, type PagedList } from '#api/usePages.ts'
import type { BalanceRecordFilter, BalanceRecordsAccount } from './recordFilter.ts'
import { buildBalanceRecordCallParams } from './recordMonths.ts'
import { mergeStoredBalanceRecords } from './seenRecords.ts'

const pageSize = 30

/**
 * Records page by page, each page asked for by the last record before it: that costs the same however deep one reads. Each is a read of
 * its own, so that what was seen once can be read without a signal.
 */
export function useBalanceRecordPages(filter: BalanceRecordFilter, of: BalanceRecordsAccount): PagedList<BalanceRecord> {
  const [pageCursors, setPageCursors] = useState<readonly string[]>([])
  const recordQuery = buildBalanceRecordCallParams(filter, of)
  const storedRecords = useRef<BalanceRecord[]>([])
  const results = useQueries({
    queries: [undefined, ...pageCursors].map((before) =>
      apiReadQuery(wallet.balanceRecords, { ...recordQuery, ...(before && { before }), pageNo: 1, pageSize }),
    ),
  })
  const pages = results.map(({ data }) => data)
  const isReadingMore = results.some(({ isPending }) => isPending)
  const records = pages[0]
    ? (storedRecords.current = mergeStoredBalanceRecords(
        storedRecords.current,
        pages.flatMap((page) => page?.records ?? []),
        pages[0].records,
      ))
    : undefined
  const last = pages.at(-1)
  const total = pages[0]?.total ?? 0
  return {
    records,
    total,
    hasMore: records !== undefined && records.length < total && last?.records.length !== 0,
    isReadingMore,
    error: (results.find(({ error }) => error)?.error as ApiError | null) ?? null,
    at: oldestQueryDataAsOf(results),
    more: () => {
      const oldest = records?.at(-1)
      if (!isReadingMore && last && oldest) setPageCursors([...pageCursors, oldest.id])
    },
    retry: () => results.forEach((result) => result.error && void result.refetch()),
  }
}
