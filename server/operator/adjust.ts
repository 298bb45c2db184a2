import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { balanceRecordType } from '#contract/states.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { type AccountType, type HouseBucket, lockWallet, post } from '#ledger/ledger.ts'
import { notifyBalances } from '#ledger/notifyBalances.ts'
import { compareDecimals, isPositive, isZero, negate, q8, decimalPlacesOfStep } from '#rules/decimal.ts'
import { isRowId, newRowId } from '../core/ids.ts'
import { writeNotices } from '../notifications/writeNotices.ts'
import { type OperatorContext, runStaffAction } from './operatorContext.ts'
import { assertFourEyes } from './fourEyes.ts'
import { StaffError } from './staffError.ts'
import type { StaffMember } from './staff.ts'

/** A correction of somebody's balance (docs/rules/ledger.md). */
export interface BalanceAdjustment {
  id: string
  userId: string
  book: AccountType
  currency: string
  /** Signed. */
  amount: Decimal
  reason: string
  proposedBy: string
  proposedAt: Instant
  status: 'waiting' | 'approved' | 'declined'
  decidedBy: string | undefined
}

interface Row {
  id: string
  user_id: string
  book: AccountType
  currency: string
  amount: Decimal
  reason: string
  proposed_by: string
  proposer: string
  proposed_ms: string
  status: number
  decider: string | null
}

const select = `select a.id, a.user_id, a.book, a.currency, a.amount, a.reason, a.proposed_by, p.name as proposer, a.proposed_ms, a.status,
  d.name as decider from adjustment a join staff p on p.id = a.proposed_by left join staff d on d.id = a.decided_by`
const adjustmentOf = (row: Row): BalanceAdjustment => ({
  id: row.id,
  userId: row.user_id,
  book: row.book,
  currency: row.currency,
  amount: row.amount,
  reason: row.reason,
  proposedBy: row.proposer,
  proposedAt: asInstant(Number(row.proposed_ms)),
  status: row.status === 0 ? 'waiting' : row.status === 1 ? 'approved' : 'declined',
  decidedBy: row.decider ?? undefined,
})

const refused = (sentence: string) => new StaffError('refused', sentence)
const bookNames: Record<AccountType, string> = {
  [accountTypes.real]: 'real',
  [accountTypes.demo]: 'demo',
  [accountTypes.competition]: 'competition',
}
// Corrections that take from the house come one after the other, so that two cannot spend the same cover.
const coverLock = [27, 1] as const

/** Those that wait, oldest first, or the newest fifty with those decided. Who looked is written down. */
export async function listBalanceAdjustments(context: OperatorContext, staff: StaffMember, all: boolean): Promise<BalanceAdjustment[]> {
  const text = all ? `${select} order by a.id desc limit 50` : `${select} where a.status = 0 order by a.id`
  return runStaffAction(context, staff, 'adjust.list', async ({ sql, log }) => {
    const rows = await sql.query<Row>(text)
    await log('adjust.list', { decided: all ? 'too' : 'no', found: String(rows.length) })
    return rows.map(adjustmentOf)
  })
}

export interface BalanceAdjustmentProposal {
  /** Their number as they see it (8 digits), or their id. */
  user: string
  book: AccountType
  currency: string
  amount: Decimal
  reason: string
}

