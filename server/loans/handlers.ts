import * as z from 'zod/mini'
import { type CreditAsk, type CreditPreview, LoanOrder, type PledgeAsk, type PledgePreview } from '#contract/calls/loans.ts'
import { book } from '#contract/constants.ts'
import { Refusal, type RefusalName } from '#contract/refusals.ts'
import { loanStatus } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { lockWallet } from '#ledger/ledger.ts'
import type { House } from '../house.ts'
import type { Asking, Handlers } from '../http/handlers.ts'
import { isRowId } from '../ids.ts'
import { signingKey } from '../signedText.ts'
import { loanAccountOf } from './account.ts'
import { applyForCredit, applyForPledge } from './apply.ts'
import { refuseScale } from './ask.ts'
import { previewCredit, previewPledge } from './preview.ts'
import { endCall, takeCollateral, takeRepayment, takeReturn } from './repay.ts'
import { debtAt, isPaidOut, isPledged, type LoanRow, type PaidRow } from './rows.ts'
import { loanSets } from './sets.ts'
import { isRunning, returnMs, shownOne, toLoanOrders } from './shown.ts'
import { changeLoan, loansPage, lockLoan, ownLoan } from './store.ts'
import type { Doing } from './tell.ts'

/** The signing key, read once. */
function keyOf() {
  let key: Buffer | undefined
  return async (sql: Sql) => (key ??= await signingKey(sql))
}

/** Loans (product §1.9, §2.12). The REAL book. */
export function loansHandlers(house: House): Handlers<'loans'> {
  const ourKey = keyOf()
  const shown = (asking: Asking, row: LoanRow): Promise<LoanOrder> => shownOne(house, asking.sql, row, house.clock.now())
  /** One's own under its locks, in a state that this can be done in; refuses notFound, and otherwise with what it is now. */
  const begin = async (id: string, asking: Asking, can: (row: LoanRow) => boolean, refusal: RefusalName = 'stateConflict') => {
    const { sql, visitor, afterCommit } = asking
    await owned(asking, id)
    await lockWallet(sql, visitor.userId, book.real)
    const row = await lockLoan(sql, id)
    if (!can(row)) throw new Refusal(refusal, z.encode(LoanOrder, await shown(asking, row)))
    return { row, doing: { house, sql, now: house.clock.now(), afterCommit } satisfies Doing }
  }
  return {
    loanAccount: (_, asking) => loanAccountOf(house, asking),
    loanSets: () => [...loanSets],
    applyForCredit: async ({ confirmToken, ...ask }, asking) =>
      shown(asking, await applyForCredit(house, await ourKey(asking.sql), ask, confirmToken, asking)),
    applyForPledge: async ({ confirmToken, ...ask }, asking) =>
      shown(asking, await applyForPledge(house, await ourKey(asking.sql), ask, confirmToken, asking)),
    loanOrders: async ({ pageNo, pageSize, kind, status }, { sql, visitor }) => {
      const { rows, total } = await loansPage(sql, {
        userId: visitor.userId,
        kind,
        statuses: status?.map(statusNumber),
        limit: pageSize,
        offset: (pageNo - 1) * pageSize,
      })
      const records = await toLoanOrders(house, sql, rows, house.clock.now())
      return { records, total, size: pageSize, current: pageNo, pages: Math.ceil(total / pageSize) }
    },
    loanOrder: async ({ id }, asking) => shown(asking, await owned(asking, id)),
    repayLoan: async ({ id, amount: asked }, asking) => {
      const amount = asked === 'all' ? undefined : asked
      if (amount !== undefined) refuseScale('amount', amount)
      const { row, doing } = await begin(id, asking, isRunning)
      const paid = await takeRepayment(doing, row as PaidRow, amount ?? debtAt(row as PaidRow, doing.now).total, 'own')
      return shown(asking, await endCall(doing, paid))
    },
    addCollateral: async ({ id, amount }, asking) => {
      refuseScale('amount', amount)
      const { row, doing } = await begin(id, asking, (one) => isRunning(one) && isPledged(one))
      if (!isPledged(row)) throw new Error('checked before')
      return shown(asking, await endCall(doing, await takeCollateral(doing, row, amount)))
    },
    returnLoan: async ({ id }, asking) => {
      const { row, doing } = await begin(id, asking, (one) => isReturnable(one, house.clock.now()))
      return shown(asking, await takeReturn(doing, row as PaidRow))
    },
    cancelLoan: async ({ id }, asking) => {
      const isFree = ({ status }: LoanRow) => status >= loanStatus.pendingReview && status <= loanStatus.passed
      const { row, doing } = await begin(id, asking, isFree, 'notCancellable')
      return shown(asking, await changeLoan(doing.sql, row.id, { status: loanStatus.cancelled, closed_ms: doing.now }))
    },
  }
}

const isReturnable = (row: LoanRow, now: number): boolean =>
  row.status === loanStatus.paid && isPaidOut(row) && now < Number(row.start_ms) + returnMs

async function owned({ sql, visitor }: Asking, id: string): Promise<LoanRow> {
  const row = isRowId(id) ? await ownLoan(sql, id, visitor.userId) : undefined
  if (!row) throw new Refusal('notFound')
  return row
}

const statuses: readonly number[] = Object.values(loanStatus)

function statusNumber(text: string): number {
  if (!/^-?\d$/.test(text) || !statuses.includes(Number(text))) throw new Refusal('validation', { field: 'status', rule: '-3 to 5' })
  return Number(text)
}

/** The previews that trading shows for loans (product §1.11). */
export function loanPreviews(house: House) {
  const ourKey = keyOf()
  return {
    loanCredit: async (ask: CreditAsk, asking: Asking): Promise<CreditPreview> =>
      previewCredit(house, await ourKey(asking.sql), ask, asking),
    loanPledge: async (ask: PledgeAsk, asking: Asking): Promise<PledgePreview> =>
      previewPledge(house, await ourKey(asking.sql), ask, asking),
  }
}
