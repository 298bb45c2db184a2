import {
  bankChainCode,
  beneficiaryRequiredFromUsdt,
  withdrawalReviewHours,
  type WithdrawalPreviewRequest,
  type WithdrawalPreview,
  withdrawalAutoApproveMaxUsdt,
} from '#contract/calls/withdrawals.ts'
import { accountTypes } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import { assertLedgerNotHalted } from '#ledger/halt.ts'
import { readAvailableBalance } from '#ledger/ledger.ts'
import { add, compareDecimals, q8, subtract, zero } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { verifyClaimsToken, signClaimsToken } from '../core/signedText.ts'
import {
  addressCoolingRefusal,
  type WithdrawalDestination,
  resolveWithdrawalDestination,
  refuseNewAddressWithExpiredDocuments,
} from './destination.ts'
import { dailyWithdrawalLimitUsdtOf, fitsNewAddressDailyLimit, assertWithinDailyWithdrawalLimit, readWithdrawnTodayUsdt } from './limit.ts'
import { groupAddressByFour } from './maskAccount.ts'
import { assertWithdrawalLeavesOverdueDebt } from './overdue.ts'
import { requireSendableWithdrawalAmount, type CurrentWithdrawalTerms, requireCurrentWithdrawalTerms } from './currentTerms.ts'
import { usdtValueOf } from '#market/usdtValue.ts'

const kind = 'wd1'
/** Nothing in it moves with a price (docs/rules/wire.md). */
const goodForMs = 600_000

/** Every number that the person agreed to, and where it goes: an account edited meanwhile is another one. */
export interface ConfirmedWithdrawalTerms {
  money: Decimal
  fee: Decimal
  address: string
  memo: string
}

interface Claims extends ConfirmedWithdrawalTerms {
  user: string
  ask: string
  expireAtMs: number
}

/** Two that ask for the same have the same text, whatever the order of their keys and '10.0' or '10'. */
const textOf = ({ currency, chainType, money, address, accountId, memo }: WithdrawalPreviewRequest): string =>
  JSON.stringify([currency, chainType, add(money, '0'), address ?? null, accountId ?? null, memo ?? null])

/** Up to 1,000 USDT to a known address, while no hold lasts, needs nobody's look (docs/rules/deposits-and-withdrawals.md). */
export const withdrawalNeedsReview = ({ isYoung, isHeld }: WithdrawalDestination, usdtValue: Decimal | undefined): boolean =>
  isYoung || isHeld || usdtValue === undefined || compareDecimals(usdtValue, withdrawalAutoApproveMaxUsdt) > 0

/** From 1,000 USDT up; a bank account is the person's own, by its verified name. */
export const withdrawalNeedsBeneficiary = (chainType: string, usdtValue: Decimal | undefined): boolean =>
  chainType !== bankChainCode && (usdtValue === undefined || compareDecimals(usdtValue, beneficiaryRequiredFromUsdt) >= 0)

interface Checked {
  terms: CurrentWithdrawalTerms
  to: WithdrawalDestination
  money: Decimal
  /** Undefined where it has no price. */
  usdtValue: Decimal | undefined
}

/** Everything about an ask but the balance and the proof. Refuses ledgerHalted, kycRequired, guestRestricted, dailyLimit and what terms and destination refuse. */
async function checkAsk(app: AppContext, ask: WithdrawalPreviewRequest, { sql, visitor }: RequestContext, now: Instant): Promise<Checked> {
  await assertLedgerNotHalted(sql)
  if (visitor.isGuest) throw new Refusal('guestRestricted')
  if (visitor.kycLevel < 1) throw new Refusal('kycRequired', { level: 1 })
  const terms = await requireCurrentWithdrawalTerms(sql, app, ask)
  const money = requireSendableWithdrawalAmount(terms, ask.money, ask.currency)
  const to = await resolveWithdrawalDestination(sql, visitor.userId, terms, ask, now)
  refuseNewAddressWithExpiredDocuments(visitor, to)
  const usdtValue = usdtValueOf(app.market, ask.currency, money)
  await assertWithdrawalLeavesOverdueDebt(app, sql, visitor.userId, ask.currency, money)
  const used = await readWithdrawnTodayUsdt(sql, visitor.userId, now)
  assertWithinDailyWithdrawalLimit(dailyWithdrawalLimitUsdtOf(visitor), used, usdtValue, now)
  if (to.isYoung && (to.isVouched === false || !fitsNewAddressDailyLimit(used, usdtValue))) throw addressCoolingRefusal(to.coolUntilMs)
  return { terms, to, money, usdtValue }
}

/** Fee, arrival, review time and the address in groups of four, signed for ten minutes. Refuses what applying refuses, but for proofs and the balance, of which it warns. */
export async function previewWithdrawal(
  app: AppContext,
  key: Buffer,
  ask: WithdrawalPreviewRequest,
  context: RequestContext,
): Promise<WithdrawalPreview> {
  const now = app.clock.now()
  const { userId } = context.visitor
  const { terms, to, money, usdtValue } = await checkAsk(app, ask, context, now)
  const [pays, fee, arrival] = [q8(money), q8(terms.fee), q8(subtract(money, terms.fee))]
  const hours = withdrawalNeedsReview(to, usdtValue) ? withdrawalReviewHours : 0
  const canPay = compareDecimals(await readAvailableBalance(context.sql, userId, accountTypes.real, ask.currency), money) >= 0
  const expireAtMs = now + goodForMs
  const claims: Claims = { user: userId, ask: textOf(ask), money, fee: terms.fee, address: to.address, memo: to.memo, expireAtMs }
  const line = (name: string, value: Decimal, unit = ask.currency) => ({ key: name, value, unit })
  return {
    action: 'withdraw',
    lines: [line('money', pays), line('fee', fee), line('arrival', arrival), line('reviewHours', asDecimal(String(hours)), 'h')],
    fees: [{ key: ask.chainType === bankChainCode ? 'bankFee' : 'networkFee', amount: fee, currency: ask.currency, rate: asDecimal('0') }],
    currency: ask.currency,
    chainType: ask.chainType,
    method: ask.chainType === bankChainCode ? 'bank' : 'chain',
    youPay: pays,
    youGet: arrival,
    addressGroups: groupAddressByFour(to.address),
    ...(to.memo && { memo: to.memo }),
    reviewHours: hours,
    usdtValue: usdtValue ?? q8(zero),
    needsBeneficiary: withdrawalNeedsBeneficiary(ask.chainType, usdtValue),
    warnings: [
      ...(canPay ? [] : [{ level: 'warn' as const, key: 'insufficientBalance' }]),
      ...(to.isYoung ? [{ level: 'info' as const, key: 'newAddress' }] : []),
    ],
    confirmToken: signClaimsToken(key, kind, claims),
    expireAt: asInstant(expireAtMs),
  }
}

/** What was agreed to, if this token is ours, of this person, for this ask and not expired; otherwise undefined. */
export function readWithdrawalConfirmToken(
  key: Buffer,
  token: string | undefined,
  userId: string,
  ask: WithdrawalPreviewRequest,
  nowMs: number,
): ConfirmedWithdrawalTerms | undefined {
  const claims = verifyClaimsToken(key, kind, token) as Claims | undefined
  const isTheirs = claims !== undefined && claims.user === userId && claims.ask === textOf(ask) && nowMs < claims.expireAtMs
  return isTheirs ? claims : undefined
}