/** Writes the proposal down; nothing is posted before somebody else approves it. */
export function proposeBalanceAdjustment(
  context: OperatorContext,
  staff: StaffMember,
  proposal: BalanceAdjustmentProposal,
): Promise<string> {
  const { currency, amount } = proposal
  const reason = proposal.reason.trim()
  const { specs } = context.app.market
  if (isZero(amount) || decimalPlacesOfStep(amount) > 8) throw new StaffError('usage', 'An amount is not zero and has at most 8 decimals.')
  if (reason.length < 10 || reason.length > 300)
    throw new StaffError('usage', 'The reason is 10 to 300 characters: the person reads it in their inbox.')
  if (!specs.some(({ base, quote }) => base === currency || quote === currency))
    throw new StaffError('usage', `"${currency}" is no currency of ours.`)
  return runStaffAction(context, staff, 'adjust.propose', async ({ sql, log }) => {
    const [person] = await sql.query<{ id: string }>('select id from account where uid = $1 or id::text = $1', [proposal.user])
    if (!person) throw refused(`There is no person ${proposal.user}.`)
    const userId = person.id
    const now = context.app.clock.now()
    const id = newRowId(now)
    await sql.query(
      `insert into adjustment (id, user_id, book, currency, amount, reason, proposed_by, proposed_ms) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, userId, proposal.book, currency, amount, reason, staff.id, now],
    )
    await log('adjust.propose', { id, userId, book: bookNames[proposal.book], currency, amount: q8(amount), reason })
    return id
  })
}

/** The waiting proposal, locked. Refuses an unknown one and one that was decided. */
async function lockWaiting(sql: Sql, id: string): Promise<Row> {
  const [row] = isRowId(id) ? await sql.query<Row>(`${select} where a.id = $1 for update of a`, [id]) : []
  if (!row) throw refused(`There is no correction ${id}.`)
  if (row.status !== 0) throw refused(`Correction ${id} was ${row.status === 1 ? 'approved' : 'declined'} by ${row.decider} already.`)
  return row
}

/**
 * Posts it (type 37) from or to the house in one transaction, and tells the person why. Refuses the proposer, an account that is younger
 * than the proposal, a balance that does not hold what would be taken, and cover that the house does not have.
 */
export function approveBalanceAdjustment(context: OperatorContext, staff: StaffMember, id: string): Promise<BalanceAdjustment> {
  return runStaffAction(context, staff, 'adjust.decide', async ({ sql, afterCommit, log }) => {
    const { app } = context
    const row = await lockWaiting(sql, id)
    const now = app.clock.now()
    assertFourEyes(row, staff, app.config, now)
    await lockWallet(sql, row.user_id, row.book)
    const posting = await bookIt(sql, row, now)
    await sql.query('update adjustment set status = 1, decided_by = $2, decided_ms = $3, posting_id = $4 where id = $1 and status = 0', [
      row.id,
      staff.id,
      now,
      posting,
    ])
    const { user_id: userId, currency, amount, reason } = row
    const notice = { userId, type: 'transaction', kind: 'adjusted', link: '', refType: 'adjustment', refId: row.id } as const
    await writeNotices(app, sql, [{ ...notice, params: { amount: signed(amount), currency, reason } }], afterCommit)
    await notifyBalances(app, sql, userId, row.book, afterCommit)
    await log('adjust.approve', { id: row.id, userId, book: bookNames[row.book], currency, amount, proposedBy: row.proposer, posting })
    return { ...adjustmentOf(row), status: 'approved', decidedBy: staff.name }
  })
}

const signed = (amount: Decimal): string => (isPositive(amount) ? `+${amount}` : amount)

/** Only what is spendable changes: margin, stakes and frozen money belong to what runs, and no order is touched. */
async function bookIt(sql: Sql, { id, user_id, book: inBook, currency, amount, reason }: Row, at: Instant): Promise<string> {
  const houseBucket: HouseBucket = inBook === accountTypes.real ? 'COVER' : 'ISSUE'
  if (inBook === accountTypes.real && isPositive(amount)) await refuseUncovered(sql, currency, amount)
  try {
    return await post(sql, {
      book: inBook,
      refType: 'adjustment',
      refId: id,
      requestId: `adjustment ${id}`,
      remark: reason,
      at,
      legs: [
        { user: user_id, currency, bucket: 'AVAIL', amount, type: balanceRecordType.adjustment },
        { house: houseBucket, currency, amount: negate(amount) },
      ],
    })
  } catch (error) {
    if (!(error instanceof Refusal) || error.refusal !== 'insufficientBalance') throw error
    throw refused(`The person has ${String(error.detail['available'] ?? '0')} ${currency} to spend, less than would be taken.`)
  }
}

async function refuseUncovered(sql: Sql, currency: string, amount: Decimal): Promise<void> {
  await sql.query('select pg_advisory_xact_lock($1, $2)', [...coverLock])
  const [row] = await sql.query<{ held: Decimal }>(
    `select coalesce(sum(amount), 0) as held from leg where user_id is null and book = 1 and bucket = 'COVER' and currency = $1`,
    [currency],
  )
  if (!row || compareDecimals(row.held, amount) < 0)
    throw refused(`The house's cover holds ${row?.held ?? '0'} ${currency}, less than would be given.`)
}

/** Ends a proposal without a posting; anyone who may decide can, also who proposed it. */
export function declineBalanceAdjustment(context: OperatorContext, staff: StaffMember, id: string): Promise<void> {
  return runStaffAction(context, staff, 'adjust.decide', async ({ sql, log }) => {
    const row = await lockWaiting(sql, id)
    await sql.query('update adjustment set status = -1, decided_by = $2, decided_ms = $3 where id = $1 and status = 0', [
      row.id,
      staff.id,
      context.app.clock.now(),
    ])
    await log('adjust.decline', { id: row.id, proposedBy: row.proposer })
  })
}
