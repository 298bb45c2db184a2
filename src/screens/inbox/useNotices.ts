import { useQueries } from '@tanstack/react-query'
import { useReadHere } from '#api/left.ts'
import { query } from '#api/query.ts'
import { inbox, type Notice } from '#contract/calls/inbox.ts'
import { isMarked, type Marked, unreadWithout } from './marked.ts'
import type { NoticeTab } from './messagesSearch.ts'

const pageSize = 100
/** So many pages are read at once, and so kept for reading without a signal: 200 notices (product §4.2). */
const firstPages = 2

const pageOf = (type: NoticeTab, pageNo: number) => query(inbox.notices, { type, pageNo, pageSize })

/** The notices of a tab, with what was read here already counted as read. Without a signal a tab that was never opened shows its part of all. */
export function useNotices(type: NoticeTab, more: number, marked: Marked | undefined) {
  const readHere = useReadHere()
  const own = usePages(type, more, true)
  const isLost = type !== 'all' && own.first.data === undefined && own.first.error !== null
  const whole = usePages('all', 0, isLost)
  const { first, results, pages } = isLost && whole.first.data ? whole : own
  const read = results.flatMap(({ data }) => (data ? [data] : []))
  // One written between two reads pushes the last of a page onto the next.
  const all = [...new Map(read.flatMap(({ records }) => records).map((one) => [one.id, one])).values()]
  const mine = type === 'all' ? all : all.filter((one) => one.type === type)
  const isReadHere = (one: Notice): boolean => one.read === 0 && (readHere.has(one.id) || (marked !== undefined && isMarked(marked, one)))
  return {
    first,
    failed: results.find(({ error }) => error),
    isPending: results.some(({ isPending }) => isPending),
    hasMore: first.data !== undefined && pages < first.data.pages,
    unread: first.data && unreadWithout(first.data.unread, all, isReadHere, marked?.rest),
    notices: mine.map((one) => (isReadHere(one) ? { ...one, read: 1 } : one)),
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
