import type { LanguageCode } from '#contract/calls/account.ts'
import type { Envelope } from '#contract/envelope.ts'
import { Refusal, refusalKey, type RefusalName, refusals } from '#contract/refusals.ts'
import { say } from '#server/i18n.ts'

/** The reply to a call that went well. */
export const accepted = (result: unknown, nowMs: number): Envelope => ({
  success: true,
  code: 200,
  message: 'OK',
  result,
  timestamp: nowMs,
})

/** The reply to an expected no, in the reader's language. */
export const refused = (refusal: Refusal, lang: LanguageCode, traceId: string, nowMs: number): Envelope => ({
  success: false,
  code: refusals[refusal.refusal].code,
  message: say(lang, refusals[refusal.refusal].message, refusal.detail),
  result: refusal.detail,
  timestamp: nowMs,
  key: refusalKey(refusal.refusal),
  traceId,
})

// Application answers travel with HTTP 200; these few speak HTTP too (product §1.1 "HTTP status").
const statuses: Partial<Record<RefusalName, number>> = {
  badRequest: 400,
  unauthorized: 401,
  busy: 503,
  linkExpired: 410,
  tooLarge: 413,
  mediaType: 415,
  tooMany: 429,
  server: 500,
  maintenance: 503,
}

export const httpStatus = (refusal: RefusalName): number => statuses[refusal] ?? 200

/** Whatever was thrown, as the refusal that the person sees. Anything unexpected is `server`, with nothing of its inside. */
export function asRefusal(thrown: unknown): Refusal {
  if (thrown instanceof Refusal) return thrown
  const { code, statusCode } = thrown as { code?: unknown; statusCode?: unknown }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('tooLarge')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('mediaType')
  if (typeof code === 'string' && code.startsWith('FST_') && typeof statusCode === 'number' && statusCode < 500)
    return new Refusal('badRequest')
  return new Refusal('server')
}
