import type { InboxNoticeType } from '#contract/calls/inbox.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { NoticeKind } from './noticeTexts.ts'

/** One of each kind, the last one on top, each leading to the screen that it speaks of. */
const samples: readonly { type: InboxNoticeType; kind: NoticeKind; link: string }[] = [
  { type: 'transaction', kind: 'sampleTransaction', link: '/zhangbianRecord' },
  { type: 'task', kind: 'sampleTask', link: '/fuliCenter' },
  { type: 'system', kind: 'sampleSystem', link: '/sessions' },
]

/**
 * Puts labelled samples into a new person's inbox, in a sandbox alone (docs/rules/seed-data.md): they show what will be told there. Nothing happened, so
 * they come read, count nowhere, and neither stream, mail nor push tells of them. Call it once, in the transaction that makes the person.
 */
export async function writeSampleNotices(sql: Sql, userId: string, now: Instant): Promise<void> {
  await sql.query(
    `insert into inbox_notice (user_id, type, kind, link, created_ms, read_ms)
     select $1, n.type, n.kind, n.link, $5, $5 from unnest($2::text[], $3::text[], $4::text[]) as n (type, kind, link)
     where exists (select from environment where env = 'sandbox')`,
    [userId, samples.map(({ type }) => type), samples.map(({ kind }) => kind), samples.map(({ link }) => link), now],
  )
}
