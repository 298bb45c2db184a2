import { useQueries } from '@tanstack/react-query'
import { useReadHere } from '#api/left.ts'
import { query } from '#api/query.ts'
import { inbox, type Notice, type Unread } from '#contract/calls/inbox.ts'
import type { NoticeTab } from './messagesSearch.ts'

const pageSize = 100
/** So many pages are read at once, and so kept for reading without a signal: 200 notices (product §4.2). */
const firstPages = 2

const pageOf = (type: NoticeTab, pageNo: number) => query(inbox.notices, { type, pageNo, pageSize })

/** The notices of a tab, with what was read here already counted as read. Without a signal a tab that was never opened shows its part of all. */
export function useNotices(type: NoticeTab, more: number, held: ReadonlySet<string>) {
  const readHere = useReadHere()
  const own = usePages(type, more, true)
  const isLost = type !== 'all' && own.first.data === undefined && own.first.error !== null
  const whole = usePages('all', 0, isLost)
  const { first, results, pages } = isLost && whole.first.data ? whole : own
  const read = results.flatMap(({ data }) => (data ? [data] : []))
  // One written between two reads pushes the last of a page onto the next.
  const all = [...new Map(read.flatMap(({ records }) => records).map((one) => [one.id, one])).values()]
  const mine = type === 'all' ? all : all.filter((one) => one.type === type)
  const isReadHere = ({ id, read: isRead }: Notice): boolean => isRead === 0 && (readHere.has(id) || held.has(id))
  return {
    first,
    failed: results.find(({ error }) => error),
    isPending: results.some(({ isPending }) => isPending),
    hasMore: first.data !== undefined && pages < first.data.pages,
    unread: first.data && withoutRead(first.data.unread, all.filter(isReadHere)),
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

function withoutRead(unread: Unread, read: readonly Notice[]): Unread {
  const count = (type: Notice['type']): number => read.filter((one) => one.type === type).length
  return {
    all: Math.max(0, unread.all - read.length),
    system: Math.max(0, unread.system - count('system')),
    task: Math.max(0, unread.task - count('task')),
    transaction: Math.max(0, unread.transaction - count('transaction')),
  }
}
