import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '#api/apiError.ts'
import { useLocallyReadNoticeIds } from '#api/stored/outbox.ts'
import { apiReadQuery } from '#api/query.ts'
import { oldestQueryDataAsOf, type PagedList } from '#api/usePages.ts'
import { inbox, type InboxNotice, type UnreadNoticeCounts } from '#contract/calls/inbox.ts'
import { isNoticeInPendingMarkAllRead, type PendingMarkAllRead, adjustUnreadCountsForLocalReads } from './pendingMarkRead.ts'
import type { NoticeTab } from './messagesSearch.ts'

const pageSize = 100
/** So many pages are read at once, and so kept for reading without a signal: 200 notices (docs/rules/interface.md). */
const firstPages = 2

interface InboxNotices {
  pages: PagedList<InboxNotice>
  /** Of each tab; undefined until it is known. */
  unread: UnreadNoticeCounts | undefined
}

const pageOf = (type: NoticeTab, pageNo: number) => apiReadQuery(inbox.notices, { type, pageNo, pageSize })

/** The notices of a tab, with what was read here already counted as read. Without a signal a tab that was never opened shows its part of all. */
export function useInboxTabNotices(type: NoticeTab, marked: PendingMarkAllRead | undefined): InboxNotices {
  // Another tab is another list and begins at its first pages.
  const [asked, setAsked] = useState({ type, more: 0 })
  const more = asked.type === type ? asked.more : 0
  const readHere = useLocallyReadNoticeIds()
  const own = usePages(type, more, true)
  const isLost = type !== 'all' && own.first.data === undefined && own.first.error !== null
  const whole = usePages('all', 0, isLost)
  const { first, results, pages } = isLost && whole.first.data ? whole : own
  const read = results.flatMap(({ data }) => (data ? [data] : []))
  // One written between two reads pushes the last of a page onto the next.
  const all = [...new Map(read.flatMap(({ records }) => records).map((one) => [one.id, one])).values()]
  const isReadingMore = results.some(({ isPending, error, isFetching }) => isPending || (error && isFetching))
  const mine = type === 'all' ? all : all.filter((one) => one.type === type)
  const isReadHere = (one: InboxNotice): boolean =>
    one.read === 0 && (readHere.has(one.id) || (marked !== undefined && isNoticeInPendingMarkAllRead(marked, one)))
  return {
    pages: {
      records: first.data && mine.map((one) => (isReadHere(one) ? { ...one, read: 1 } : one)),
      total: first.data?.total ?? 0,
      hasMore: first.data !== undefined && pages < first.data.pages,
      isReadingMore,
      error: (results.find(({ error }) => error)?.error as ApiError | null) ?? null,
      at: oldestQueryDataAsOf(results),
      more: () => !isReadingMore && setAsked({ type, more: more + 1 }),
      retry: () => results.forEach((result) => result.error && void result.refetch()),
    },
    unread: first.data && adjustUnreadCountsForLocalReads(first.data.unread, all, isReadHere, marked?.rest),
  }
}

function usePages(type: NoticeTab, more: number, enabled: boolean) {
  const first = useQueries({ queries: [{ ...pageOf(type, 1), enabled }] })[0]
  const pages = Math.min(first.data?.pages ?? 1, firstPages + more)
  const others = useQueries({
    queries: Array.from({ length: Math.max(0, pages - 1) }, (_, index) => ({ ...pageOf(type, index + 2), enabled })),
  })
  return { first, pages, results: [first, ...others] }
}
