import { generateURI } from 'otplib'
import { renderSVG } from 'uqr'
import { Refusal } from '#contract/refusals.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { newRowId, randomBase32 } from '../../core/ids.ts'
import { verifyClaimsToken, readClaimsTokenKey, signClaimsToken } from '../../core/signedText.ts'
import { findUser, serializeUser } from '../people.ts'
import type { AppContext } from '../../core/appContext.ts'
import { unsealTotpSecret, sealTotpSecret } from './sealedSecret.ts'
import type { SignedInUser } from '../../core/visitor.ts'

const offerMs = 600_000
const ticketKind = 'au1'

type Session = Pick<SignedInUser, 'userId' | 'sessionId'>

interface OfferRow {
  id: string
  secret: Buffer
  expires_ms: string
}

/**
 * Offers a secret that is not in use yet; the same within ten minutes, on every server, to the session that asks for it. Another session
 * gets one of its own in its place, so that nobody binds what somebody else has seen. Refuses totpAlreadyBound,
 * unauthorized where the account is gone, and stateConflict where two ask at once.
 */
export async function startOrResumeTotpEnrolment(app: AppContext, sql: Sql, { userId, sessionId }: Session, now: Instant) {
  const person = await findUser(sql, { id: userId })
  if (!person) throw new Refusal('unauthorized')
  if (person.has_authenticator) throw new Refusal('totpAlreadyBound')
  const key = await readClaimsTokenKey(sql)
  await sql.query(
    `insert into authenticator_offer as kept (account_id, session_id, id, secret, expires_ms) values ($1, $2, $3, $4, $5)
     on conflict (account_id) do update
       set session_id = excluded.session_id, id = excluded.id, secret = excluded.secret, expires_ms = excluded.expires_ms
       where kept.expires_ms <= $6 or kept.session_id <> excluded.session_id`,
    [userId, sessionId, newRowId(now), sealTotpSecret(key, userId, randomBase32(32)), now + offerMs, now],
  )
  const [row] = await sql.query<OfferRow>(
    'select id, secret, expires_ms from authenticator_offer where account_id = $1 and session_id = $2',
    [userId, sessionId],
  )
  if (!row) throw new Refusal('stateConflict')
  const secret = unsealTotpSecret(key, userId, row.secret)
  const otpauthUrl = generateURI({ issuer: 'Fairlead', label: serializeUser(person, app).account, secret })
  return {
    ticket: signClaimsToken(key, ticketKind, { userId, offerId: row.id }),
    secret,
    otpauthUrl,
    qrSvg: renderSVG(otpauthUrl),
    expireTime: asInstant(Number(row.expires_ms)),
  }
}

/** The secret that this ticket stands for, for the session that it was offered to. Refuses ticketExpired. */
export async function requirePendingTotpSecret(sql: Sql, { userId, sessionId }: Session, ticket: string, now: Instant): Promise<string> {
  const key = await readClaimsTokenKey(sql)
  const claims = verifyClaimsToken(key, ticketKind, ticket) as { userId: string; offerId: string } | undefined
  if (claims?.userId !== userId) throw new Refusal('ticketExpired')
  const [row] = await sql.query<Pick<OfferRow, 'secret'>>(
    'select secret from authenticator_offer where account_id = $1 and session_id = $2 and id = $3 and expires_ms > $4',
    [userId, sessionId, claims.offerId, now],
  )
  if (!row) throw new Refusal('ticketExpired')
  return unsealTotpSecret(key, userId, row.secret)
}
