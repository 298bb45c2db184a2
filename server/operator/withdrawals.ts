import { keptSender } from '../withdrawals/payoutWays.ts'
import { recordLegalHold, recordReleased, recordReturn, recordTaken } from '../withdrawals/review.ts'
import { type Desk, work } from './desk.ts'
import { StaffRefused } from './refused.ts'
import { asStaffRefused } from './reviews.ts'
import type { Staff } from './staff.ts'

/** An authority's order: the withdrawal waits, and the person is told of it and shown its reference (product §2.13). */
export function holdWithdrawal(desk: Desk, staff: Staff, id: string, reference: string): Promise<void> {
  return work(desk, staff, 'review.decide', async ({ sql, afterCommit, log }) => {
    const { house } = desk
    await recordLegalHold(house, sql, id, reference, house.clock.now(), afterCommit).catch(
      asStaffRefused(`Withdrawal ${id} cannot be held`),
    )
    await log('withdrawal.hold', { id, reference })
  })
}

/** From now on this person alone sends it by hand, and nobody cancels it. */
export function takeWithdrawal(desk: Desk, staff: Staff, id: string): Promise<void> {
  return work(desk, staff, 'review.decide', async ({ sql, log }) => {
    await recordTaken(sql, id, staff.name, desk.house.clock.now(), [await keptSender(sql)]).catch(
      asStaffRefused(`Withdrawal ${id} cannot be taken`),
    )
    await log('withdrawal.take', { id })
  })
}

/** Taken, and not sent after all. Whoever releases it for somebody else has asked them. */
export function releaseWithdrawal(desk: Desk, staff: Staff, id: string, reason: string): Promise<void> {
  const why = reason.trim()
  if (why.length < 5 || why.length > 300) throw new StaffRefused('usage', 'The reason is 5 to 300 characters.')
  return work(desk, staff, 'review.decide', async ({ sql, log }) => {
    const takenBy = await recordReleased(sql, id, desk.house.clock.now()).catch(asStaffRefused(`Withdrawal ${id} cannot be released`))
    await log('withdrawal.release', { id, takenBy, reason: why })
  })
}

/** What a bank sent back: everything returns to the person. */
export function returnWithdrawal(desk: Desk, staff: Staff, id: string, reason: string): Promise<void> {
  return work(desk, staff, 'review.decide', async ({ sql, afterCommit, log }) => {
    const { house } = desk
    await recordReturn(house, sql, id, reason, house.clock.now(), afterCommit).catch(asStaffRefused(`Withdrawal ${id} cannot be returned`))
    await log('withdrawal.return', { id, reason })
  })
}
