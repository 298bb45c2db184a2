import * as z from 'zod/mini'
import { language } from '#contract/calls/account.ts'
import { isLiveSession } from '#account/liveSessions.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { readText, signingKey, signText } from '#server/signedText.ts'
import type { StatementAsked } from './asked.ts'

const kind = 'statement'
/** How long a link works. */
export const linkLastsMs = 10 * 60_000

/** Where files are fetched. The link says everything that it gives, and works for ten minutes while the session that asked for it lives. */
export const statementPath = '/api/finance/statement/file'

const Claims = z.object({
  userId: z.string(),
  sessionId: z.string(),
  book: z.union([z.literal(1), z.literal(2)]),
  format: z.enum(['csv', 'pdf']),
  fromMs: z.int(),
  toMs: z.int(),
  lang: language,
  currency: z.optional(z.string()),
  types: z.optional(z.array(z.int())),
  expiresMs: z.int(),
})

/** The address of a statement, signed for one session. */
export async function linkOf(sql: Sql, asked: StatementAsked, sessionId: string, expiresMs: number): Promise<string> {
  const text = signText(await signingKey(sql), kind, { ...asked, sessionId, expiresMs })
  return `${statementPath}?t=${encodeURIComponent(text)}`
}

/** What a link gives; undefined when it was not made here, its time is over, or its session has ended. */
export async function openStatementLink(sql: Sql, text: string | undefined, nowMs: number): Promise<StatementAsked | undefined> {
  const claims = z.safeParse(Claims, readText(await signingKey(sql), kind, text))
  if (!claims.success || claims.data.expiresMs < nowMs) return undefined
  const { expiresMs: _, sessionId, ...asked } = claims.data
  if (!(await isLiveSession(sql, { sessionId, userId: asked.userId }, asInstant(nowMs)))) return undefined
  return asked
}
