import * as z from 'zod/mini'
import { languageCodeSchema } from '#contract/calls/account.ts'
import { isLiveSession } from '#account/liveSessions.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { verifyClaimsToken, readClaimsTokenKey, signClaimsToken } from '../../core/signedText.ts'
import type { StatementRequest } from './request.ts'

const kind = 'statement'
/** How long a link works. */
export const statementLinkTtlMs = 10 * 60_000

/** Where files are fetched. The link says everything that it gives, and works for ten minutes while the session that asked for it lives. */
export const statementFileUrlPath = '/api/finance/statement/file'

const Claims = z.object({
  userId: z.string(),
  sessionId: z.string(),
  book: z.union([z.literal(1), z.literal(2)]),
  format: z.enum(['csv', 'pdf']),
  fromMs: z.int(),
  toMs: z.int(),
  lang: languageCodeSchema,
  currency: z.optional(z.string()),
  types: z.optional(z.array(z.int())),
  expiresMs: z.int(),
})

/** The address of a statement, signed for one session. */
export async function createStatementLink(sql: Sql, request: StatementRequest, sessionId: string, expiresMs: number): Promise<string> {
  const text = signClaimsToken(await readClaimsTokenKey(sql), kind, { ...request, sessionId, expiresMs })
  return `${statementFileUrlPath}?t=${encodeURIComponent(text)}`
}

/** What a link gives; undefined when it was not made here, its time is over, or its session has ended. */
export async function verifyStatementLink(sql: Sql, text: string | undefined, nowMs: number): Promise<StatementRequest | undefined> {
  const claims = z.safeParse(Claims, verifyClaimsToken(await readClaimsTokenKey(sql), kind, text))
  if (!claims.success || claims.data.expiresMs < nowMs) return undefined
  const { expiresMs: _, sessionId, ...request } = claims.data
  if (!(await isLiveSession(sql, { sessionId, userId: request.userId }, asInstant(nowMs)))) return undefined
  return request
}
