import * as z from 'zod/mini'
import type { LanguageCode } from '#contract/calls/account.ts'
import { type Message, Ticket } from '#contract/calls/support.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { namesAndLinks } from '#server/uploads/files.ts'
import type { House } from '../house.ts'
import { say } from '../i18n.ts'
import { articlesOf } from './articles.ts'
import { type MessageRow, type ShownRow, ticketOf } from './store.ts'

/** What the program says in the sandbox, where nobody may be on duty. It never passes for a person. */
const programWords = /*i18n*/ {
  id: 'support.program',
  message:
    'This answer comes from a program, not from a person. These articles may help you. In the sandbox there may be nobody on duty; if somebody is, the answer comes here.',
}

/** The row as the wire shows it. */
export const toTicket = (row: ShownRow): Ticket => ({
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
export async function toMessages(
  sql: Sql,
  rows: readonly MessageRow[],
  { topic, staff_seen_to }: Pick<ShownRow, 'topic' | 'staff_seen_to'>,
  lang: LanguageCode,
  now: Instant,
): Promise<Message[]> {
  const linkOf = await namesAndLinks(
    sql,
    rows.flatMap(({ files }) => files),
    now,
  )
  const articles = rows.some(({ by }) => by === 'program') ? await articlesOf(sql, topic, lang) : []
  return rows.map(({ id, by, text, files, created_ms }) => ({
    id,
    by,
    text: by === 'program' ? say(lang, programWords) : text,
    files: files.flatMap((fileId) => linkOf.get(fileId) ?? []),
    articles: by === 'program' ? articles : [],
    seen: by !== 'me' || BigInt(id) <= BigInt(staff_seen_to),
    createTime: asInstant(Number(created_ms)),
  }))
}

/** Tells its owner's open screens how a ticket stands now, once that is safe. */
export async function tellOwner(house: House, sql: Sql, id: string, afterCommit: (effect: () => void) => void): Promise<Ticket> {
  const row = (await ticketOf(sql, id))!
  const ticket = toTicket(row)
  afterCommit(() => house.events.toUser({ userId: row.user_id, event: { t: 'support', d: z.encode(Ticket, ticket) } }))
  return ticket
}
