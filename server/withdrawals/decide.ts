import { withdrawalAutoApproveHours } from '#contract/calls/withdrawals.ts'
import { Refusal } from '#contract/refusals.ts'
import { withdrawalStatus } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { type WithdrawalTransactionContext, lockWalletAndWithdrawal, notifyWithdrawal } from './end.ts'
import { addWithdrawalStep, updateWithdrawal, type WithdrawalRow } from './store.ts'

const selfApproveMs = withdrawalAutoApproveHours * 3_600_000
/** By whom something is approved that waited for 72 hours. */
const byTime = 'time'

/** From now on it is in the queue. Refuses stateConflict when it was decided already. */
export async function approveWithdrawal(
  { sql, now }: WithdrawalTransactionContext,
  row: WithdrawalRow,
  by: string,
  note: 'approved' | 'approvedLate' = 'approved',
): Promise<WithdrawalRow> {
  if (row.phase !== 'review') throw new Refusal('stateConflict')
  const approved = await updateWithdrawal(sql, row.id, { phase: 'approved', approved_by: by, approved_ms: now }, now)
  await addWithdrawalStep(sql, row.id, note, withdrawalStatus.waiting, now)
  return approved
}

/** An authority's order, which the person is shown: then it does not approve itself. Refuses stateConflict once it was decided. */
export async function applyWithdrawalLegalHold(
  doing: WithdrawalTransactionContext,
  row: WithdrawalRow,
  reference: string,
): Promise<WithdrawalRow> {
  if (row.phase !== 'review' || reference.trim() === '') throw new Refusal('stateConflict')
  const held = await updateWithdrawal(doing.sql, row.id, { legal_reference: reference.trim() }, doing.now)
  await addWithdrawalStep(doing.sql, row.id, 'legalHold', withdrawalStatus.waiting, doing.now)
  await notifyWithdrawal(doing, held, 'withdrawalHeld', { reference: reference.trim() })
  return held
}

export interface OverdueWithdrawalReview {
  id: string
  user_id: string
  review_by_ms: string
}

/** As many are read at once. */
export const overdueReviewBatchSize = 200

/** What nobody decided in time, a batch behind that one: past its hour and not yet passed on, or past 72 hours and held by no law. */
export const overdueWithdrawalReviews = (sql: Sql, nowMs: number, behind?: OverdueWithdrawalReview): Promise<OverdueWithdrawalReview[]> =>
  sql.query<OverdueWithdrawalReview>(
    `select id, user_id, review_by_ms from withdrawal where phase = 'review'
       and (review_by_ms <= $1 and escalated_ms is null or created_ms <= $2 and legal_reference = '') and (review_by_ms, id) > ($3, $4)
     order by review_by_ms, id limit ${overdueReviewBatchSize}`,
    [nowMs, nowMs - selfApproveMs, behind?.review_by_ms ?? '0', behind?.id ?? '0'],
  )

/** Passes on what is late, once, and approves what is 72 hours old (docs/rules/deposits-and-withdrawals.md). Looks again under the lock, so that servers take turns. */
export async function escalateOrApproveOverdueWithdrawal(
  doing: WithdrawalTransactionContext,
  { id, user_id }: OverdueWithdrawalReview,
): Promise<void> {
  const { sql, now } = doing
  let row = await lockWalletAndWithdrawal(sql, id, user_id)
  if (row?.phase !== 'review') return
  if (row.escalated_ms === null && Number(row.review_by_ms) <= now) {
    row = await updateWithdrawal(sql, id, { escalated_ms: now }, now)
    await addWithdrawalStep(sql, id, 'escalated', withdrawalStatus.waiting, now)
    await notifyWithdrawal(doing, row, 'withdrawalLate')
  }
  if (row.legal_reference === '' && Number(row.created_ms) + selfApproveMs <= now)
    await approveWithdrawal(doing, row, byTime, 'approvedLate')
}
