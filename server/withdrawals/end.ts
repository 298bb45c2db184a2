import { queueMail } from '../notifications/mail/mail.ts'
import { bankChainCode, type WithdrawalRejectionReason, withdrawalRejectionReasons } from '#contract/calls/withdrawals.ts'
import { accountTypes } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import { balanceRecordType, withdrawalStatus } from '#contract/states.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { type AccountType, type Leg, lockWallet, post } from '#ledger/ledger.ts'
import { notifyBalances } from '#ledger/notifyBalances.ts'
import { isZero, negate } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'
import { type NewNotice, writeNotices } from '../notifications/writeNotices.ts'
import type { NoticeKind } from '../notifications/noticeTexts.ts'
import { arrivalAmountOf, isWithdrawalCancellable, withdrawalDestinationLabel } from './serialize.ts'
import { addWithdrawalStep, updateWithdrawal, lockWithdrawal, type WithdrawalRow } from './store.ts'

/** Where something is changed: a transaction, and what runs after it. */
export interface WithdrawalTransactionContext {
  app: AppContext
  sql: Sql
  now: Instant
  afterCommit(effect: () => void): void
}

const real = accountTypes.real as AccountType

/** The wallet first, then the row: the order in which everybody takes them. Undefined for an id that nothing has. */
export async function lockWalletAndWithdrawal(sql: Sql, id: string, userId: string): Promise<WithdrawalRow | undefined> {
  await lockWallet(sql, userId, real)
  return lockWithdrawal(sql, id)
}

const userLeg = (row: WithdrawalRow, bucket: 'AVAIL' | 'FROZEN', amount: WithdrawalRow['money'], type: 3 | 4): Leg => ({
  user: row.user_id,
  currency: row.currency,
  bucket,
  amount,
  type,
})

async function bookIt(sql: Sql, row: WithdrawalRow, at: Instant, legs: Leg[]): Promise<void> {
  await post(sql, { book: real, refType: 'withdrawal', refId: row.id, orderNo: row.order_no, at, legs })
}

/** What left: the arrival to CHAIN_OUT, the fee to NETFEE (of a chain) or FEE (of a bank). `sign` -1 takes it back. */
function outside(row: WithdrawalRow, isBack: boolean): Leg[] {
  const signed = (amount: WithdrawalRow['money']) => (isBack ? negate(amount) : amount)
  const fee = row.chain_type === bankChainCode ? 'FEE' : 'NETFEE'
  return [
    { house: 'CHAIN_OUT', currency: row.currency, amount: signed(arrivalAmountOf(row)) },
    ...(isZero(row.fee) ? [] : [{ house: fee, currency: row.currency, amount: signed(row.fee) } as const]),
  ]
}

/** All of the money comes back, the fee included (docs/rules/deposits-and-withdrawals.md): from what was set aside, or from what was booked as sent. */
async function giveBack({ sql, now }: WithdrawalTransactionContext, row: WithdrawalRow): Promise<void> {
  const back = userLeg(row, 'AVAIL', row.money, balanceRecordType.withdrawRefund)
  if (row.status === withdrawalStatus.paid) return bookIt(sql, row, now, [back, ...outside(row, true)])
  await bookIt(sql, row, now, [userLeg(row, 'FROZEN', negate(row.money), balanceRecordType.withdrawRefund), back])
}

/** Stops one that nobody has begun to send; the money is back at once. Refuses notCancellable. */
export async function cancelWithdrawal(doing: WithdrawalTransactionContext, row: WithdrawalRow): Promise<WithdrawalRow> {
  if (!isWithdrawalCancellable(row)) throw new Refusal('notCancellable')
  await giveBack(doing, row)
  return finish(doing, row, withdrawalStatus.cancelled, { note: 'cancelled' })
}

/** Refuses validation for a reason that is not on the closed list. */
export function parseWithdrawalRejectionReason(reason: string): WithdrawalRejectionReason {
  const known = withdrawalRejectionReasons.find((each) => each === reason)
  if (!known) throw new Refusal('validation', { field: 'reason', rule: withdrawalRejectionReasons.join(', ') })
  return known
}

