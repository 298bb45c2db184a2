import * as z from 'zod/mini'
import type { LanguageCode } from '#contract/calls/account.ts'
import { type SupportTicketMessage, SupportTicket } from '#contract/calls/support.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { uploadNamesAndLinks } from '../uploads/files.ts'
import type { AppContext } from '../core/appContext.ts'
import { translate } from '../core/i18n.ts'
import { readHelpArticleTitlesForTopic } from './articles.ts'
import { type TicketMessageRow, type SupportTicketPreviewRow, findSupportTicket } from './store.ts'

/** What the program says in the sandbox, where nobody may be on duty. It never passes for a person. */
const programWords = /*i18n*/ {
  id: 'support.program',
  message:
    'This answer comes from a program, not from a person. These articles may help you. In the sandbox there may be nobody on duty; if somebody is, the answer comes here.',
}

/** The row as the wire shows it. */
export const toSupportTicket = (row: SupportTicketPreviewRow): SupportTicket => ({
  id: row.id,
  topic: row.topic,
  orderNo: row.order_no,
  title: row.title,
  status: row.status,
  unread: row.unread,
  last: row.last,
  createTime: asInstant(Number(row.created_ms)),
  updateTime: asInstant(Number(row.updated_ms)),
  answerBy: row.answer_by_ms === null ? null : asInstant(Number(row.answer_by_ms)),
})

/** Messages of one ticket as its owner reads them, with addresses for the pictures; what a program said is said in that language. */
export async function toTicketMessages(
  sql: Sql,
  rows: readonly TicketMessageRow[],
  { topic, staff_seen_to }: Pick<SupportTicketPreviewRow, 'topic' | 'staff_seen_to'>,
  lang: LanguageCode,
  now: Instant,
): Promise<SupportTicketMessage[]> {
  const linkOf = await uploadNamesAndLinks(
    sql,
    rows.flatMap(({ files }) => files),
    now,
  )
  const articles = rows.some(({ by }) => by === 'program') ? await readHelpArticleTitlesForTopic(sql, topic, lang) : []
  return rows.map(({ id, by, text, files, created_ms }) => ({
    id,
    by,
    text: by === 'program' ? translate(lang, programWords) : text,
    files: files.flatMap((fileId) => linkOf.get(fileId) ?? []),
    articles: by === 'program' ? articles : [],
    seen: by !== 'me' || BigInt(id) <= BigInt(staff_seen_to),
    createTime: asInstant(Number(created_ms)),
  }))
}

/** Tells its owner's open screens how a ticket stands now, once that is safe. */
export async function sendTicketEventToOwner(
  app: AppContext,
  sql: Sql,
  id: string,
  afterCommit: (effect: () => void) => void,
): Promise<SupportTicket> {
  const row = (await findSupportTicket(sql, id))!
  const ticket = toSupportTicket(row)
  afterCommit(() => app.events.toUser({ userId: row.user_id, event: { t: 'support', d: z.encode(SupportTicket, ticket) } }))
  return ticket
}
