import { useInfiniteQuery } from '@tanstack/react-query'
import type { ApiCall, CallArguments, CallReply, GetCall } from '#contract/call.ts'
import type { ApiError } from './apiError.ts'
import { dataAsOf } from './dataAsOf.ts'
import { sendApiCall } from './send.ts'
import { restoreOrFetchUserReadPages } from './stored/persistQuery.ts'
import type { RecordsPage, PagedList } from './usePages.ts'

/** What one page of a call is a page of. */
type RecordOf<C extends ApiCall> = CallReply<C> extends RecordsPage<infer One> ? One & { id: string } : never

/**
 * A list that grows by pages, kept as one: without a signal all that was seen of it is there again, as deep as it was read. `usePagedList`
 * keeps each page by itself.
 */
export function useStoredPagedList<C extends GetCall>(call: C, params: Omit<CallArguments<C>, 'pageNo'>): PagedList<RecordOf<C>> {
  const { data, error, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch, dataUpdatedAt } =
    useInfiniteQuery({
      // Lists that a phone keeps from before are under this key: another one would lose them until the next signal.
      queryKey: [call.path, params, 'pages'],
      queryFn: ({ pageParam, signal }) =>
        sendApiCall(call, { ...params, pageNo: pageParam } as CallArguments<C>, { signal }) as Promise<RecordsPage<RecordOf<C>>>,
      initialPageParam: 1,
      getNextPageParam: ({ current, pages }) => (current < pages ? current + 1 : undefined),
      persister: restoreOrFetchUserReadPages,
      meta: { errors: 'inline' },
    })
  return {
    // One made between two reads pushes the last of a page onto the next.
    records: data && [...new Map(data.pages.flatMap(({ records }) => records).map((one) => [one.id, one])).values()],
    total: data?.pages[0]?.total ?? 0,
    hasMore: hasNextPage,
    isReadingMore: isFetchingNextPage || (error !== null && isFetching),
    error: error as ApiError | null,
    at: data && Math.min(...data.pages.map((page) => dataAsOf(page, dataUpdatedAt))),
    more: () => void fetchNextPage(),
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
  }
}
