import { verify } from 'otplib'
import { Refusal } from '#contract/refusals.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { readClaimsTokenKey } from '../../core/signedText.ts'
import { countAndAssertAuthProofAttempt, clearAuthProofAttempts, type AuthProofKind } from '../lockout.ts'
import { unsealTotpSecret } from './sealedSecret.ts'

/** One step before and one after the present are accepted (RFC 6238 §5.2, §6). */
const toleranceSeconds = 30

/** The time step whose code this is; undefined when it is none of the three that are good now. */
export async function matchTotpStep(secret: string, code: string, now: Instant): Promise<number | undefined> {
  const checked = await verify({ secret, token: code, epoch: Math.floor(now / 1000), epochTolerance: toleranceSeconds })
  return checked.valid && 'timeStep' in checked ? checked.timeStep : undefined
}

type TotpAsk = { userId: string; code: string; kind: Extract<AuthProofKind, 'totp' | 'totpAtSignIn'> }

/**
 * Uses up a code of the bound authenticator, or refuses totpWrong {left}, totpReplayed or proofLocked. The try is counted at once and
 * for good (`db`); that the code is used belongs to what it was used for (`sql`).
 */
export async function consumeTotp(db: Sql, sql: Sql, ask: TotpAsk, now: Instant): Promise<void> {
  await consumeTotpStep(sql, ask.userId, await requireTotpStep(db, ask, now))
  await clearAuthProofAttempts(db, ask.kind, ask.userId)
}

/** The step of a right code, with the try counted; it is not used up yet. Refuses totpWrong {left} and proofLocked. */
export async function requireTotpStep(db: Sql, { userId, code, kind }: TotpAsk, now: Instant): Promise<number> {
  const left = await countAndAssertAuthProofAttempt(db, kind, userId, now)
  const [row] = await db.query<{ secret: Buffer }>('select secret from authenticator where account_id = $1', [userId])
  const step = row && (await matchTotpStep(unsealTotpSecret(await readClaimsTokenKey(db), userId, row.secret), code, now))
  if (step === undefined) throw new Refusal('totpWrong', { left })
  return step
}

/** Of two servers at once only one can have a step; the other's is refused as totpReplayed. Gives when the authenticator was set up. */
export async function consumeTotpStep(sql: Sql, userId: string, step: number): Promise<number> {
  const [bound] = await sql.query<{ bound_ms: string }>(
    'update authenticator set last_step = $2 where account_id = $1 and last_step < $2 returning bound_ms',
    [userId, step],
  )
  if (!bound) throw new Refusal('totpReplayed')
  return Number(bound.bound_ms)
}
