import * as z from 'zod/mini'
import {
  type CreditLoanRequest,
  type CreditLoanPreview,
  LoanOrder,
  type PledgedLoanRequest,
  type PledgedLoanPreview,
} from '#contract/calls/loans.ts'
import { accountTypes } from '#contract/constants.ts'
import { Refusal, type RefusalName } from '#contract/refusals.ts'
import { loanStatus } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { lockWallet } from '#ledger/ledger.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext, CallHandlers } from '../core/handlers.ts'
import { isRowId } from '../core/ids.ts'
import { readClaimsTokenKey } from '../core/signedText.ts'
import { readLoanAccount } from './account.ts'
import { applyForCreditLoan, takeOutPledgedLoan } from './apply.ts'
import { refuseExcessDecimals } from './request.ts'
import { previewCreditLoan, previewPledgedLoan } from './preview.ts'
import { clearLoanMarginCallIfRecovered, addLoanCollateral, applyLoanRepayment, reverseLoanPayout } from './repay.ts'
import { debtOfLoanAt, isLoanPaidOut, isPaidOutPledgedLoan, type LoanRow, type PaidOutLoanRow } from './rows.ts'
import { loanPlansAt } from './plansByTime.ts'
import { isLoanRunning, loanReturnWindowMs, serializeLoan, toLoanOrders } from './serialize.ts'
import { changeLoan, loansPage, lockLoan, findOwnLoan } from './store.ts'
import type { LoanTransactionContext } from './notify.ts'

/** The signing key, read once. */
function keyOf() {
  let key: Buffer | undefined
  return async (sql: Sql) => (key ??= await readClaimsTokenKey(sql))
}

/** Loans (docs/rules/loans.md). The REAL book. */
export function loansHandlers(app: AppContext): CallHandlers<'loans'> {
  const ourKey = keyOf()
  const serialize = (context: RequestContext, row: LoanRow): Promise<LoanOrder> => serializeLoan(app, context.sql, row, app.clock.now())
  /** One's own under its locks, in a state that this can be done in; refuses notFound, and otherwise with what it is now. */
  const begin = async (id: string, context: RequestContext, can: (row: LoanRow) => boolean, refusal: RefusalName = 'stateConflict') => {
    const { sql, visitor, afterCommit } = context
    await owned(context, id)
    await lockWallet(sql, visitor.userId, accountTypes.real)
    const row = await lockLoan(sql, id)
    if (!can(row)) throw new Refusal(refusal, z.encode(LoanOrder, await serialize(context, row)))
    return { row, doing: { app, sql, now: app.clock.now(), afterCommit } satisfies LoanTransactionContext }
  }
  return {
    loanAccount: (_, context) => readLoanAccount(app, context),
    loanSets: () => loanPlansAt(app.terms, app.clock.now()),
    applyForCredit: async ({ confirmToken, ...ask }, context) =>
      serialize(context, await applyForCreditLoan(app, await ourKey(context.sql), ask, confirmToken, context)),
    applyForPledge: async ({ confirmToken, ...ask }, context) =>
      serialize(context, await takeOutPledgedLoan(app, await ourKey(context.sql), ask, confirmToken, context)),
    loanOrders: async ({ pageNo, pageSize, kind, status }, { sql, visitor }) => {
      const { rows, total } = await loansPage(sql, {
        userId: visitor.userId,
        kind,
        statuses: status?.map(statusNumber),
        limit: pageSize,
        offset: (pageNo - 1) * pageSize,
      })
      const records = await toLoanOrders(app, sql, rows, app.clock.now())
      return { records, total, size: pageSize, current: pageNo, pages: Math.ceil(total / pageSize) }
    },
    loanOrder: async ({ id }, context) => serialize(context, await owned(context, id)),
    repayLoan: async ({ id, amount: requestedAmount }, context) => {
      const amount = requestedAmount === 'all' ? undefined : requestedAmount
      if (amount !== undefined) refuseExcessDecimals('amount', amount)
      const { row, doing } = await begin(id, context, isLoanRunning)
      const paid = await applyLoanRepayment(
        doing,
        row as PaidOutLoanRow,
        amount ?? debtOfLoanAt(row as PaidOutLoanRow, doing.now).total,
        'own',
      )
      return serialize(context, await clearLoanMarginCallIfRecovered(doing, paid))
    },
    addCollateral: async ({ id, amount }, context) => {
      refuseExcessDecimals('amount', amount)
      const { row, doing } = await begin(id, context, (loan) => isLoanRunning(loan) && isPaidOutPledgedLoan(loan))
      if (!isPaidOutPledgedLoan(row)) throw new Error('checked before')
      return serialize(context, await clearLoanMarginCallIfRecovered(doing, await addLoanCollateral(doing, row, amount)))
    },
    returnLoan: async ({ id }, context) => {
      const { row, doing } = await begin(id, context, (loan) => isReturnable(loan, app.clock.now()))
      return serialize(context, await reverseLoanPayout(doing, row as PaidOutLoanRow))
    },
    cancelLoan: async ({ id }, context) => {
      const isFree = ({ status }: LoanRow) => status >= loanStatus.pendingReview && status <= loanStatus.passed
      const { row, doing } = await begin(id, context, isFree, 'notCancellable')
      return serialize(context, await changeLoan(doing.sql, row.id, { status: loanStatus.cancelled, closed_ms: doing.now }))
    },
  }
}

const isReturnable = (row: LoanRow, now: number): boolean =>
  row.status === loanStatus.paid && isLoanPaidOut(row) && now < Number(row.start_ms) + loanReturnWindowMs

async function owned({ sql, visitor }: RequestContext, id: string): Promise<LoanRow> {
  const row = isRowId(id) ? await findOwnLoan(sql, id, visitor.userId) : undefined
  if (!row) throw new Refusal('notFound')
  return row
}

const statuses: readonly number[] = Object.values(loanStatus)

function statusNumber(text: string): number {
  if (!/^-?\d$/.test(text) || !statuses.includes(Number(text))) throw new Refusal('validation', { field: 'status', rule: '-3 to 5' })
  return Number(text)
}

/** The previews that trading shows for loans (docs/rules/wire.md). */
export function loanPreviewHandlers(app: AppContext) {
  const ourKey = keyOf()
  return {
    loanCredit: async (ask: CreditLoanRequest, context: RequestContext): Promise<CreditLoanPreview> =>
      previewCreditLoan(app, await ourKey(context.sql), ask, context),
    loanPledge: async (ask: PledgedLoanRequest, context: RequestContext): Promise<PledgedLoanPreview> =>
      previewPledgedLoan(app, await ourKey(context.sql), ask, context),
  }
}
