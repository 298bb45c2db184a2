import { createHash } from 'node:crypto'
import { Refusal } from '#contract/refusals.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { clientIpKey } from '../core/addresses/addressKey.ts'

const minuteMs = 60_000
/** 10 wrong passwords in 15 minutes lock a name for the rest of that quarter of an hour at least (docs/rules/accounts.md). */
const perName = { tries: 10, windowMs: 15 * minuteMs, lockMs: 15 * minuteMs }
/** And 50 in an hour an address, whichever names it tried. */
const perAddress = { tries: 50, windowMs: 60 * minuteMs, lockMs: 15 * minuteMs }

/** And 5 wrong proofs of one kind lock that kind for the person (docs/rules/accounts.md); what they have signed in stays in. */
const perProof = { tries: 5, windowMs: 15 * minuteMs, lockMs: 15 * minuteMs }
/** Proofs at the sign-in count apart, so that somebody who only knows the password cannot lock what the person is doing. */
export type AuthProofKind = 'totp' | 'totpAtSignIn' | 'recoveryCode' | 'password' | 'safePassword'

const keyOf = (kind: 'name' | 'address' | AuthProofKind, text: string): string =>
  `${kind}:${createHash('sha256').update(text).digest('base64url')}`

/**
 * Counts a try before the password is looked at, so that many at once cannot all be the tenth. Names without an account count alike.
 * Refuses accountLocked with the minutes left, or tooMany for the address.
 */
export async function countAndAssertSignInAttempt(sql: Sql, name: string, ip: string, now: Instant): Promise<void> {
  const { lockedMs: addressMs } = await count(sql, keyOf('address', clientIpKey(ip)), perAddress, now)
  if (addressMs > 0) throw new Refusal('tooMany', { seconds: Math.ceil(addressMs / 1000) })
  const { lockedMs: nameMs } = await count(sql, keyOf('name', name), perName, now)
  if (nameMs > 0) throw new Refusal('accountLocked', { minutes: Math.ceil(nameMs / minuteMs) })
}

/**
 * Counts a proof before it is looked at; give it the pool, so that a refusal that rolls everything back does not give the try back.
 * Gives the tries left after this one. Refuses proofLocked with the minutes left.
 */
export async function countAndAssertAuthProofAttempt(db: Sql, kind: AuthProofKind, userId: string, now: Instant): Promise<number> {
  const { lockedMs, left } = await count(db, keyOf(kind, userId), perProof, now)
  if (lockedMs > 0) throw new Refusal('proofLocked', { minutes: Math.ceil(lockedMs / minuteMs) })
  return left
}

/**
 * For a proof that stays the same, such as a password, which several calls may give at once: right ones count nothing, so that they never
 * lock each other out, on whichever servers they are verified. Wrong ones count after that, in the database: however many come together,
 * `perProof.tries` of them are told that they are wrong, and of the others nobody learns whether they were right. Gives nothing where
 * `isRight` says so, else the tries left. Refuses proofLocked with the minutes left.
 */
export const countAuthProofAttemptIfWrong = (
  db: Sql,
  kind: AuthProofKind,
  userId: string,
  isRight: () => Promise<boolean>,
  now: Instant,
): Promise<number | undefined> =>
  // On one server one after the other, so that the slow work for guesses ends with the lock.
  inTurnOf(keyOf(kind, userId), async () => {
    if (await isUsedUp(db, kind, userId, now)) await countAndAssertAuthProofAttempt(db, kind, userId, now)
    if (!(await isRight())) return countAndAssertAuthProofAttempt(db, kind, userId, now)
    if (await forgiveOpen(db, kind, userId, now)) return undefined
    await countAndAssertAuthProofAttempt(db, kind, userId, now)
    await clearAuthProofAttempts(db, kind, userId)
    return undefined
  })

const lastOf = new Map<string, Promise<unknown>>()

async function inTurnOf<T>(key: string, work: () => Promise<T>): Promise<T> {
  const mine = (lastOf.get(key) ?? Promise.resolve()).then(work, work)
  lastOf.set(key, mine)
  try {
    return await mine
  } finally {
    if (lastOf.get(key) === mine) lastOf.delete(key)
  }
}

/** The row of a kind whose tries are used up while its time runs: of a lock, or of the window in which they were wrong. */
const usedUp = `tries >= $3 and $2 - since_ms < (case when tries > $3 then $5 else $4 end)::bigint`
const limitsOf = (kind: AuthProofKind, userId: string, now: Instant): unknown[] => [
  keyOf(kind, userId),
  now,
  perProof.tries,
  perProof.windowMs,
  perProof.lockMs,
]

const isUsedUp = async (db: Sql, kind: AuthProofKind, userId: string, now: Instant): Promise<boolean> =>
  (await db.query(`select from sign_in_try where key = $1 and ${usedUp}`, limitsOf(kind, userId, now))).length > 0

/** Forgets the wrong tries; false where they were used up first. One statement, which waits for whoever is just counting one. */
async function forgiveOpen(db: Sql, kind: AuthProofKind, userId: string, now: Instant): Promise<boolean> {
  const deleted = await db.query(`delete from sign_in_try where key = $1 and not (${usedUp}) returning 1`, limitsOf(kind, userId, now))
  return deleted.length > 0 || !(await isUsedUp(db, kind, userId, now))
}

/** The proof was right: nothing is held against it any more. */
export const clearAuthProofAttempts = (db: Sql, kind: AuthProofKind, userId: string): Promise<unknown> =>
  db.query('delete from sign_in_try where key = $1', [keyOf(kind, userId)])

/** Counts one; gives how long the lock still is, 0 without one, and the tries left. */
async function count(sql: Sql, key: string, limit: typeof perName, now: Instant): Promise<{ lockedMs: number; left: number }> {
  // The try that goes over the limit starts the lock: from then on the row's time stands still until the lock is over.
  const [row] = await sql.query<{ tries: number; since_ms: string }>(
    `insert into sign_in_try as t (key, tries, since_ms) values ($1, 1, $2)
     on conflict (key) do update set
       tries = case when $2 - t.since_ms >= (case when t.tries > $3 then $5 else $4 end)::bigint then 1 else least(t.tries + 1, $3 + 1) end,
       since_ms = case when $2 - t.since_ms >= (case when t.tries > $3 then $5 else $4 end)::bigint or t.tries = $3 then $2 else t.since_ms end
     returning tries, since_ms`,
    [key, now, limit.tries, limit.windowMs, limit.lockMs],
  )
  if (!row || row.tries <= limit.tries) return { lockedMs: 0, left: limit.tries - (row?.tries ?? 0) }
  return { lockedMs: Math.max(1, Number(row.since_ms) + limit.lockMs - now), left: 0 }
}

/** The right password was given: nothing is held against the name any more, and this try not against the address. */
export async function clearSignInAttempts(sql: Sql, name: string, ip: string): Promise<void> {
  await sql.query('delete from sign_in_try where key = $1', [keyOf('name', name)])
  await sql.query('update sign_in_try set tries = greatest(tries - 1, 0) where key = $1 and tries <= $2', [
    keyOf('address', clientIpKey(ip)),
    perAddress.tries,
  ])
}

export const deleteExpiredAuthAttempts = (sql: Sql, nowMs: number): Promise<unknown> =>
  sql.query('delete from sign_in_try where since_ms < $1', [nowMs - 24 * 60 * minuteMs])
