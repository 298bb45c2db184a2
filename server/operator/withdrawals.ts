import { readAutomaticPayoutRoutes } from '../withdrawals/payoutWays.ts'
import {
  applyWithdrawalLegalHoldById,
  releaseWithdrawalClaim,
  recordBankWithdrawalReturn,
  claimWithdrawalForManualSending,
} from '../withdrawals/review.ts'
import { type OperatorContext, runStaffAction } from './operatorContext.ts'
import { StaffError } from './staffError.ts'
import { createRefusalAsStaffErrorThrower } from './reviews.ts'
import type { StaffMember } from './staff.ts'

/** An authority's order: the withdrawal waits, and the person is told of it and shown its reference (docs/rules/deposits-and-withdrawals.md). */
export function holdWithdrawalByLegalOrder(context: OperatorContext, staff: StaffMember, id: string, reference: string): Promise<void> {
  return runStaffAction(context, staff, 'review.decide', async ({ sql, afterCommit, log }) => {
    const { app } = context
    await applyWithdrawalLegalHoldById(app, sql, id, reference, app.clock.now(), afterCommit).catch(
      createRefusalAsStaffErrorThrower(`Withdrawal ${id} cannot be held`),
    )
    await log('withdrawal.hold', { id, reference })
  })
}

/** From now on this person alone sends it by hand, and nobody cancels it. */
export function claimWithdrawalForManualPayout(context: OperatorContext, staff: StaffMember, id: string): Promise<void> {
  return runStaffAction(context, staff, 'review.decide', async ({ sql, log }) => {
    await claimWithdrawalForManualSending(sql, id, staff.name, context.app.clock.now(), [await readAutomaticPayoutRoutes(sql)]).catch(
      createRefusalAsStaffErrorThrower(`Withdrawal ${id} cannot be taken`),
    )
    await log('withdrawal.take', { id })
  })
}

/** Taken, and not sent after all. Whoever releases it for somebody else has asked them. */
export function releaseClaimedWithdrawal(context: OperatorContext, staff: StaffMember, id: string, reason: string): Promise<void> {
  const why = reason.trim()
  if (why.length < 5 || why.length > 300) throw new StaffError('usage', 'The reason is 5 to 300 characters.')
  return runStaffAction(context, staff, 'review.decide', async ({ sql, log }) => {
    const takenBy = await releaseWithdrawalClaim(sql, id, context.app.clock.now()).catch(
      createRefusalAsStaffErrorThrower(`Withdrawal ${id} cannot be released`),
    )
    await log('withdrawal.release', { id, takenBy, reason: why })
  })
}

/** What a bank sent back: everything returns to the person. */
export function returnBankWithdrawal(context: OperatorContext, staff: StaffMember, id: string, reason: string): Promise<void> {
  return runStaffAction(context, staff, 'review.decide', async ({ sql, afterCommit, log }) => {
    const { app } = context
    await recordBankWithdrawalReturn(app, sql, id, reason, app.clock.now(), afterCommit).catch(
      createRefusalAsStaffErrorThrower(`Withdrawal ${id} cannot be returned`),
    )
    await log('withdrawal.return', { id, reason })
  })
}
