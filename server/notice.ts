import * as z from 'zod/mini'
import type { LanguageCode } from '#contract/calls/account.ts'
import { Notice, type NoticeType, type Unread } from '#contract/calls/inbox.ts'
import { book } from '#contract/constants.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { namedParams } from './competitionNames.ts'
import type { House } from './house.ts'
import { languageOf } from './i18n.ts'
import { noticeSaid } from './noticeSaid.ts'
import { type NoticeKind, noticeWords } from './noticeWords.ts'
import { tellByPush } from './tellByPush.ts'

/** Something to be told to one person, in words that are chosen when it is read. */
export interface NewNotice {
  userId: string
  type: NoticeType
  kind: NoticeKind
  /** Plain figures and names; decimals get their commas when they are said. */
  params: Record<string, string>
  /** An address of the app, or ''. */
  link: string
  refType: string
  refId: string
  /** False: it stays in the inbox, and no device is told. */
  push?: boolean
}

/** Of a notice about something in a book of play money: whoever shows it says so. */
export const bookParam = (accountType: number): Record<string, string> => (accountType === book.real ? {} : { book: String(accountType) })

/** One row of the table `inbox_notice`. */
export interface NoticeRow {
  id: string
  user_id: string
  type: NoticeType
  kind: string
  params: Record<string, string>
  link: string
  ref_type: string
  ref_id: string
  created_ms: string
  read_ms: string | null
}

/** How many notices of a person are unread, by type. */
export async function unreadOf(sql: Sql, userId: string): Promise<Unread> {
  const rows = await sql.query<{ type: NoticeType; count: string }>(
    'select type, count(*) as count from inbox_notice where user_id = $1 and read_ms is null group by type',
    [userId],
  )
  const count = (type: NoticeType) => Number(rows.find((row) => row.type === type)?.count ?? 0)
  const [system, task, transaction] = [count('system'), count('task'), count('transaction')]
  return { all: system + task + transaction, system, task, transaction }
}

/** The row as the wire shows it (product §1.6 call 108), in that language. */
export function toNotice(row: NoticeRow, lang: LanguageCode): Notice {
  const params = namedParams(lang, row.params)
  const words = Object.hasOwn(noticeWords, row.kind) ? noticeWords[row.kind as NoticeKind] : undefined
  return {
    id: row.id,
    type: row.type,
    kind: row.kind,
    // A kind of a newer release than this server has no words here; its name is better than nothing.
    ...(words ? noticeSaid(lang, words, params) : { title: row.kind, content: '' }),
    params: row.params,
    link: row.link,
    refType: row.ref_type,
    refId: row.ref_id,
    read: row.read_ms === null ? 0 : 1,
    createTime: asInstant(Number(row.created_ms)),
  }
}

/**
 * Puts notices into inboxes, in the caller's transaction: what they tell of and they themselves happen together or not at all.
 * Open streams hear of them once it is safe, each in its person's language; devices that want to be told are written to.
 */
export async function writeNotices(
  house: House,
  sql: Sql,
  notices: readonly NewNotice[],
  afterCommit: (effect: () => void) => void,
): Promise<void> {
  if (notices.length === 0) return
  const rows = await sql.query<NoticeRow & { lang: string | null }>(
    `with added as (
     insert into inbox_notice (user_id, type, kind, params, link, ref_type, ref_id, created_ms)
     select n.user_id, n.type, n.kind, n.params, n.link, n.ref_type, n.ref_id, $8
     from unnest($1::bigint[], $2::text[], $3::text[], $4::jsonb[], $5::text[], $6::text[], $7::text[])
       as n (user_id, type, kind, params, link, ref_type, ref_id)
     returning *)
     select added.*, account.lang from added left join account on account.id = added.user_id order by added.id`,
    [
      notices.map(({ userId }) => userId),
      notices.map(({ type }) => type),
      notices.map(({ kind }) => kind),
      notices.map(({ params }) => JSON.stringify(params)),
      notices.map(({ link }) => link),
      notices.map(({ refType }) => refType),
      notices.map(({ refId }) => refId),
      house.clock.now(),
    ],
  )
  // Rows are numbered in the order in which they were given.
  const toTell = rows.filter((_, at) => notices[at]?.push !== false)
  await tellByPush(sql, toTell, house.clock.now())
  afterCommit(() => {
    for (const { lang, ...row } of rows) {
      const d = z.encode(Notice, toNotice(row, languageOf(lang) ?? 'en-us'))
      house.events.toUser({ userId: row.user_id, event: { t: 'notice', d } })
    }
  })
}
