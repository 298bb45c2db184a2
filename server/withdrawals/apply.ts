import { canConfirmNewAddress } from '#account/secondFactor/factorAge.ts'
import { queueMail } from '../notifications/mail/mail.ts'
import { requireSafePassword, requireStepUp } from '#account/secondFactor/stepUp.ts'
import type { ValidatedCallInput } from '#contract/call.ts'
import { withdrawalReviewHours, type Withdrawal, withdrawals as rows } from '#contract/calls/withdrawals.ts'
import { accountTypes } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import { balanceRecordType, withdrawalStatus } from '#contract/states.ts'
import { type Instant, serverDayAt } from '#contract/time.ts'
import { assertLedgerNotHalted } from '#ledger/halt.ts'
import { lockWallet, post } from '#ledger/ledger.ts'
import { notifyBalances } from '#ledger/notifyBalances.ts'
import { negate } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { newRowId, newOrderNo } from '../core/ids.ts'
import { writeNotices } from '../notifications/writeNotices.ts'
import { addressCoolingRefusal, resolveWithdrawalDestination, refuseNewAddressWithExpiredDocuments } from './destination.ts'
import { dailyWithdrawalLimitUsdtOf, fitsNewAddressDailyLimit, assertWithinDailyWithdrawalLimit, readWithdrawnTodayUsdt } from './limit.ts'
import {
  type ConfirmedWithdrawalTerms,
  previewWithdrawal,
  withdrawalNeedsBeneficiary,
  withdrawalNeedsReview,
  readWithdrawalConfirmToken,
} from './preview.ts'
import { assertWithdrawalLeavesOverdueDebt } from './overdue.ts'
import { withdrawalDestinationLabel, toWithdrawals } from './serialize.ts'
import { addWithdrawalStep, insertWithdrawal, type WithdrawalRow } from './store.ts'
import { requireCurrentWithdrawalTerms } from './currentTerms.ts'
import { usdtValueOf } from '#market/usdtValue.ts'

type Wish = ValidatedCallInput<typeof rows.apply>

/** By whom something is approved that needs nobody's look. */
const byRule = 'rule'

/**
 * Sets the money aside and writes the withdrawal, at exactly the fee that was shown (docs/rules/deposits-and-withdrawals.md). Refuses confirmRequired
 * (with a fresh preview), overdueHeld, safePassword and step-up refusals, addressCooling, securityHold, dailyLimit, travelRuleInfo,
 * insufficientBalance and what the preview refuses.
 */
export async function submitWithdrawal(app: AppContext, key: Buffer, request: Wish, context: RequestContext): Promise<Withdrawal> {
  const { sql, visitor } = context
  const { userId } = visitor
  const ask = askOf(request)
  const agreed = readWithdrawalConfirmToken(key, request.confirmToken, userId, ask, app.clock.now())
  if (!agreed) throw new Refusal('confirmRequired', { preview: await previewWithdrawal(app, key, ask, context) })
  const isVouched = await prove(app, request, context)
  // From here on nothing of this person's money moves beside it.
  await lockWallet(sql, userId, accountTypes.real)
  const row = await write(app, { request, agreed, isVouched }, context, app.clock.now())
  await notifyBalances(app, sql, userId, accountTypes.real, context.afterCommit)
  const [withdrawal] = await toWithdrawals(sql, [row], context.lang)
  return withdrawal as Withdrawal
}

const askOf = ({ currency, chainType, money, address, accountId, memo }: Wish) => ({ currency, chainType, money, address, accountId, memo })

/** The withdrawal password of everybody, and the second factor of who has one. Says whether that factor confirms a new address. */
async function prove(app: AppContext, request: Wish, { sql, visitor }: RequestContext): Promise<boolean> {
  const now = app.clock.now()
  const proven = await requireStepUp(sql, visitor, request, app, now)
  if (proven.method !== 'safePassword') await requireSafePassword(sql, visitor.userId, request.safePassword, app, now)
  return canConfirmNewAddress(proven, now)
}

interface Proven {
  request: Wish
  agreed: ConfirmedWithdrawalTerms
  isVouched: boolean
}

