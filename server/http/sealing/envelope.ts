import type { LanguageCode } from '#contract/calls/account.ts'
import type { ReplyEnvelope } from '#contract/envelope.ts'
import { unknownCountryMessage, Refusal, refusalKeyOfName, type RefusalName, refusals } from '#contract/refusals.ts'
import { localizedCountryName, translate } from '../../core/i18n.ts'

/** The reply to a call that went well. */
export const successEnvelope = (result: unknown, nowMs: number): ReplyEnvelope => ({
  success: true,
  code: 200,
  message: 'OK',
  result,
  timestamp: nowMs,
})

/** In words; what a country's rules forbid names the country, or asks for it where nobody has said it yet. */
function messageOf({ refusal, detail }: Refusal, lang: LanguageCode): string {
  if (refusal !== 'region' && refusal !== 'regionProduct') return translate(lang, refusals[refusal].message, detail)
  const country = String(detail['country'] ?? '')
  return country === ''
    ? translate(lang, unknownCountryMessage)
    : translate(lang, refusals[refusal].message, { ...detail, place: localizedCountryName(country, lang) })
}

/** The reply to an expected no, in the reader's language. */
export const refusalEnvelope = (refusal: Refusal, lang: LanguageCode, traceId: string, nowMs: number): ReplyEnvelope => ({
  success: false,
  code: refusals[refusal.refusal].code,
  message: messageOf(refusal, lang),
  result: refusal.detail,
  timestamp: nowMs,
  key: refusalKeyOfName(refusal.refusal),
  traceId,
})

// Application answers travel with HTTP 200; these few speak HTTP too (docs/rules/wire.md).
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

export const refusalHttpStatus = (refusal: RefusalName): number => statuses[refusal] ?? 200

/** Whatever was thrown, as the refusal that the person sees. Anything unexpected is `server`, with nothing of its inside. */
export function toRefusal(thrown: unknown): Refusal {
  if (thrown instanceof Refusal) return thrown
  const { code, statusCode } = thrown as { code?: unknown; statusCode?: unknown }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('tooLarge')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('mediaType')
  if (typeof code === 'string' && code.startsWith('FST_') && typeof statusCode === 'number' && statusCode < 500)
    return new Refusal('badRequest')
  return new Refusal('server')
}
