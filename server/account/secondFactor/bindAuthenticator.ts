import type { ValidatedCallInput } from '#contract/call.ts'
import type { contract } from '#contract/contract.ts'
import { Refusal } from '#contract/refusals.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import type { AppContext } from '../../core/appContext.ts'
import type { RequestContext } from '../../core/handlers.ts'
import { completeRewardTask } from '../../notifications/completeTask.ts'
import { readClaimsTokenKey } from '../../core/signedText.ts'
import { matchTotpStep } from './authenticator.ts'
import { requirePendingTotpSecret } from './authenticatorOffer.ts'
import { holdNewAddresses } from '../holds.ts'
import { countAndAssertAuthProofAttempt, clearAuthProofAttempts } from '../lockout.ts'
import { lockUserById, requireSignInPasswordIfSet } from '../ownPassword.ts'
import type { UserRow } from '../people.ts'
import { deleteRecoveryCodesIfNoSecondFactor, hasRecoveryCodes, renewRecoveryCodes, redeemRecoveryCode } from './recoveryCodes.ts'
import { sealTotpSecret } from './sealedSecret.ts'
import { signOutOtherSessions, notifySecurityChange } from '../securityNotices.ts'
import { requireStepUp } from './stepUp.ts'

type Ask<Name extends 'bind' | 'unbind' | 'renewRecoveryCodes'> = ValidatedCallInput<(typeof contract.factors)[Name]>

/** Binds the authenticator. No address waits longer for it: it confirms new ones once it is a day old. Refuses totpAlreadyBound, ticketExpired, totpWrong {left}, passwordWrong {left}, stepUpRequired and proofLocked. */
export async function bindAuthenticator(app: AppContext, ask: Ask<'bind'>, context: RequestContext) {
  const { sql, visitor, now, afterCommit } = context
  const { userId } = visitor
  const person = await lockUserById(sql, userId)
  if (person.has_authenticator) throw new Refusal('totpAlreadyBound')
  const secret = await requirePendingTotpSecret(sql, visitor, ask.ticket, now)
  await proveBeforeBinding(app, person, ask, { sql, visitor, now })
  const left = await countAndAssertAuthProofAttempt(app.db, 'totp', userId, now)
  const step = await matchTotpStep(secret, ask.googleCode, now)
  if (step === undefined) throw new Refusal('totpWrong', { left })
  await clearAuthProofAttempts(app.db, 'totp', userId)
  await sql.query('insert into authenticator (account_id, secret, last_step, bound_ms) values ($1, $2, $3, $4)', [
    userId,
    sealTotpSecret(await readClaimsTokenKey(sql), userId, secret),
    step,
    now,
  ])
  await sql.query('delete from authenticator_offer where account_id = $1', [userId])
  const recoveryCodes = await renewRecoveryCodes(sql, userId)
  await signOutOtherSessions(app, sql, visitor, now, afterCommit)
  await notifySecurityChange(app, sql, { userId, change: 'totpBound' }, now, afterCommit)
  await completeRewardTask(app, context, 'secondFactor')
  return { googleBind: 1 as const, recoveryCodes }
}

/** The password where there is one; and a passkey, or else the withdrawal password, of whoever has either. */
async function proveBeforeBinding(
  app: AppContext,
  person: UserRow,
  { password, stepUpToken, safePassword }: StepUpProof & { password?: string | undefined },
  { sql, visitor, now }: Pick<RequestContext, 'sql' | 'visitor' | 'now'>,
): Promise<void> {
  await requireSignInPasswordIfSet(app.db, person, password, now)
  if (person.passkey_count > 0 || person.has_safe_password) await requireStepUp(sql, visitor, { stepUpToken, safePassword }, app, now)
}

/**
 * Ten new recovery codes; the old ones are worth nothing from then on. Refuses stateConflict where there are none, and what
 * `requireSignInPasswordIfSet` and `requireStepUp` refuse.
 */
export async function renewRecoveryCodesWithProof(app: AppContext, ask: Ask<'renewRecoveryCodes'>, { sql, visitor, now }: RequestContext) {
  const person = await lockUserById(sql, visitor.userId)
  if (!(await hasRecoveryCodes(sql, person.id))) throw new Refusal('stateConflict')
  await requireSignInPasswordIfSet(app.db, person, ask.password, now)
  await requireStepUp(sql, visitor, ask, app, now)
  return { googleBind: 1 as const, recoveryCodes: await renewRecoveryCodes(sql, person.id) }
}

/** Removes the authenticator: by a code, a passkey or a recovery code, and the password. New addresses wait 72 hours. Refuses stateConflict when none is bound. */
export async function unbindAuthenticator(app: AppContext, ask: Ask<'unbind'>, { sql, visitor, now, afterCommit }: RequestContext) {
  const { userId } = visitor
  const person = await lockUserById(sql, userId)
  if (!person.has_authenticator) throw new Refusal('stateConflict')
  await requireSignInPasswordIfSet(app.db, person, ask.password, now)
  if (ask.recoveryCode !== undefined) await redeemRecoveryCode(app.db, sql, userId, ask.recoveryCode, now)
  else await requireStepUp(sql, visitor, ask, app, now)
  await sql.query('delete from authenticator where account_id = $1', [userId])
  await deleteRecoveryCodesIfNoSecondFactor(sql, userId)
  await holdNewAddresses(sql, userId, 72, 'authenticatorRemoved', now)
  await signOutOtherSessions(app, sql, visitor, now, afterCommit)
  await notifySecurityChange(app, sql, { userId, change: 'totpUnbound' }, now, afterCommit)
  return { googleBind: 0 as const }
}
