import * as z from 'zod/mini'
import type { LanguageCode } from '#contract/calls/account.ts'
import { InboxNotice, type InboxNoticeType, type UnreadNoticeCounts } from '#contract/calls/inbox.ts'
import { accountTypes } from '#contract/constants.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { noticeParamsWithCompetitionName } from '../core/competitionNames.ts'
import type { AppContext } from '../core/appContext.ts'
import { parseLanguageCode } from '../core/i18n.ts'
import { renderNotice } from './renderNotice.ts'
import { type NoticeKind, noticeTextsByKind } from './noticeTexts.ts'
import { queuePushesForNotices } from './queuePush.ts'

/** Something to be told to one person, in words that are chosen when it is read. */
export interface NewNotice {
  userId: string
  type: InboxNoticeType
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
export const noticeAccountTypeParam = (accountType: number): Record<string, string> =>
  accountType === accountTypes.real ? {} : { book: String(accountType) }

/** One row of the table `inbox_notice`. */
export interface NoticeRow {
  id: string
  user_id: string
  type: InboxNoticeType
  kind: string
  params: Record<string, string>
  link: string
  ref_type: string
  ref_id: string
  created_ms: string
  read_ms: string | null
}

/** How many notices of a person are unread, by type. */
export async function unreadNoticeCounts(sql: Sql, userId: string): Promise<UnreadNoticeCounts> {
  const rows = await sql.query<{ type: InboxNoticeType; count: string }>(
    'select type, count(*) as count from inbox_notice where user_id = $1 and read_ms is null group by type',
    [userId],
  )
  const count = (type: InboxNoticeType) => Number(rows.find((row) => row.type === type)?.count ?? 0)
  const [system, task, transaction] = [count('system'), count('task'), count('transaction')]
  return { all: system + task + transaction, system, task, transaction }
}

/** The row as the wire shows it (docs/rules/content.md), in that language. */
export function serializeNotice(row: NoticeRow, lang: LanguageCode): InboxNotice {
  const params = noticeParamsWithCompetitionName(lang, row.params)
  const words = Object.hasOwn(noticeTextsByKind, row.kind) ? noticeTextsByKind[row.kind as NoticeKind] : undefined
  return {
    id: row.id,
    type: row.type,
    kind: row.kind,
    // A kind of a newer release than this server has no words here; its name is better than nothing.
    ...(words ? renderNotice(lang, words, params) : { title: row.kind, content: '' }),
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
  app: AppContext,
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
      app.clock.now(),
    ],
  )
  // Rows are numbered in the order in which they were given.
  const toTell = rows.filter((_, at) => notices[at]?.push !== false)
  await queuePushesForNotices(sql, toTell, app.clock.now())
  afterCommit(() => {
    for (const { lang, ...row } of rows) {
      const d = z.encode(InboxNotice, serializeNotice(row, parseLanguageCode(lang) ?? 'en-us'))
      app.events.toUser({ userId: row.user_id, event: { t: 'notice', d } })
    }
  })
}
