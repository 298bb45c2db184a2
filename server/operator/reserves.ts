import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { adjustEarnReserveRow } from '#ledger/earnReserve.ts'
import { type HouseBucket, post } from '#ledger/ledger.ts'
import { tryAdjustLoanPoolRow, readLoanPoolBalance } from '#ledger/loanPool.ts'
import { tryAdjustWelfareFundRow, lockAndReadWelfareFund } from '#ledger/welfare.ts'
import { add, compareDecimals, isNegative, isZero, largerDecimal, negate, q8, decimalPlacesOfStep, subtract, zero } from '#rules/decimal.ts'
import {
  lockCompetitionPrizes,
  competitionPrizeCurrency,
  competitionPrizeFundBalance,
  committedPrizeTotal,
} from '../competitions/finalizeCompetition.ts'
import { isRowId, newRowId } from '../core/ids.ts'
import { levelGrantCurrency, unpaidLevelGrantTotal } from '../levels/unpaidGrants.ts'
import { readLoanPoolCommitments } from '../loans/loanPoolCommitments.ts'
import { loanCurrency } from '../terms/loanTerms.ts'
import { createProductKinds } from '../products/kinds.ts'
import { requiredEarnReserveOfCurrency } from '../products/reserveRequirement.ts'
import { earnReserveBalance } from '../products/reserve.ts'
import { type OperatorContext, runStaffAction } from './operatorContext.ts'
import { assertFourEyes } from './fourEyes.ts'
import { StaffError } from './staffError.ts'
import type { StaffMember } from './staff.ts'

/** What staff call them. */
export const reserveNames = ['earn', 'loans', 'prizes', 'welfare'] as const
export type ReserveName = (typeof reserveNames)[number]

/** One of the house's accounts of the REAL book that people are paid from. In DEMO everything is issued. */
interface Reserve {
  account: Extract<HouseBucket, 'RESERVE_EARN' | 'LOAN_POOL' | 'PRIZE' | 'WELFARE'>
  /** Whether anything is paid out of it in this currency. */
  pays(sql: Sql, currency: string): Promise<boolean>
  /** What it holds; nobody else changes it until the transaction ends. */
  held(sql: Sql, currency: string): Promise<Decimal>
  /** What it must keep for what people have or were promised. */
  owed(context: OperatorContext, sql: Sql, currency: string, now: Instant): Promise<Decimal>
  change(sql: Sql, currency: string, by: Decimal): Promise<unknown>
}

const reserves: Readonly<Record<ReserveName, Reserve>> = {
  earn: {
    account: 'RESERVE_EARN',
    pays: async (sql, currency) => (await sql.query('select from product where income_currency = $1 limit 1', [currency])).length > 0,
    held: (sql, currency) => earnReserveBalance(sql, accountTypes.real, currency, true),
    owed: ({ app }, sql, currency, now) => requiredEarnReserveOfCurrency(sql, createProductKinds(app), currency, now),
    change: (sql, currency, by) => adjustEarnReserveRow(sql, accountTypes.real, currency, by),
  },
  loans: {
    account: 'LOAN_POOL',
    pays: async (_, currency) => currency === loanCurrency,
    held: async (sql, currency) => {
      await sql.query('select from loan_pool where currency = $1 for update', [currency])
      return readLoanPoolBalance(sql, currency)
    },
    owed: (_, sql, currency) => readLoanPoolCommitments(sql, currency),
    change: tryAdjustLoanPoolRow,
  },
  prizes: {
    account: 'PRIZE',
    pays: async (_, currency) => currency === competitionPrizeCurrency,
    held: async (sql) => {
      await lockCompetitionPrizes(sql)
      return competitionPrizeFundBalance(sql)
    },
    owed: (_, sql) => committedPrizeTotal(sql),
    // What it holds is the sum of its legs.
    change: (sql) => lockCompetitionPrizes(sql),
  },
  welfare: {
    account: 'WELFARE',
    pays: async (_, currency) => currency === levelGrantCurrency,
    // Without what lies in vouchers, which was taken off when they were given.
    held: lockAndReadWelfareFund,
    owed: (_, sql) => unpaidLevelGrantTotal(sql),
    change: async (sql, currency, by) => {
      if (!(await tryAdjustWelfareFundRow(sql, currency, by))) throw refused('The welfare account does not hold that much.')
    },
  },
}

/** Money of the house that is put into a reserve, or taken out of it. */
export interface ReserveChange {
  id: string
  name: ReserveName
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
  account: Reserve['account']
  currency: string
  amount: Decimal
  reason: string
  proposed_by: string
  proposer: string
  proposed_ms: string
  status: number
  decider: string | null
}

const select = `select c.id, c.account, c.currency, c.amount, c.reason, c.proposed_by, p.name as proposer, c.proposed_ms, c.status,
  d.name as decider from reserve_change c join staff p on p.id = c.proposed_by left join staff d on d.id = c.decided_by`
const nameOf = (account: Reserve['account']): ReserveName => reserveNames.find((name) => reserves[name].account === account) ?? 'earn'
const changeOf = (row: Row): ReserveChange => ({
  id: row.id,
  name: nameOf(row.account),
  currency: row.currency,
  amount: row.amount,
  reason: row.reason,
  proposedBy: row.proposer,
  proposedAt: asInstant(Number(row.proposed_ms)),
  status: row.status === 0 ? 'waiting' : row.status === 1 ? 'approved' : 'declined',
  decidedBy: row.decider ?? undefined,
})