/** Refuses stateConflict once it is signed, taken or over. */
export async function rejectWithdrawal(
  doing: WithdrawalTransactionContext,
  row: WithdrawalRow,
  reason: WithdrawalRejectionReason,
): Promise<WithdrawalRow> {
  if (!isWithdrawalCancellable(row)) throw new Refusal('stateConflict')
  await giveBack(doing, row)
  const done = await finish(doing, row, withdrawalStatus.rejected, { note: 'rejected', reason })
  await notifyWithdrawal(doing, done, 'withdrawalRejected')
  return done
}

/** Provably not delivered: never included, undone by the chain, or sent back by the bank. Refuses stateConflict for one that is over otherwise. */
export async function failWithdrawal(
  doing: WithdrawalTransactionContext,
  row: WithdrawalRow,
  reason: WithdrawalRejectionReason,
): Promise<WithdrawalRow> {
  if (row.phase !== 'signed' && row.status !== withdrawalStatus.paid) throw new Refusal('stateConflict')
  await giveBack(doing, row)
  const done = await finish(doing, row, withdrawalStatus.failed, { note: 'failed', reason })
  await notifyWithdrawal(doing, done, 'withdrawalRejected')
  return done
}

/** It has arrived: what was set aside leaves the books. `reference` for one that a bank, or staff, sent. */
export async function completeWithdrawal(
  doing: WithdrawalTransactionContext,
  row: WithdrawalRow,
  reference?: string,
): Promise<WithdrawalRow> {
  if (row.status !== withdrawalStatus.waiting) throw new Refusal('stateConflict')
  await bookIt(doing.sql, row, doing.now, [
    userLeg(row, 'FROZEN', negate(row.money), balanceRecordType.withdrawPaid),
    ...outside(row, false),
  ])
  const done = await finish(doing, row, withdrawalStatus.paid, { note: 'paid', ...(reference !== undefined && { reference }) })
  await notifyWithdrawal(doing, done, 'withdrawalPaid')
  return done
}

interface Ending {
  note: 'paid' | 'cancelled' | 'rejected' | 'failed'
  reason?: WithdrawalRejectionReason
  reference?: string
}

async function finish(
  { app, sql, now, afterCommit }: WithdrawalTransactionContext,
  row: WithdrawalRow,
  status: -1 | -2 | -3 | 2,
  { note, reason, reference }: Ending,
): Promise<WithdrawalRow> {
  const done = await updateWithdrawal(
    sql,
    row.id,
    {
      status,
      phase: 'done',
      ...(reason && { reason }),
      ...(status === withdrawalStatus.paid && { paid_ms: now }),
      // Only what was signed can still be undone by its chain.
      ...((status !== withdrawalStatus.paid || row.raw_tx === null) && { final_ms: now }),
      ...(reference !== undefined && { tx_hash: reference }),
    },
    now,
  )
  await addWithdrawalStep(sql, row.id, note, status, now)
  await notifyBalances(app, sql, row.user_id, real, afterCommit)
  return done
}

/** A word in the inbox, and by mail where there is one for it. */
export async function notifyWithdrawal(
  { app, sql, now, afterCommit }: WithdrawalTransactionContext,
  row: WithdrawalRow,
  kind: NoticeKind,
  more = {},
): Promise<void> {
  const place = withdrawalDestinationLabel(row)
  const notice: NewNotice = {
    userId: row.user_id,
    type: 'transaction',
    kind,
    params: { amount: row.money, currency: row.currency, place, ...more },
    link: `/chongzhitixianResult?id=${row.id}`,
    refType: 'withdrawal',
    refId: row.id,
  }
  await writeNotices(app, sql, [notice], afterCommit)
  if (kind !== 'withdrawalPaid' && kind !== 'withdrawalRejected') return
  await queueMail(sql, { userId: row.user_id, kind, params: { amount: row.money, currency: row.currency, address: place } }, now)
}
