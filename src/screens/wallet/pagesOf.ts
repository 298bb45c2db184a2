import type { UseQueryResult } from '@tanstack/react-query'
import { madeAt } from '#api/age.ts'
import type { ApiError } from '#api/apiError.ts'

interface Page<One> {
  records: One[]
  total: number
  current: number
  pages: number
}

export interface Pages<One> {
  /** Undefined until the first page is there. */
  records: One[] | undefined
  total: number
  hasMore: boolean
  isReadingMore: boolean
  error: ApiError | null
  /** When the oldest part on the screen was true. */
  at: number | undefined
  more: () => void
  retry: () => void
}

/** A list out of the reads of its pages. Each page is a read of its own, so that what was seen once can be read without a signal. */
export function pagesOf<One extends { id: string }>(
  results: readonly UseQueryResult<Page<One>>[],
  ask: (count: number) => void,
): Pages<One> {
  const read = results.flatMap(({ data }) => (data ? [data] : []))
  const last = read.at(-1)
  const isReadingMore = results.some(({ isPending }) => isPending)
  return {
    // One made between two reads pushes the last of a page onto the next.
    records: read.length === 0 ? undefined : [...new Map(read.flatMap(({ records }) => records).map((one) => [one.id, one])).values()],
    total: read[0]?.total ?? 0,
    hasMore: last !== undefined && last.current < last.pages,
    isReadingMore,
    error: (results.find(({ error }) => error)?.error as ApiError | null) ?? null,
    at: oldestOf(results),
    more: () => !isReadingMore && read.length === results.length && ask(results.length + 1),
    retry: () => results.forEach((result) => result.error && void result.refetch()),
  }
}

/** When the oldest of several reads was true. */
export const oldestOf = (results: readonly UseQueryResult<object>[]): number | undefined =>
  results.reduce<number | undefined>(
    (oldest, { data, dataUpdatedAt }) => (data ? Math.min(oldest ?? Infinity, madeAt(data, dataUpdatedAt)) : oldest),
    undefined,
  )
