import { holdNewAddresses } from '#account/holds.ts'
import { lockUserById } from '#account/ownPassword.ts'
import {
  deleteRecoveryCodesIfNoSecondFactor,
  hasRecoveryCodes,
  verifyRecoveryCodeForLaterUse,
  renewRecoveryCodes,
  redeemRecoveryCode,
} from '#account/secondFactor/recoveryCodes.ts'
import { signOutOtherSessions, notifySecurityChange } from '#account/securityNotices.ts'
import { requireStepUp, verifyStepUpForLaterUse } from '#account/secondFactor/stepUp.ts'
import type { ValidatedCallInput } from '#contract/call.ts'
import type { contract } from '#contract/contract.ts'
import { Refusal } from '#contract/refusals.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import type { Sql } from '#db/database.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { completeRewardTask } from '../notifications/completeTask.ts'

const holdHours = 72

type Ask = ValidatedCallInput<typeof contract.passkeys.askAtSignIn>

type Proof = StepUpProof & { recoveryCode?: string | undefined }

/** A recovery code where one is given, for a passkey that is gone; else a step-up. Refuses what either refuses. */
async function proveOrRecover(
  app: AppContext,
  { recoveryCode, ...proof }: Proof,
  { sql, visitor, now }: Pick<RequestContext, 'sql' | 'visitor' | 'now'>,
): Promise<void> {
  if (recoveryCode !== undefined) await redeemRecoveryCode(app.db, sql, visitor.userId, recoveryCode, now)
  else await requireStepUp(sql, visitor, proof, app, now)
}

/** The same before a transaction of one's own; gives what uses it up in there. */
export const verifyStepUpOrRecoveryForLaterUse = (
  app: AppContext,
  { recoveryCode, ...proof }: Proof,
  { visitor, now }: Pick<RequestContext, 'visitor' | 'now'>,
): Promise<(sql: Sql) => Promise<unknown>> =>
  recoveryCode !== undefined
    ? verifyRecoveryCodeForLaterUse(app.db, visitor.userId, recoveryCode, now)
    : verifyStepUpForLaterUse(app, visitor, proof, now)

/**
 * Whether a passkey is the second step of every sign-in. Gives ten recovery codes where there are none yet. Refuses stateConflict without
 * a passkey, or when it is so already.
 */
export async function setPasskeySignInStep(app: AppContext, { isOn, ...proof }: Ask, context: RequestContext) {
  const { sql, visitor, now, afterCommit } = context
  const { userId } = visitor
  const person = await lockUserById(sql, userId)
  if (person.has_passkey_step === isOn || (isOn && person.passkey_count === 0)) throw new Refusal('stateConflict')
  await proveOrRecover(app, isOn ? { ...proof, recoveryCode: undefined } : proof, { sql, visitor, now })
  await sql.query('update account set passkey_step_ms = $2 where id = $1', [userId, isOn ? now : null])
  const recoveryCodes = isOn && !(await hasRecoveryCodes(sql, userId)) ? await renewRecoveryCodes(sql, userId) : []
  if (!isOn) await deleteRecoveryCodesIfNoSecondFactor(sql, userId)
  if (!isOn) await holdNewAddresses(sql, userId, holdHours, 'passkeyStepOff', now)
  await signOutOtherSessions(app, sql, visitor, now, afterCommit)
  await notifySecurityChange(app, sql, { userId, change: isOn ? 'passkeyStepOn' : 'passkeyStepOff' }, now, afterCommit)
  if (isOn) await completeRewardTask(app, context, 'secondFactor')
  return { passkeyStep: isOn ? (1 as const) : (0 as const), recoveryCodes }
}

/** With the last passkey goes what asks for it. Gives whether it did ask. */
export async function disablePasskeyStepIfNoPasskeys(sql: Sql, userId: string): Promise<boolean> {
  const ended = await sql.query(
    `update account set passkey_step_ms = null
     where id = $1 and passkey_step_ms is not null and not exists (select from passkey where account_id = $1) returning 1`,
    [userId],
  )
  await deleteRecoveryCodesIfNoSecondFactor(sql, userId)
  return ended.length > 0
}

/** Holds new addresses and signs out everybody else: a passkey was what every sign-in asked for, and is so no more. */
export async function holdAddressesAndSignOutOthers(
  app: AppContext,
  sql: Sql,
  { visitor, now, afterCommit }: Pick<RequestContext, 'visitor' | 'now' | 'afterCommit'>,
) {
  await holdNewAddresses(sql, visitor.userId, holdHours, 'passkeyStepOff', now)
  await signOutOtherSessions(app, sql, visitor, now, afterCommit)
}
