import { loanReasons } from '#contract/calls/loans.ts'
import { book } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import { loanStatus } from '#contract/states.ts'
import { toWire } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { lockWallet } from '#ledger/ledger.ts'
import { compare } from '#rules/decimal.ts'
import type { House } from '../house.ts'
import { isRowId } from '../ids.ts'
import { breakFrom } from '../mayTrade.ts'
import type { ReviewKind } from '../review.ts'
import { creditLimit } from './limit.ts'
import { payOut } from './payOut.ts'
import type { LoanRow } from './rows.ts'
import { changeLoan, lockLoan, openLoans } from './store.ts'
import { type Doing, inTransaction, notify, tellMoney } from './tell.ts'
import { waitingCredits } from './waiting.ts'

type Reason = (typeof loanReasons)[number]

/** That loan with its wallet locked; undefined where there is none. */
export async function lockBoth(sql: Sql, id: string): Promise<LoanRow | undefined> {
  const [found] = isRowId(id) ? await sql.query<{ user_id: string }>('select user_id from loan where id = $1', [id]) : []
  if (!found) return undefined
  await lockWallet(sql, found.user_id, book.real)
  return lockLoan(sql, id)
}

/** What of the closed list of reasons holds for this application now. */
async function standing(
  sql: Sql,
  row: LoanRow,
  now: number,
): Promise<Record<'limit' | 'papers' | 'overdueNow' | 'overdueBefore', boolean>> {
  const { kycLevel, limit, used } = await creditLimit(sql, row.user_id, await openLoans(sql, row.user_id), now)
  const [past] = await sql.query<{ now: boolean; before: boolean }>(
    `select coalesce(bool_or(status = 5 or (status = 3 and end_ms <= $2)), false) as now,
       coalesce(bool_or(overdue_ms is not null), false) as before from loan where user_id = $1`,
    [row.user_id, now],
  )
  return {
    limit: compare(used, limit) > 0,
    papers: kycLevel < 1,
    overdueNow: past?.now ?? false,
    overdueBefore: past?.before ?? false,
  }
}

const isUndecided = ({ status, kind }: LoanRow): boolean =>
  kind === 1 && (status === loanStatus.pendingReview || status === loanStatus.underReview)

/** What came up since it was asked for and keeps new money away: papers that ended, a loan that is overdue, a break of the person's own. */
async function hindrance({ sql, now }: Pick<Doing, 'sql' | 'now'>, row: LoanRow): Promise<Refusal | undefined> {
  const { papers, overdueNow } = await standing(sql, row, now)
  if (papers) return new Refusal('kycRequired', { level: 1 })
  if (overdueNow) return new Refusal('hasOverdue')
  const found = await breakFrom(sql, row.user_id, 'loan', now)
  return found && new Refusal('selfExcluded', { until: found.until })
}

async function rejectOne(doing: Doing, row: LoanRow, reason: Reason, by: string): Promise<LoanRow> {
  const { sql, now } = doing
  const rejected = await changeLoan(sql, row.id, { status: loanStatus.rejected, reason, decided_ms: now, decided_by: by, closed_ms: now })
  await notify(doing, rejected, 'loanRejected', { amount: row.amount, currency: row.currency })
  return rejected
}

/** Takes a new application under review by itself, or turns it down for what can be seen without anybody's judgement. */
export async function lookFirst(house: House): Promise<void> {
  const found = await house.db.query<{ id: string }>('select id from loan where status = 0 and kind = 1 order by created_ms, id limit 500')
  for (const { id } of found) {
    await inTransaction(house, id, async (doing) => {
      const row = await lockBoth(doing.sql, id)
      if (row?.status !== loanStatus.pendingReview) return
      const seen = await standing(doing.sql, row, doing.now)
      if (seen.papers) await rejectOne(doing, row, 'documents_expired', 'rule')
      else if (seen.limit) await rejectOne(doing, row, 'limit_exceeded', 'rule')
      else if (seen.overdueNow) await rejectOne(doing, row, 'overdue_before', 'rule')
      else await changeLoan(doing.sql, id, { status: loanStatus.underReview })
    })
  }
}

/** Pays a passed credit out and says so; it waits while the pool is short or something stands in the way. Wallet and loan are locked. */
async function payPassed(doing: Doing, row: LoanRow): Promise<void> {
  if (await hindrance(doing, row)) return
  const paid = await payOut(doing, row)
  if (!paid) return
  await tellMoney(doing, paid)
  await notify(doing, paid, 'loanPaidOut', { amount: paid.amount, currency: paid.currency, due: toWire(Number(paid.end_ms)) })
}

/** Pays out what passed and had to wait. */
export async function payWaiting(house: House): Promise<void> {
  // One that is larger than the pool keeps none behind it waiting.
  const found = await house.db.query<{ id: string }>(
    `select l.id from loan l join loan_pool p on p.currency = l.currency and p.amount >= l.amount where l.status = 2 order by l.id limit 500`,
  )
  for (const { id } of found) {
    await inTransaction(house, id, async (doing) => {
      const row = await lockBoth(doing.sql, id)
      if (row?.status === loanStatus.passed) await payPassed(doing, row)
    })
  }
}

/** Credits for staff and for the sandbox's reviewer (product §3.2). What they pass is paid out at once, as far as the pool reaches. */
export function loanReview(house: House): ReviewKind {
  const begin = async (sql: Sql, id: string): Promise<LoanRow> => {
    const row = await lockBoth(sql, id)
    if (!row) throw new Refusal('notFound')
    if (!isUndecided(row)) throw new Refusal('stateConflict')
    return row
  }
  return {
    kind: 'loan',
    reasons: loanReasons,
    waiting: (sql, limit) => waitingCredits(sql, limit, house.clock.now()),
    approve: async (sql, id, by, now, afterCommit) => {
      const row = await begin(sql, id)
      const inTheWay = await hindrance({ sql, now }, row)
      if (inTheWay) throw inTheWay
      if ((await standing(sql, row, now)).limit) throw new Refusal('loanLimit', { left: await leftBeside(sql, row, now) })
      const doing: Doing = { house, sql, now, afterCommit }
      if (row.status === loanStatus.pendingReview) await changeLoan(sql, id, { status: loanStatus.underReview })
      const passed = await changeLoan(sql, id, { status: loanStatus.passed, decided_ms: now, decided_by: by.name })
      await payPassed(doing, passed)
    },
    reject: async (sql, id, reason, by, now, afterCommit) => {
      const row = await begin(sql, id)
      const { limit, papers, overdueBefore } = await standing(sql, row, now)
      const holds: Record<Reason, boolean> = {
        limit_exceeded: limit,
        documents_expired: papers,
        income_not_enough: true,
        overdue_before: overdueBefore,
        sanction_match: !by.isAutomatic,
        legal_order: !by.isAutomatic,
      }
      const known = loanReasons.find((each) => each === reason)
      if (!known || !holds[known]) throw new Refusal('validation', { field: 'reason', rule: 'one that holds' })
      await rejectOne({ house, sql, now, afterCommit }, row, known, by.name)
    },
  }
}

/** What is left of the limit beside this application. */
async function leftBeside(sql: Sql, row: LoanRow, now: number) {
  const open = (await openLoans(sql, row.user_id)).filter(({ id }) => id !== row.id)
  return (await creditLimit(sql, row.user_id, open, now)).left
}
