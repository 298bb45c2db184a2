import { loadUserWithoutSession } from '../core/visitorOf.ts'
import { loanRejectionReasons } from '#contract/calls/loans.ts'
import { accountTypes } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import { loanStatus } from '#contract/states.ts'
import { instantToWireTime } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { lockWallet } from '#ledger/ledger.ts'
import { compareDecimals } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'
import { forEachBatch } from '../core/batches.ts'
import { isRowId } from '../core/ids.ts'
import { assertCanTrade } from '../risk/assertCanTrade.ts'
import type { ReviewKindHandler } from '../core/review.ts'
import { readLoanCreditLimit } from './limit.ts'
import { tryPayOutLoan } from './payOut.ts'
import type { LoanRow } from './rows.ts'
import { changeLoan, lockLoan, readOpenLoans } from './store.ts'
import { type LoanTransactionContext, tryRunLoanTransaction, notifyBorrower, notifyBorrowerBalances } from './notify.ts'
import { readUndecidedCreditApplications } from './pendingReviews.ts'

type Reason = (typeof loanRejectionReasons)[number]

/** That loan with its wallet locked; undefined where there is none. */
export async function lockWalletAndLoan(sql: Sql, id: string): Promise<LoanRow | undefined> {
  const [found] = isRowId(id) ? await sql.query<{ user_id: string }>('select user_id from loan where id = $1', [id]) : []
  if (!found) return undefined
  await lockWallet(sql, found.user_id, accountTypes.real)
  return lockLoan(sql, id)
}

/** What of the closed list of reasons holds for this application now. */
async function standing(
  sql: Sql,
  row: LoanRow,
  now: number,
): Promise<Record<'limit' | 'papers' | 'overdueNow' | 'overdueBefore', boolean>> {
  const { kycLevel, limit, used } = await readLoanCreditLimit(sql, row.user_id, await readOpenLoans(sql, row.user_id), now)
  const [past] = await sql.query<{ now: boolean; before: boolean }>(
    `select coalesce(bool_or(status = 5 or (status = 3 and end_ms <= $2)), false) as now,
       coalesce(bool_or(overdue_ms is not null), false) as before from loan where user_id = $1`,
    [row.user_id, now],
  )
  return {
    limit: compareDecimals(used, limit) > 0,
    papers: kycLevel < 1,
    overdueNow: past?.now ?? false,
    overdueBefore: past?.before ?? false,
  }
}

const atOnce = 500

const isUndecided = ({ status, kind }: LoanRow): boolean =>
  kind === 1 && (status === loanStatus.pendingReview || status === loanStatus.underReview)

