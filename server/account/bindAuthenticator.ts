import type { Asked } from '#contract/call.ts'
import type { contract } from '#contract/contract.ts'
import { Refusal } from '#contract/refusals.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import type { House } from '#server/house.ts'
import type { Asking } from '#server/http/handlers.ts'
import { noteTask } from '#server/noteTask.ts'
import { signingKey } from '#server/signedText.ts'
import { stepOf } from './authenticator.ts'
import { offeredSecret } from './authenticatorOffer.ts'
import { holdNewAddresses } from './holds.ts'
import { countProof, forgiveProof } from './lockout.ts'
import { personInHand, requirePassword } from './ownPassword.ts'
import type { Person } from './people.ts'
import { forgetRecovery, hasRecovery, renewRecoveryCodes, spendRecoveryCode } from './recoveryCodes.ts'
import { sealSecret } from './sealedSecret.ts'
import { signOutOthers, tellOfChange } from './securityNews.ts'
import { requireStepUp } from './stepUp.ts'

type Ask<Name extends 'bind' | 'unbind' | 'renewRecoveryCodes'> = Asked<(typeof contract.factors)[Name]>

/** Call 15. No address waits longer for it: it confirms new ones once it is a day old. Refuses totpAlreadyBound, ticketExpired, totpWrong {left}, passwordWrong {left}, stepUpRequired and proofLocked. */
export async function bindAuthenticator(house: House, ask: Ask<'bind'>, asking: Asking) {
  const { sql, visitor, now, afterCommit } = asking
  const { userId } = visitor
  const person = await personInHand(sql, userId)
  if (person.has_authenticator) throw new Refusal('totpAlreadyBound')
  const secret = await offeredSecret(sql, visitor, ask.ticket, now)
  await proveBeforeBinding(house, person, ask, { sql, visitor, now })
  const left = await countProof(house.db, 'totp', userId, now)
  const step = await stepOf(secret, ask.googleCode, now)
  if (step === undefined) throw new Refusal('totpWrong', { left })
  await forgiveProof(house.db, 'totp', userId)
  await sql.query('insert into authenticator (account_id, secret, last_step, bound_ms) values ($1, $2, $3, $4)', [
    userId,
    sealSecret(await signingKey(sql), userId, secret),
    step,
    now,
  ])
  await sql.query('delete from authenticator_offer where account_id = $1', [userId])
  const recoveryCodes = await renewRecoveryCodes(sql, userId)
  await signOutOthers(house, sql, visitor, now, afterCommit)
  await tellOfChange(house, sql, { userId, change: 'totpBound' }, now, afterCommit)
  await noteTask(house, asking, 'secondFactor')
  return { googleBind: 1 as const, recoveryCodes }
}

/** The password where there is one; and a passkey, or else the withdrawal password, of whoever has either. */
async function proveBeforeBinding(
  house: House,
  person: Person,
  { password, stepUpToken, safePassword }: StepUpProof & { password?: string | undefined },
  { sql, visitor, now }: Pick<Asking, 'sql' | 'visitor' | 'now'>,
): Promise<void> {
  await requirePassword(house.db, person, password, now)
  if (person.passkey_count > 0 || person.has_safe_password) await requireStepUp(sql, visitor, { stepUpToken, safePassword }, house, now)
}

/** Ours: ten new codes; the old ones are worth nothing from then on. */
export async function newRecoveryCodes(house: House, ask: Ask<'renewRecoveryCodes'>, { sql, visitor, now }: Asking) {
  const person = await personInHand(sql, visitor.userId)
  if (!(await hasRecovery(sql, person.id))) throw new Refusal('stateConflict')
  await requirePassword(house.db, person, ask.password, now)
  await requireStepUp(sql, visitor, ask, house, now)
  return { googleBind: 1 as const, recoveryCodes: await renewRecoveryCodes(sql, person.id) }
}

/** Call 35: by a code, a passkey or a recovery code, and the password. New addresses wait 72 hours. Refuses stateConflict when none is bound. */
export async function unbindAuthenticator(house: House, ask: Ask<'unbind'>, { sql, visitor, now, afterCommit }: Asking) {
  const { userId } = visitor
  const person = await personInHand(sql, userId)
  if (!person.has_authenticator) throw new Refusal('stateConflict')
  await requirePassword(house.db, person, ask.password, now)
  if (ask.recoveryCode !== undefined) await spendRecoveryCode(house.db, sql, userId, ask.recoveryCode, now)
  else await requireStepUp(sql, visitor, ask, house, now)
  await sql.query('delete from authenticator where account_id = $1', [userId])
  await forgetRecovery(sql, userId)
  await holdNewAddresses(sql, userId, 72, 'authenticatorRemoved', now)
  await signOutOthers(house, sql, visitor, now, afterCommit)
  await tellOfChange(house, sql, { userId, change: 'totpUnbound' }, now, afterCommit)
  return { googleBind: 0 as const }
}
