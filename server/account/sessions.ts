import { createHash, randomBytes } from 'node:crypto'
import { isIPv4 } from 'node:net'
import type { LanguageCode } from '#contract/calls/account.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { AppContext } from '../core/appContext.ts'
import { newRowId } from '../core/ids.ts'
import { needsNewConsent } from './consents.ts'
import { residenceCountriesOf } from '../core/countries.ts'
import { isSessionIdleExpired } from './idleExpiry.ts'
import type { SignedInUser } from '../core/visitor.ts'

const lifeMs = 30 * 24 * 3_600_000
const activeEveryMs = 60_000
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

export interface NewSession {
  accountId: string
  device: string
  ip: string
}

/** A new token, 32 random bytes in base64url. Only its hash is kept. */
export async function beginSession(
  sql: Sql,
  { accountId, device, ip }: NewSession,
  now: Instant,
): Promise<{ token: string; expireTime: Instant }> {
  const token = randomBytes(32).toString('base64url')
  await sql.query(
    `insert into session (id, account_id, token_hash, device, ip, created_ms, active_ms, expires_ms) values ($1, $2, $3, $4, $5, $6, $6, $7)`,
    [newRowId(now), accountId, hashOf(token), device.slice(0, 80), ip, now, now + lifeMs],
  )
  return { token, expireTime: asInstant(now + lifeMs) }
}

interface VisitorRow {
  session_id: string
  user_id: string
  is_guest: boolean
  country: string
  kyc_country: string | null
  kyc_level: 0 | 1 | 2
  level: number
  kyc_closes_ms: string | null
  lang: LanguageCode
  agreement_version: string | null
  risk_version: string | null
  created_ms: string
  active_ms: string
}

/**
 * Whose token this is; undefined when it never was one, has ended, or has not been used for 30 days, or 12 hours where much is held. Every
 * use counts as activity.
 */
export async function findSignedInUserByToken(
  app: Pick<AppContext, 'db' | 'market'>,
  token: string,
  now: Instant,
): Promise<SignedInUser | undefined> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return undefined
  const { db } = app
  const [row] = await db.query<VisitorRow>(
    `select s.id as session_id, s.active_ms, a.id as user_id, a.is_guest, a.country, a.kyc_country, a.kyc_level, a.level, a.kyc_closes_ms, a.lang, a.created_ms,
       a.agreement_version, a.risk_version
     from session s join account a on a.id = s.account_id
     where s.token_hash = $1 and s.ended_ms is null and s.expires_ms > $2`,
    [hashOf(token), now],
  )
  if (!row) return undefined
  const activeMs = Number(row.active_ms)
  if (await isSessionIdleExpired(app, { userId: row.user_id, activeMs }, now)) {
    await db.query('update session set ended_ms = $2 where id = $1 and ended_ms is null and active_ms = $3', [
      row.session_id,
      now,
      activeMs,
    ])
    return undefined
  }
  if (now - activeMs >= activeEveryMs) await touchSession(db, row.session_id, now)
  return {
    userId: row.user_id,
    sessionId: row.session_id,
    isGuest: row.is_guest,
    ...residenceCountriesOf(row.country, row.kyc_country),
    kycLevel: row.kyc_level,
    level: row.level,
    isPapersEnded: row.kyc_closes_ms !== null && Number(row.kyc_closes_ms) <= now,
    lang: row.lang,
    mustAgree: needsNewConsent(row),
    createdAtMs: Number(row.created_ms),
  }
}

/** Last activity, stored at most once a minute; it also moves the session's end. */
export const touchSession = (sql: Sql, sessionId: string, now: Instant): Promise<unknown> =>
  sql.query('update session set active_ms = $2, expires_ms = $3 where id = $1 and ended_ms is null and active_ms <= $4', [
    sessionId,
    now,
    now + lifeMs,
    now - activeEveryMs,
  ])

interface SessionRow {
  id: string
  device: string
  ip: string
  created_ms: string
  active_ms: string
}

const maxListed = 500

/** Somebody's live sessions: the present one, then those used last. At most 500; ending all others ends the rest too. */
export async function liveSessionsOfUser(sql: Sql, visitor: SignedInUser, now: Instant) {
  const rows = await sql.query<SessionRow>(
    `select id, device, ip, created_ms, active_ms from session
     where account_id = $1 and ended_ms is null and expires_ms > $2 order by id = $3 desc, active_ms desc, id desc limit $4`,
    [visitor.userId, now, visitor.sessionId, maxListed],
  )
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    ipMasked: maskIp(row.ip),
    country: visitor.country || null,
    createTime: asInstant(Number(row.created_ms)),
    lastActive: asInstant(Number(row.active_ms)),
    current: row.id === visitor.sessionId,
  }))
}

/** Ends one session of this person, or all but the present one. Gives the ids of those that were live. */
export async function endSessionOrOthers(
  sql: Sql,
  visitor: SignedInUser,
  which: { id: string } | 'others',
  now: Instant,
): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `update session set ended_ms = $2 where account_id = $1 and ended_ms is null and expires_ms > $2
     and ${which === 'others' ? 'id <> $3' : 'id = $3'} returning id`,
    [visitor.userId, now, which === 'others' ? visitor.sessionId : which.id],
  )
  return rows.map(({ id }) => id)
}

/** Ends every session of this person, after a reset of the password. Gives the ids of those that were live. */
export async function endAllSessions(sql: Sql, accountId: string, now: Instant): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    'update session set ended_ms = $2 where account_id = $1 and ended_ms is null and expires_ms > $2 returning id',
    [accountId, now],
  )
  return rows.map(({ id }) => id)
}

/** A session is kept for as long after its end as it could have lived, so that its traces can still be looked at; then it goes. */
export const deleteExpiredSessions = (sql: Sql, nowMs: number): Promise<unknown> =>
  sql.query('delete from session where expires_ms < $1', [nowMs - lifeMs])

/** 203.0.113.*, or the first two groups of an IPv6 address. */
export function maskIp(ip: string): string {
  const plain = ip.startsWith('::ffff:') ? ip.slice(7) : ip
  return isIPv4(plain) ? plain.replace(/\.\d+$/, '.*') : `${plain.split(':').slice(0, 2).join(':')}:*`
}

const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** What a person recognises of a user agent: "Safari · iPhone". */
export function deviceNameOfUserAgent(userAgent: string): string {
  const name = (list: [RegExp, string][]) => list.find(([shape]) => shape.test(userAgent))?.[1]
  return [name(browsers), name(systems)].filter(Boolean).join(' · ') || 'Unknown device'
}