async function write(
  app: AppContext,
  { request, agreed, isVouched }: Proven,
  context: RequestContext,
  now: Instant,
): Promise<WithdrawalRow> {
  const { sql, visitor } = context
  const { userId } = visitor
  await assertLedgerNotHalted(sql)
  const terms = await requireCurrentWithdrawalTerms(sql, app, request)
  const to = await resolveWithdrawalDestination(sql, userId, terms, request, now)
  refuseNewAddressWithExpiredDocuments(visitor, to)
  if (to.address !== agreed.address || to.memo !== agreed.memo) throw new Refusal('confirmRequired', {})
  const value = usdtValueOf(app.market, request.currency, agreed.money)
  await assertWithdrawalLeavesOverdueDebt(app, sql, userId, request.currency, agreed.money)
  const used = await readWithdrawnTodayUsdt(sql, userId, now)
  assertWithinDailyWithdrawalLimit(dailyWithdrawalLimitUsdtOf(visitor), used, value, now)
  if (to.isYoung && !((to.isVouched ?? isVouched) && fitsNewAddressDailyLimit(used, value))) throw addressCoolingRefusal(to.coolUntilMs)
  if (withdrawalNeedsBeneficiary(request.chainType, value) && !request.beneficiary) throw new Refusal('travelRuleInfo')
  const waits = withdrawalNeedsReview(to, value)
  const row = await insertWithdrawal(sql, {
    id: newRowId(now),
    order_no: newOrderNo('WD', now),
    user_id: userId,
    currency: request.currency,
    chain_type: request.chainType,
    money: agreed.money,
    fee: agreed.fee,
    usdt_value: value ?? null,
    day: serverDayAt(now),
    account_id: to.accountId,
    address: to.address,
    memo: to.memo,
    bank_name: to.bank_name,
    real_name: to.real_name,
    swift: to.swift,
    label: to.label,
    is_young: to.isYoung,
    beneficiary: request.beneficiary ? plainBeneficiary(request.beneficiary) : null,
    remark: request.remark,
    phase: waits ? 'review' : 'approved',
    approved_by: waits ? '' : byRule,
    approved_ms: waits ? null : now,
    need_confirmations: terms.confirmations,
    review_by_ms: now + withdrawalReviewHours * 3_600_000,
    created_ms: now,
  })
  await holdMoney(context, row, now)
  await addWithdrawalStep(sql, row.id, 'requested', withdrawalStatus.waiting, now)
  if (!waits) await addWithdrawalStep(sql, row.id, 'approved', withdrawalStatus.waiting, now)
  await tellRequested(app, row, context, now)
  return row
}

/** In the inbox too: not everybody has an address for mail, and what somebody did not ask for can still be stopped. */
async function tellRequested(app: AppContext, row: WithdrawalRow, { sql, afterCommit }: RequestContext, now: Instant): Promise<void> {
  const params = {
    userId: row.user_id,
    kind: 'withdrawalRequested',
    params: { amount: row.money, currency: row.currency, address: withdrawalDestinationLabel(row) },
  } as const
  const link = `/chongzhitixianResult?id=${row.id}`
  await writeNotices(app, sql, [{ ...params, type: 'system', link, refType: 'withdrawal', refId: row.id }], afterCommit)
  await queueMail(sql, params, now)
}

const plainBeneficiary = ({ type, name, vasp }: NonNullable<Wish['beneficiary']>) => ({ type, name, ...(vasp && { vasp }) })

/** AVAIL → FROZEN, the fee in it. Refuses insufficientBalance. */
async function holdMoney(
  { sql }: RequestContext,
  { id, order_no, user_id: user, currency, money }: WithdrawalRow,
  at: Instant,
): Promise<void> {
  await post(sql, {
    book: accountTypes.real,
    refType: 'withdrawal',
    refId: id,
    orderNo: order_no,
    at,
    legs: [
      { user, currency, bucket: 'AVAIL', amount: negate(money), type: balanceRecordType.withdrawHold },
      { user, currency, bucket: 'FROZEN', amount: money, type: balanceRecordType.withdrawHold },
    ],
  })
}
