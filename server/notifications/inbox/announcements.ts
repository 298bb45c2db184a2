import type { LanguageCode } from '#contract/calls/account.ts'
import type { AnnouncementOrSystemNotice } from '#contract/calls/inbox.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'

interface Row {
  slug: string
  title: string
  summary: string
  html: string
  priority: AnnouncementOrSystemNotice['priority']
  published_ms: string
  is_read: boolean
}

interface AnnouncementQuery {
  userId: string
  lang: LanguageCode
  limit: number
  offset: number
}

/** One page of what is announced to everybody, in that language or else in English, with whether this person has read it. */
export async function userAnnouncementsPage(
  sql: Sql,
  { userId, lang, limit, offset }: AnnouncementQuery,
): Promise<{ messages: AnnouncementOrSystemNotice[]; total: number }> {
  const [counted] = await sql.query<{ total: number }>(
    `select count(distinct slug)::int as total from content_piece where kind = 'announcement' and lang in ($1, 'en-us')`,
    [lang],
  )
  const rows = await sql.query<Row>(
    `select shown.*, own.read_ms is not null as is_read
     from (
       select distinct on (slug) slug, title, summary, html, priority, published_ms, is_pinned, position from content_piece
       where kind = 'announcement' and lang in ($2, 'en-us') order by slug, (lang = $2) desc
     ) shown
     left join announcement_read own on own.user_id = $1 and own.slug = shown.slug
     order by is_pinned desc, position, published_ms desc, shown.slug desc limit $3 offset $4`,
    [userId, lang, limit, offset],
  )
  return { messages: rows.map(toMessage), total: counted?.total ?? 0 }
}

const toMessage = (row: Row): AnnouncementOrSystemNotice => ({
  id: row.slug,
  title: row.title,
  msgAbstract: row.summary,
  msgContent: row.html,
  priority: row.priority,
  sendTime: asInstant(Number(row.published_ms)),
  link: '',
  readFlag: row.is_read ? 1 : 0,
})

/** Marks announcements read for one person: those, or all. What was read stays read at its first moment. */
export const markAnnouncementsRead = (sql: Sql, userId: string, slugs: readonly string[] | 'all', atMs: number): Promise<unknown> =>
  sql.query(
    `insert into announcement_read (user_id, slug, read_ms)
     select distinct $1::bigint, slug, $3::bigint from content_piece where kind = 'announcement' and ($2::text[] is null or slug = any ($2))
     on conflict do nothing`,
    [userId, slugs === 'all' ? null : slugs, atMs],
  )
