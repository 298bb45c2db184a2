import { Refusal } from '#contract/refusals.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import type { Instant } from '#contract/time.ts'
import type { Database, Sql } from '#db/database.ts'
import type { AppContext } from '../../core/appContext.ts'
import { verifyClaimsToken, readClaimsTokenKey, signClaimsToken } from '../../core/signedText.ts'
import { requireTotpStep, consumeTotpStep } from './authenticator.ts'
import { readSecondFactors, secondFactorMethods } from './factors.ts'
import { clearAuthProofAttempts, countAuthProofAttemptIfWrong } from '../lockout.ts'
import { verifySecret } from '../passwords.ts'
import type { SignedInUser } from '../../core/visitor.ts'

/** How long a passkey's proof is good for. */
export const stepUpTokenSeconds = 300
const tokenKind = 'su1'

/** What was proven, and since when the person has that factor; the withdrawal password is none. */
export type ProvenStepUp = { method: 'totp' | 'passkey'; sinceMs: number } | { method: 'safePassword' }

interface StepUpClaims {
  userId: string
  /** The path of the call that it is for. */
  action: string
  /** When the passkey was added. */
  sinceMs: number
  untilMs: number
}

/** What a passkey gives for its proof: a signed text for this person and one call, named by its path; good for five minutes. */
export async function issueStepUpToken(
  sql: Sql,
  userId: string,
  made: Pick<StepUpClaims, 'action' | 'sinceMs'>,
  now: Instant,
): Promise<string> {
  const claims: StepUpClaims = { userId, ...made, untilMs: now + stepUpTokenSeconds * 1000 }
  return signClaimsToken(await readClaimsTokenKey(sql), tokenKind, claims)
}

/**
 * Whether a text is a step-up token that we signed for this call (`action`); it says neither whose it is nor whether it has run out. One
 * made for another call proves nothing here.
 */
export async function wasStepUpTokenIssuedForCall(sql: Sql, action: string, token: string): Promise<boolean> {
  const claims = verifyClaimsToken(await readClaimsTokenKey(sql), tokenKind, token) as StepUpClaims | undefined
  return claims?.action === action
}

/** The age of the passkey behind a good token; undefined for any other text. */
async function passkeyBehind(sql: Sql, userId: string, token: string, now: Instant): Promise<{ sinceMs: number } | undefined> {
  const claims = verifyClaimsToken(await readClaimsTokenKey(sql), tokenKind, token) as StepUpClaims | undefined
  return claims !== undefined && claims.userId === userId && claims.untilMs > now ? { sinceMs: claims.sinceMs } : undefined
}

/**
 * The proof that a call with step-up needs (docs/rules/wire.md): a second factor where the person has one, else the withdrawal password. `sql` is the
 * transaction of what it is for, of a `once` call alone: the tries ask for a connection of their own, and only of those so few run at a
 * time that there is always one left. Refuses stepUpRequired {methods}, totpWrong {left}, totpReplayed, safePasswordNotSet,
 * safePasswordWrong {left} and proofLocked {minutes}.
 */
export async function requireStepUp(
  sql: Sql,
  { userId }: Pick<SignedInUser, 'userId'>,
  proof: StepUpProof,
  { db }: Pick<AppContext, 'db'>,
  now: Instant,
): Promise<ProvenStepUp> {
  const tried = await tryFactor(sql, db, userId, proof, now)
  return spendTried(sql, db, userId, tried)
}

/** The same for any other call: tried before a transaction holds a connection. Gives what uses it up in there; refuses totpReplayed then. */
export async function verifyStepUpForLaterUse(
  { db }: Pick<AppContext, 'db'>,
  { userId }: Pick<SignedInUser, 'userId'>,
  proof: StepUpProof,
  now: Instant,
): Promise<(sql: Sql) => Promise<ProvenStepUp>> {
  const tried = await tryFactor(db, db, userId, proof, now)
  return (sql) => spendTried(sql, sql, userId, tried)
}

/** What was right; of an authenticator the step of its code, which counts once. */
type Tried = { by: 'totp'; step: number } | { by: 'passkey'; sinceMs: number } | { by: 'safePassword' }

/** Reads by `sql`, counts the try by `db`. */
async function tryFactor(sql: Sql, db: Database, userId: string, proof: StepUpProof, now: Instant): Promise<Tried> {
  const methods = secondFactorMethods(await readSecondFactors(sql, userId))
  if (methods.length === 0) {
    await requireSafePassword(sql, userId, proof.safePassword, { db }, now)
    return { by: 'safePassword' }
  }
  const passkey =
    methods.includes('passkey') && proof.stepUpToken !== undefined ? await passkeyBehind(sql, userId, proof.stepUpToken, now) : undefined
  if (passkey) return { by: 'passkey', ...passkey }
  if (methods.includes('totp') && proof.googleCode !== undefined) {
    return { by: 'totp', step: await requireTotpStep(db, { userId, code: proof.googleCode, kind: 'totp' }, now) }
  }
  throw new Refusal('stepUpRequired', { methods })
}

/** In `sql`; the tries are forgiven by `forgiving`. */
async function spendTried(sql: Sql, forgiving: Sql, userId: string, tried: Tried): Promise<ProvenStepUp> {
  if (tried.by === 'safePassword') return { method: 'safePassword' }
  if (tried.by === 'passkey') return { method: 'passkey', sinceMs: tried.sinceMs }
  const sinceMs = await consumeTotpStep(sql, userId, tried.step)
  await clearAuthProofAttempts(forgiving, 'totp', userId)
  return { method: 'totp', sinceMs }
}

/**
 * The withdrawal password itself, for calls that want it whatever else is given. Refuses safePasswordNotSet, stepUpRequired when it was
 * not given, safePasswordWrong {left} and proofLocked {minutes}.
 */
export async function requireSafePassword(
  sql: Sql,
  userId: string,
  password: string | undefined,
  { db }: Pick<AppContext, 'db'>,
  now: Instant,
): Promise<void> {
  const [row] = await sql.query<{ hash: string | null }>('select safe_password_hash as hash from account where id = $1', [userId])
  if (!row?.hash) throw new Refusal('safePasswordNotSet')
  if (password === undefined) throw new Refusal('stepUpRequired', { methods: ['safePassword'] })
  const left = await countAuthProofAttemptIfWrong(db, 'safePassword', userId, () => verifySecret(row.hash, password), now)
  if (left !== undefined) throw new Refusal('safePasswordWrong', { left })
}
