import type { Notice, NoticeType, Unread } from '#contract/calls/inbox.ts'
import type { NoticeTab } from './messagesSearch.ts'

/** Notices that were all marked at once, and not told to the server yet. */
export interface Marked {
  ids: readonly string[]
  /** How many were unread, those that were not loaded too. */
  count: number
  /** More than what was loaded: the server marks whatever it has, up to the newest that was seen. */
  rest?: { type?: NoticeType; upTo: string }
}

/** All that is unread in a tab whose newest notices these are; nothing where none of them can be seen. */
export function allOf(tab: NoticeTab, notices: readonly Notice[], unread: number): Marked {
  const ids = notices.filter(({ read }) => read === 0).map(({ id }) => id)
  const newest = notices[0]
  if (!newest || unread <= ids.length) return { ids, count: ids.length }
  return { ids, count: unread, rest: { ...(tab !== 'all' && { type: tab }), upTo: newest.id } }
}

type Rest = NonNullable<Marked['rest']>
const isOf = ({ type }: Rest, one: NoticeType): boolean => type === undefined || type === one

/** Whether it is marked, also where it was loaded only afterwards. */
export const isMarked = ({ ids, rest }: Marked, { id, type }: Pick<Notice, 'id' | 'type'>): boolean =>
  ids.includes(id) || (rest !== undefined && isOf(rest, type) && BigInt(id) <= BigInt(rest.upTo))

/** What is unread without what was read here. What came after everything was marked is among the newest, which are loaded. */
export function unreadWithout(
  unread: Unread,
  all: readonly Notice[],
  isReadHere: (one: Notice) => boolean,
  rest: Rest | undefined,
): Unread {
  const left = (type: NoticeType): number => {
    const own = all.filter((one) => one.type === type && one.read === 0)
    if (rest && isOf(rest, type)) return own.filter((one) => !isReadHere(one)).length
    return Math.max(0, unread[type] - own.filter(isReadHere).length)
  }
  const [system, task, transaction] = [left('system'), left('task'), left('transaction')]
  return { all: system + task + transaction, system, task, transaction }
}
