import { useQueries, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { dataAsOf } from './dataAsOf.ts'
import type { ApiError } from './apiError.ts'

/** What a call for records gives. */
export interface RecordsPage<One> {
  records: One[]
  total: number
  size: number
  current: number
  pages: number
}

export interface PagedList<One> {
  /** Undefined until a page is there. */
  records: One[] | undefined
  total: number
  hasMore: boolean
  /** On its way is a page that nothing is there of yet, or one that could not be read. */
  isReadingMore: boolean
  /** A page could not be read, be it the first time or anew. */
  error: ApiError | null
  /** When the oldest part on the screen was true. */
  at: number | undefined
  more: () => void
  retry: () => void
}

/** A list that grows by pages, each a read of its own, so that what was seen once can be read without a signal. `more` asks for the next. */
export function usePagedList<One extends { id: string }>(pageOf: (pageNo: number) => UseQueryOptions<RecordsPage<One>>): PagedList<One> {
  // Another filter is another list and begins at its first page.
  const list = JSON.stringify(pageOf(1).queryKey)
  const [asked, setAsked] = useState({ list, count: 1 })
  const count = asked.list === list ? asked.count : 1
  const results = useQueries({ queries: Array.from({ length: count }, (_, index) => pageOf(index + 1)) })
  const read = results.flatMap(({ data }) => (data ? [data] : []))
  const last = read.at(-1)
  return {
    // One made between two reads pushes the last of a page onto the next.
    records: read.length === 0 ? undefined : [...new Map(read.flatMap(({ records }) => records).map((one) => [one.id, one])).values()],
    total: read[0]?.total ?? 0,
    hasMore: last !== undefined && last.current < last.pages,
    isReadingMore: results.some(({ isPending, error, isFetching }) => isPending || (error && isFetching)),
    error: (results.find(({ error }) => error)?.error as ApiError | null) ?? null,
    at: oldestQueryDataAsOf(results),
    more: () => read.length === results.length && setAsked({ list, count: count + 1 }),
    retry: () => results.forEach((result) => result.error && void result.refetch()),
  }
}

/** When the oldest of several reads was true. */
export const oldestQueryDataAsOf = (results: readonly UseQueryResult<object>[]): number | undefined =>
  results.reduce<number | undefined>(
    (oldest, { data, dataUpdatedAt }) => (data ? Math.min(oldest ?? Infinity, dataAsOf(data, dataUpdatedAt)) : oldest),
    undefined,
  )
