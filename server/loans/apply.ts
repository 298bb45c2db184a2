import type { CreditLoanRequest, PledgedLoanRequest } from '#contract/calls/loans.ts'
import { accountTypes } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import { loanStatus } from '#contract/states.ts'
import { lockWallet } from '#ledger/ledger.ts'
import { readLoanPoolBalance } from '#ledger/loanPool.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { newRowId, newOrderNo } from '../core/ids.ts'
import { loanPoolShortRefusal, type LoanOffer, requireCreditLoanOffer, requirePledgedLoanOffer } from './request.ts'
import { tryPayOutLoan } from './payOut.ts'
import { previewCreditLoan, previewPledgedLoan, readLoanConfirmToken, serializeLoanTerms } from './preview.ts'
import type { LoanRow } from './rows.ts'
import { changeLoan, insertLoan, type NewLoan } from './store.ts'
import { notifyBorrowerBalances } from './notify.ts'

/** A credit is decided within so long. */
const reviewMs = 24 * 3_600_000

const newLoan = ({ set, amount, days, dailyRate }: LoanOffer, { visitor }: RequestContext, now: number): NewLoan => ({
  id: newRowId(now),
  order_no: newOrderNo('LN', now),
  user_id: visitor.userId,
  set_id: set.id,
  kind: set.kind,
  currency: set.currency,
  amount,
  days,
  daily_rate: dailyRate,
  late_factor: set.lateFactor,
  grace_days: set.graceDays,
  created_ms: now,
})

/**
 * Writes the application; nothing moves before it is decided. Refuses confirmRequired (with a fresh preview) and what
 * `requireCreditLoanOffer` refuses.
 */
export async function applyForCreditLoan(
  app: AppContext,
  key: Buffer,
  ask: CreditLoanRequest,
  token: string | undefined,
  context: RequestContext,
): Promise<LoanRow> {
  const { sql, visitor } = context
  await lockWallet(sql, visitor.userId, accountTypes.real)
  const offer = await requireCreditLoanOffer(app, ask, context)
  const now = app.clock.now()
  if (readLoanConfirmToken(key, token, visitor.userId, ask, now) !== serializeLoanTerms(offer))
    throw new Refusal('confirmRequired', { preview: await previewCreditLoan(app, key, ask, context) })
  const { purpose, income } = ask
  return insertLoan(sql, { ...newLoan(offer, context, now), purpose, income, review_by_ms: now + reviewMs })
}

/**
 * Takes the collateral and pays out, at once (docs/rules/loans.md: 0→2→3 in one transaction). Refuses confirmRequired (with a fresh preview),
 * insufficientBalance, loanPoolShort and what `requirePledgedLoanOffer` refuses.
 */
export async function takeOutPledgedLoan(
  app: AppContext,
  key: Buffer,
  ask: PledgedLoanRequest,
  token: string | undefined,
  context: RequestContext,
): Promise<LoanRow> {
  const { sql, visitor, afterCommit } = context
  await lockWallet(sql, visitor.userId, accountTypes.real)
  const offer = await requirePledgedLoanOffer(app, ask, context)
  const now = app.clock.now()
  if (readLoanConfirmToken(key, token, visitor.userId, ask, now) !== serializeLoanTerms(offer))
    throw new Refusal('confirmRequired', { preview: await previewPledgedLoan(app, key, ask, context) })
  const row = await insertLoan(sql, {
    ...newLoan(offer, context, now),
    collateral_currency: offer.currency,
    price_step: offer.step,
    init_ltv: offer.initLtv,
    call_ltv: offer.callLtv,
    liq_ltv: offer.liqLtv,
    liq_fee: offer.liqFee,
  })
  const passed = await changeLoan(sql, row.id, { status: loanStatus.passed, decided_ms: now, decided_by: 'rule' })
  const doing = { app, sql, now, afterCommit }
  const paid = await tryPayOutLoan(doing, passed, offer.collateral)
  if (!paid) throw loanPoolShortRefusal(await readLoanPoolBalance(sql, offer.set.currency))
  await notifyBorrowerBalances(doing, paid)
  return paid
}
