import type { InboxNotice, InboxNoticeType, UnreadNoticeCounts } from '#contract/calls/inbox.ts'
import type { NoticeTab } from './messagesSearch.ts'

/** Notices that were all marked at once, and not told to the server yet. */
export interface PendingMarkAllRead {
  ids: readonly string[]
  /** How many were unread, those that were not loaded too. */
  count: number
  /** More than what was loaded: the server marks whatever it has, up to the newest that was seen. */
  rest?: { type?: InboxNoticeType; upTo: string }
}

/** All that is unread in a tab whose newest notices these are; nothing where none of them can be seen. */
export function buildPendingMarkAllRead(tab: NoticeTab, notices: readonly InboxNotice[], unread: number): PendingMarkAllRead {
  const ids = notices.filter(({ read }) => read === 0).map(({ id }) => id)
  const newest = notices[0]
  if (!newest || unread <= ids.length) return { ids, count: ids.length }
  return { ids, count: unread, rest: { ...(tab !== 'all' && { type: tab }), upTo: newest.id } }
}

type PendingReadRange = NonNullable<PendingMarkAllRead['rest']>
const isOf = ({ type }: PendingReadRange, one: InboxNoticeType): boolean => type === undefined || type === one

/** Whether it is marked, also where it was loaded only afterwards. */
export const isNoticeInPendingMarkAllRead = ({ ids, rest }: PendingMarkAllRead, { id, type }: Pick<InboxNotice, 'id' | 'type'>): boolean =>
  ids.includes(id) || (rest !== undefined && isOf(rest, type) && BigInt(id) <= BigInt(rest.upTo))

/** What is unread without what was read here. What came after everything was marked is among the newest, which are loaded. */
export function adjustUnreadCountsForLocalReads(
  unread: UnreadNoticeCounts,
  all: readonly InboxNotice[],
  isReadHere: (one: InboxNotice) => boolean,
  rest: PendingReadRange | undefined,
): UnreadNoticeCounts {
  const unreadOf = (type: InboxNoticeType): number => {
    const unreadNotices = all.filter((one) => one.type === type && one.read === 0)
    if (rest && isOf(rest, type)) return unreadNotices.filter((one) => !isReadHere(one)).length
    return Math.max(0, unread[type] - unreadNotices.filter(isReadHere).length)
  }
  const [system, task, transaction] = [unreadOf('system'), unreadOf('task'), unreadOf('transaction')]
  return { all: system + task + transaction, system, task, transaction }
}