const refused = (sentence: string) => new StaffError('refused', sentence)

/** Those that wait, oldest first, or the newest fifty with those decided. Who looked is written down. */
export async function listReserveChanges(context: OperatorContext, staff: StaffMember, all: boolean): Promise<ReserveChange[]> {
  const text = all ? `${select} order by c.id desc limit 50` : `${select} where c.status = 0 order by c.id`
  return runStaffAction(context, staff, 'reserve.list', async ({ sql, log }) => {
    const rows = await sql.query<Row>(text)
    await log('reserve.list', { decided: all ? 'too' : 'no', found: String(rows.length) })
    return rows.map(changeOf)
  })
}

/** Writes the wish down; nothing moves before somebody else approves it. */
export function proposeReserveChange(
  context: OperatorContext,
  staff: StaffMember,
  { name, currency, amount, reason }: Pick<ReserveChange, 'name' | 'currency' | 'amount' | 'reason'>,
): Promise<string> {
  const why = reason.trim()
  if (isZero(amount) || decimalPlacesOfStep(amount) > 8) throw new StaffError('usage', 'An amount is not zero and has at most 8 decimals.')
  if (why.length < 10 || why.length > 300) throw new StaffError('usage', 'The reason is 10 to 300 characters.')
  return runStaffAction(context, staff, 'reserve.propose', async ({ sql, log }) => {
    const { account, pays } = reserves[name]
    if (!(await pays(sql, currency))) throw new StaffError('usage', `Nothing is paid out of "${name}" in "${currency}".`)
    const now = context.app.clock.now()
    const id = newRowId(now)
    await sql.query(
      'insert into reserve_change (id, account, currency, amount, reason, proposed_by, proposed_ms) values ($1, $2, $3, $4, $5, $6, $7)',
      [id, account, currency, amount, why, staff.id, now],
    )
    await log('reserve.propose', { id, reserve: name, currency, amount: q8(amount), reason: why })
    return id
  })
}

/** The waiting one, locked. Refuses an unknown one and one that was decided. */
async function lockWaiting(sql: Sql, id: string): Promise<Row> {
  const [row] = isRowId(id) ? await sql.query<Row>(`${select} where c.id = $1 for update of c`, [id]) : []
  if (!row) throw refused(`There is no change ${id} of a reserve.`)
  if (row.status !== 0) throw refused(`Change ${id} was ${row.status === 1 ? 'approved' : 'declined'} by ${row.decider} already.`)
  return row
}

/**
 * Posts it between the reserve and the house's capital in one transaction. Refuses the proposer, an account that is younger than the
 * proposal, and taking what the reserve must keep for open orders, promised loans, prizes that were offered, and bonuses and vouchers that were given.
 */
export function approveReserveChange(context: OperatorContext, staff: StaffMember, id: string): Promise<ReserveChange> {
  return runStaffAction(context, staff, 'reserve.decide', async ({ sql, log }) => {
    const { app } = context
    const row = await lockWaiting(sql, id)
    const now = app.clock.now()
    assertFourEyes(row, staff, app.config, now)
    if (isNegative(row.amount)) await refuseOwed(context, sql, row, now)
    const posting = await bookIt(sql, row, now)
    await sql.query(
      'update reserve_change set status = 1, decided_by = $2, decided_ms = $3, posting_id = $4 where id = $1 and status = 0',
      [row.id, staff.id, now, posting],
    )
    const { account, currency, amount, proposer } = row
    await log('reserve.approve', { id: row.id, reserve: nameOf(account), currency, amount, proposedBy: proposer, posting })
    return { ...changeOf(row), status: 'approved', decidedBy: staff.name }
  })
}

async function refuseOwed(context: OperatorContext, sql: Sql, { account, currency, amount }: Row, now: Instant): Promise<void> {
  const { held, owed } = reserves[nameOf(account)]
  const has = await held(sql, currency)
  const keeps = await owed(context, sql, currency, now)
  if (compareDecimals(add(has, amount), keeps) >= 0) return
  const free = q8(largerDecimal(subtract(has, keeps), zero))
  throw refused(`It holds ${q8(has)} ${currency} and must keep ${q8(keeps)} for what is open: at most ${free} can be taken.`)
}

async function bookIt(sql: Sql, { id, account, currency, amount, reason }: Row, at: Instant): Promise<string> {
  await reserves[nameOf(account)].change(sql, currency, amount)
  return post(sql, {
    book: accountTypes.real,
    refType: 'capital',
    refId: id,
    requestId: `reserve ${id}`,
    remark: reason,
    at,
    legs: [
      { house: account, currency, amount },
      { house: 'CAPITAL', currency, amount: negate(amount) },
    ],
  })
}

/** Ends a proposal without a posting; anyone who may decide can, also who proposed it. */
export function declineReserveChange(context: OperatorContext, staff: StaffMember, id: string): Promise<void> {
  return runStaffAction(context, staff, 'reserve.decide', async ({ sql, log }) => {
    const row = await lockWaiting(sql, id)
    await sql.query('update reserve_change set status = -1, decided_by = $2, decided_ms = $3 where id = $1 and status = 0', [
      row.id,
      staff.id,
      context.app.clock.now(),
    ])
    await log('reserve.decline', { id: row.id, proposedBy: row.proposer })
  })
}