/** What came up since it was asked for and keeps new money away: a loan that is overdue, or what the gate of new loans says now. */
async function hindrance(
  { app, sql, now }: Pick<LoanTransactionContext, 'app' | 'sql' | 'now'>,
  row: LoanRow,
): Promise<Refusal | undefined> {
  const { papers, overdueNow } = await standing(sql, row, now)
  if (papers) return new Refusal('kycRequired', { level: 1 })
  if (overdueNow) return new Refusal('hasOverdue')
  try {
    await assertCanTrade(
      app,
      { accountType: accountTypes.real, product: 'loan', symbols: [] },
      { sql, visitor: await loadUserWithoutSession(sql, row.user_id) },
    )
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

async function rejectOne(doing: LoanTransactionContext, row: LoanRow, reason: Reason, by: string): Promise<LoanRow> {
  const { sql, now } = doing
  const rejected = await changeLoan(sql, row.id, { status: loanStatus.rejected, reason, decided_ms: now, decided_by: by, closed_ms: now })
  await notifyBorrower(doing, rejected, 'loanRejected', { amount: row.amount, currency: row.currency })
  return rejected
}

/** Takes a new application under review by itself, or turns it down for what can be seen without anybody's judgement. */
export async function prescreenLoanApplications(app: AppContext): Promise<void> {
  const read = ({ created_ms, id } = { created_ms: '0', id: '0' }) =>
    app.db.query<{ id: string; created_ms: string }>(
      `select id, created_ms from loan where status = 0 and kind = 1 and (created_ms, id) > ($1, $2) order by created_ms, id limit ${atOnce}`,
      [created_ms, id],
    )
  await forEachBatch(atOnce, read, async (found) => {
    for (const { id } of found) await tryRunLoanTransaction(app, id, (doing) => prescreenOne(doing, id))
  })
}

async function prescreenOne(doing: LoanTransactionContext, id: string): Promise<void> {
  const row = await lockWalletAndLoan(doing.sql, id)
  if (row?.status !== loanStatus.pendingReview) return
  const seen = await standing(doing.sql, row, doing.now)
  if (seen.papers) await rejectOne(doing, row, 'documents_expired', 'rule')
  else if (seen.limit) await rejectOne(doing, row, 'limit_exceeded', 'rule')
  else if (seen.overdueNow) await rejectOne(doing, row, 'overdue_before', 'rule')
  else await changeLoan(doing.sql, id, { status: loanStatus.underReview })
}

/** Pays a passed credit out and says so; it waits while the pool is short or something stands in the way. Wallet and loan are locked. */
async function payPassed(doing: LoanTransactionContext, row: LoanRow): Promise<void> {
  if (await hindrance(doing, row)) return
  const paid = await tryPayOutLoan(doing, row)
  if (!paid) return
  await notifyBorrowerBalances(doing, paid)
  await notifyBorrower(doing, paid, 'loanPaidOut', {
    amount: paid.amount,
    currency: paid.currency,
    due: instantToWireTime(Number(paid.end_ms)),
  })
}

/** Pays out what passed and had to wait. */
export async function payOutPassedLoans(app: AppContext): Promise<void> {
  // One that is larger than the pool, or whose person may not borrow now, keeps none behind it waiting.
  const read = ({ id } = { id: '0' }) =>
    app.db.query<{ id: string }>(
      `select l.id from loan l join loan_pool p on p.currency = l.currency and p.amount >= l.amount
       where l.status = 2 and l.id > $1 order by l.id limit ${atOnce}`,
      [id],
    )
  await forEachBatch(atOnce, read, async (found) => {
    for (const { id } of found) {
      await tryRunLoanTransaction(app, id, async (doing) => {
        const row = await lockWalletAndLoan(doing.sql, id)
        if (row?.status === loanStatus.passed) await payPassed(doing, row)
      })
    }
  })
}

/** Credits for staff and for the sandbox's reviewer (docs/rules/{environments,loans}.md). What they pass is paid out at once, as far as the pool reaches. */
export function createLoanReviewKind(app: AppContext): ReviewKindHandler {
  const begin = async (sql: Sql, id: string): Promise<LoanRow> => {
    const row = await lockWalletAndLoan(sql, id)
    if (!row) throw new Refusal('notFound')
    if (!isUndecided(row)) throw new Refusal('stateConflict')
    return row
  }
  return {
    kind: 'loan',
    reasons: loanRejectionReasons,
    waiting: (sql, limit) => readUndecidedCreditApplications(sql, limit, app.clock.now()),
    approve: async (sql, id, by, now, afterCommit) => {
      const row = await begin(sql, id)
      const inTheWay = await hindrance({ app, sql, now }, row)
      if (inTheWay) throw inTheWay
      if ((await standing(sql, row, now)).limit) throw new Refusal('loanLimit', { left: await leftBeside(sql, row, now) })
      const doing: LoanTransactionContext = { app, sql, now, afterCommit }
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
      const known = loanRejectionReasons.find((each) => each === reason)
      if (!known || !holds[known]) throw new Refusal('validation', { field: 'reason', rule: 'one that holds' })
      await rejectOne({ app, sql, now, afterCommit }, row, known, by.name)
    },
  }
}

/** What is left of the limit beside this application. */
async function leftBeside(sql: Sql, row: LoanRow, now: number) {
  const open = (await readOpenLoans(sql, row.user_id)).filter(({ id }) => id !== row.id)
  return (await readLoanCreditLimit(sql, row.user_id, open, now)).left
}
