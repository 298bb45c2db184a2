import { recordLegalHold, recordReturn } from '../withdrawals/review.ts'
import { type Desk, work } from './desk.ts'
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

/** What a bank sent back: everything returns to the person. */
export function returnWithdrawal(desk: Desk, staff: Staff, id: string, reason: string): Promise<void> {
  return work(desk, staff, 'review.decide', async ({ sql, afterCommit, log }) => {
    const { house } = desk
    await recordReturn(house, sql, id, reason, house.clock.now(), afterCommit).catch(asStaffRefused(`Withdrawal ${id} cannot be returned`))
    await log('withdrawal.return', { id, reason })
  })
}
