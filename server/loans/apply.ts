import type { CreditAsk, PledgeAsk } from '#contract/calls/loans.ts'
import { book } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import { loanStatus } from '#contract/states.ts'
import { lockWallet } from '#ledger/ledger.ts'
import { loanPoolOf } from '#ledger/loanPool.ts'
import type { House } from '../house.ts'
import type { Asking } from '../http/handlers.ts'
import { newId, newOrderNo } from '../ids.ts'
import { loanPoolShort, type Offer, readCredit, readPledge } from './ask.ts'
import { payOut } from './payOut.ts'
import { previewCredit, previewPledge, readTerms, termsOf } from './preview.ts'
import type { LoanRow } from './rows.ts'
import { changeLoan, insertLoan, type NewLoan } from './store.ts'
import { tellMoney } from './tell.ts'

/** A credit is decided within so long. */
const reviewMs = 24 * 3_600_000

const newLoan = ({ set, amount, days, dailyRate }: Offer, { visitor }: Asking, now: number): NewLoan => ({
  id: newId(now),
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

/** Writes the application; nothing moves before it is decided. Refuses confirmRequired (with a fresh preview) and what readCredit refuses. */
export async function applyForCredit(
  house: House,
  key: Buffer,
  ask: CreditAsk,
  token: string | undefined,
  asking: Asking,
): Promise<LoanRow> {
  const { sql, visitor } = asking
  await lockWallet(sql, visitor.userId, book.real)
  const offer = await readCredit(house, ask, asking)
  const now = house.clock.now()
  if (readTerms(key, token, visitor.userId, ask, now) !== termsOf(offer))
    throw new Refusal('confirmRequired', { preview: await previewCredit(house, key, ask, asking) })
  const { purpose, income } = ask
  return insertLoan(sql, { ...newLoan(offer, asking, now), purpose, income, review_by_ms: now + reviewMs })
}

/**
 * Takes the collateral and pays out, at once (product §2.12: 0→2→3 in one transaction). Refuses confirmRequired (with a fresh preview),
 * insufficientBalance, loanPoolShort and what readPledge refuses.
 */
export async function applyForPledge(
  house: House,
  key: Buffer,
  ask: PledgeAsk,
  token: string | undefined,
  asking: Asking,
): Promise<LoanRow> {
  const { sql, visitor, afterCommit } = asking
  await lockWallet(sql, visitor.userId, book.real)
  const offer = await readPledge(house, ask, asking)
  const now = house.clock.now()
  if (readTerms(key, token, visitor.userId, ask, now) !== termsOf(offer))
    throw new Refusal('confirmRequired', { preview: await previewPledge(house, key, ask, asking) })
  const row = await insertLoan(sql, {
    ...newLoan(offer, asking, now),
    collateral_currency: offer.currency,
    price_step: offer.step,
    init_ltv: offer.initLtv,
    call_ltv: offer.callLtv,
    liq_ltv: offer.liqLtv,
    liq_fee: offer.liqFee,
  })
  const passed = await changeLoan(sql, row.id, { status: loanStatus.passed, decided_ms: now, decided_by: 'rule' })
  const doing = { house, sql, now, afterCommit }
  const paid = await payOut(doing, passed, offer.collateral)
  if (!paid) throw loanPoolShort(await loanPoolOf(sql, offer.set.currency))
  await tellMoney(doing, paid)
  return paid
}
