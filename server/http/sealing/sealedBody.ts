import type { FastifyRequest } from 'fastify'
import { Refusal } from '#contract/refusals.ts'
import { sealRsaKeyIdHeader } from '#contract/sealed.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { clientIpKey } from '../../core/addresses/addressKey.ts'
import type { BodySealKeyStore } from '../../settings/sealKeys.ts'
import type { RequestLimiters } from '../limits/rates.ts'
import { parseJsonKeepingDecimals } from '../json.ts'
import { unsealBody } from './unseal.ts'

export interface SealedBodyDeps {
  db: Sql
  keys: BodySealKeyStore
  limiters: RequestLimiters
}

/**
 * What a sealed POST asks; its nonce is spent. Plain JSON, a copy of an earlier body, and anything that cannot be opened are the same
 * sealInvalid; a key that is gone is sealKeyExpired, and too many openings from one place or in all are tooMany.
 */
export async function unsealBodyOnce(
  { db, keys, limiters }: SealedBodyDeps,
  request: FastifyRequest,
  now: Instant,
): Promise<Record<string, unknown>> {
  const seconds = limiters.openingsPerIp.take(clientIpKey(request.ip), now) || limiters.openings.take('all', now)
  if (seconds > 0) throw new Refusal('tooMany', { seconds })
  const kid = request.headers[sealRsaKeyIdHeader]
  const key = typeof kid === 'string' && kid !== '' ? await keys.find(kid) : (await keys.live())[0]
  if (!key) throw new Refusal('sealKeyExpired')
  const { payload, nonce } = unsealBody(bytesOf(request), key.privateKey, now)
  await spendNonce(db, nonce, now)
  return payload
}

/** The body of a call whose path says everything: empty, `{}` or sealed (docs/rules/wire.md). */
export async function unsealEmptyOrSealedBodyOnce(
  opener: SealedBodyDeps,
  request: FastifyRequest,
  now: Instant,
): Promise<Record<string, unknown>> {
  const text = bytesOf(request).toString('latin1').trim()
  return text === '' || text === '{}' ? {} : unsealBodyOnce(opener, request, now)
}

/** The body of a row that need not be sealed, where it is a plain JSON object; undefined for any other. */
export function readPlainJsonBody(request: FastifyRequest): Record<string, unknown> | undefined {
  const text = bytesOf(request).toString().trim()
  if (!text.startsWith('{')) return undefined
  try {
    return parseJsonKeepingDecimals(text) as Record<string, unknown>
  } catch {
    throw new Refusal('badRequest')
  }
}

const bytesOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

// A body is accepted for two minutes on either side of its own time, so its nonce is kept for twice that and a little.
const nonceKeptMs = 300_000

/** In the database, so that a body copied from one server is refused by the other too. */
async function spendNonce(db: Sql, nonce: string, now: Instant): Promise<void> {
  const text = 'insert into seal_nonce (nonce, expires_ms) values ($1, $2) on conflict do nothing returning 1'
  const fresh = await db.query(text, [nonce, now + nonceKeptMs])
  if (fresh.length === 0) throw new Refusal('sealInvalid')
}

export const deleteExpiredSealNonces = (db: Sql, nowMs: number): Promise<unknown> =>
  db.query('delete from seal_nonce where expires_ms < $1', [nowMs])
