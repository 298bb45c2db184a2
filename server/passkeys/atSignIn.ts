import { holdNewAddresses } from '#account/holds.ts'
import { personInHand } from '#account/ownPassword.ts'
import { forgetRecovery, hasRecovery, recoveryTried, renewRecoveryCodes, spendRecoveryCode } from '#account/recoveryCodes.ts'
import { signOutOthers, tellOfChange } from '#account/securityNews.ts'
import { requireStepUp, stepUpTried } from '#account/stepUp.ts'
import type { Asked } from '#contract/call.ts'
import type { contract } from '#contract/contract.ts'
import { Refusal } from '#contract/refusals.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import type { Sql } from '#db/database.ts'
import type { House } from '#server/house.ts'
import type { Asking } from '#server/http/handlers.ts'
import { noteTask } from '#server/noteTask.ts'

const holdHours = 72

type Ask = Asked<typeof contract.passkeys.askAtSignIn>

type Proof = StepUpProof & { recoveryCode?: string | undefined }

/** A recovery code where one is given, for a passkey that is gone; else a step-up. Refuses what either refuses. */
async function proveOrRecover(
  house: House,
  { recoveryCode, ...proof }: Proof,
  { sql, visitor, now }: Pick<Asking, 'sql' | 'visitor' | 'now'>,
): Promise<void> {
  if (recoveryCode !== undefined) await spendRecoveryCode(house.db, sql, visitor.userId, recoveryCode, now)
  else await requireStepUp(sql, visitor, proof, house, now)
}

/** The same before a transaction of one's own; gives what uses it up in there. */
export const proofTried = (
  house: House,
  { recoveryCode, ...proof }: Proof,
  { visitor, now }: Pick<Asking, 'visitor' | 'now'>,
): Promise<(sql: Sql) => Promise<unknown>> =>
  recoveryCode !== undefined ? recoveryTried(house.db, visitor.userId, recoveryCode, now) : stepUpTried(house, visitor, proof, now)

/**
 * Whether a passkey is the second step of every sign-in. Gives ten recovery codes where there are none yet. Refuses stateConflict without
 * a passkey, or when it is so already.
 */
export async function askAtSignIn(house: House, { isOn, ...proof }: Ask, asking: Asking) {
  const { sql, visitor, now, afterCommit } = asking
  const { userId } = visitor
  const person = await personInHand(sql, userId)
  if (person.has_passkey_step === isOn || (isOn && person.passkey_count === 0)) throw new Refusal('stateConflict')
  await proveOrRecover(house, isOn ? { ...proof, recoveryCode: undefined } : proof, { sql, visitor, now })
  await sql.query('update account set passkey_step_ms = $2 where id = $1', [userId, isOn ? now : null])
  const recoveryCodes = isOn && !(await hasRecovery(sql, userId)) ? await renewRecoveryCodes(sql, userId) : []
  if (!isOn) await forgetRecovery(sql, userId)
  if (!isOn) await holdNewAddresses(sql, userId, holdHours, 'passkeyStepOff', now)
  await signOutOthers(house, sql, visitor, now, afterCommit)
  await tellOfChange(house, sql, { userId, change: isOn ? 'passkeyStepOn' : 'passkeyStepOff' }, now, afterCommit)
  if (isOn) await noteTask(house, asking, 'secondFactor')
  return { passkeyStep: isOn ? (1 as const) : (0 as const), recoveryCodes }
}

/** With the last passkey goes what asks for it. Gives whether it did ask. */
export async function endWithoutPasskeys(sql: Sql, userId: string): Promise<boolean> {
  const ended = await sql.query(
    `update account set passkey_step_ms = null
     where id = $1 and passkey_step_ms is not null and not exists (select from passkey where account_id = $1) returning 1`,
    [userId],
  )
  await forgetRecovery(sql, userId)
  return ended.length > 0
}

/** Holds new addresses and signs out everybody else: a passkey was what every sign-in asked for, and is so no more. */
export async function holdAfterStep(
  house: House,
  sql: Sql,
  { visitor, now, afterCommit }: Pick<Asking, 'visitor' | 'now' | 'afterCommit'>,
) {
  await holdNewAddresses(sql, visitor.userId, holdHours, 'passkeyStepOff', now)
  await signOutOthers(house, sql, visitor, now, afterCommit)
}
