import { confirmsNewAddress } from '#account/factorAge.ts'
import { tellByMail } from '#account/mail.ts'
import { requireSafePassword, requireStepUp } from '#account/stepUp.ts'
import type { Asked } from '#contract/call.ts'
import { reviewHours, type Withdrawal, withdrawals as rows } from '#contract/calls/withdrawals.ts'
import { book } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import { recordType, withdrawalStatus } from '#contract/states.ts'
import { type Instant, wireDay } from '#contract/time.ts'
import { lockWallet, post } from '#ledger/ledger.ts'
import { tellBalances } from '#ledger/tellBalances.ts'
import { negate } from '#rules/decimal.ts'
import type { House } from '../house.ts'
import type { Asking } from '../http/handlers.ts'
import { newId, newOrderNo } from '../ids.ts'
import { writeNotices } from '../notice.ts'
import { coolingRefusal, destinationOf, refusePapersEnded } from './destination.ts'
import { dailyLimitOf, fitsYoungDay, refuseAboveDay, usedToday } from './limit.ts'
import { type Agreed, makePreview, needsBeneficiary, needsReview, readAgreed } from './preview.ts'
import { refuseOverdueHeld } from './overdue.ts'
import { placeOf, toWithdrawals } from './shown.ts'
import { addStep, insertWithdrawal, type WithdrawalRow } from './store.ts'
import { termsOf } from './terms.ts'
import { usdtValueOf } from '../usdtValue.ts'

type Wish = Asked<typeof rows.apply>

/** By whom something is approved that needs nobody's look. */
const byRule = 'rule'

/**
 * Sets the money aside and writes the withdrawal, at exactly the fee that was shown (product §2.13, §3.4 W-a). Refuses confirmRequired
 * (with a fresh preview), overdueHeld, safePassword and step-up refusals, addressCooling, securityHold, dailyLimit, travelRuleInfo,
 * insufficientBalance and what the preview refuses.
 */
export async function applyFor(house: House, key: Buffer, wish: Wish, asking: Asking): Promise<Withdrawal> {
  const { sql, visitor } = asking
  const { userId } = visitor
  const ask = askOf(wish)
  const agreed = readAgreed(key, wish.confirmToken, userId, ask, house.clock.now())
  if (!agreed) throw new Refusal('confirmRequired', { preview: await makePreview(house, key, ask, asking) })
  const isVouched = await prove(house, wish, asking)
  // From here on nothing of this person's money moves beside it.
  await lockWallet(sql, userId, book.real)
  const row = await write(house, { wish, agreed, isVouched }, asking, house.clock.now())
  await tellBalances(house, sql, userId, book.real, asking.afterCommit)
  const [shown] = await toWithdrawals(sql, [row], asking.lang)
  return shown as Withdrawal
}

const askOf = ({ currency, chainType, money, address, accountId, memo }: Wish) => ({ currency, chainType, money, address, accountId, memo })

/** The withdrawal password of everybody, and the second factor of who has one. Says whether that factor confirms a new address. */
async function prove(house: House, wish: Wish, { sql, visitor }: Asking): Promise<boolean> {
  const now = house.clock.now()
  const proven = await requireStepUp(sql, visitor, wish, house, now)
  if (proven.method !== 'safePassword') await requireSafePassword(sql, visitor.userId, wish.safePassword, house, now)
  return confirmsNewAddress(proven, now)
}

interface Proven {
  wish: Wish
  agreed: Agreed
  isVouched: boolean
}

async function write(house: House, { wish, agreed, isVouched }: Proven, asking: Asking, now: Instant): Promise<WithdrawalRow> {
  const { sql, visitor } = asking
  const { userId } = visitor
  const terms = await termsOf(sql, house, wish)
  const to = await destinationOf(sql, userId, terms, wish, now)
  refusePapersEnded(visitor, to)
  if (to.address !== agreed.address || to.memo !== agreed.memo) throw new Refusal('confirmRequired', {})
  const value = usdtValueOf(house.market, wish.currency, agreed.money)
  await refuseOverdueHeld(house, sql, userId, wish.currency, agreed.money)
  const used = await usedToday(sql, userId, now)
  refuseAboveDay(dailyLimitOf(visitor), used, value, now)
  if (to.isYoung && !((to.isVouched ?? isVouched) && fitsYoungDay(used, value))) throw coolingRefusal(to.coolUntilMs)
  if (needsBeneficiary(wish.chainType, value) && !wish.beneficiary) throw new Refusal('travelRuleInfo')
  const waits = needsReview(to, value)
  const row = await insertWithdrawal(sql, {
    id: newId(now),
    order_no: newOrderNo('WD', now),
    user_id: userId,
    currency: wish.currency,
    chain_type: wish.chainType,
    money: agreed.money,
    fee: agreed.fee,
    usdt_value: value,
    day: wireDay(now),
    account_id: to.accountId,
    address: to.address,
    memo: to.memo,
    bank_name: to.bank_name,
    real_name: to.real_name,
    swift: to.swift,
    label: to.label,
    is_young: to.isYoung,
    beneficiary: wish.beneficiary ? plainBeneficiary(wish.beneficiary) : null,
    remark: wish.remark,
    phase: waits ? 'review' : 'approved',
    approved_by: waits ? '' : byRule,
    approved_ms: waits ? null : now,
    need_confirmations: terms.confirmations,
    review_by_ms: now + reviewHours * 3_600_000,
    created_ms: now,
  })
  await holdMoney(asking, row, now)
  await addStep(sql, row.id, 'requested', withdrawalStatus.waiting, now)
  if (!waits) await addStep(sql, row.id, 'approved', withdrawalStatus.waiting, now)
  await tellRequested(house, row, asking, now)
  return row
}

/** In the inbox too: not everybody has an address for mail, and what somebody did not ask for can still be stopped. */
async function tellRequested(house: House, row: WithdrawalRow, { sql, afterCommit }: Asking, now: Instant): Promise<void> {
  const told = {
    userId: row.user_id,
    kind: 'withdrawalRequested',
    params: { amount: row.money, currency: row.currency, address: placeOf(row) },
  } as const
  const link = `/chongzhitixianResult?id=${row.id}`
  await writeNotices(house, sql, [{ ...told, type: 'system', link, refType: 'withdrawal', refId: row.id }], afterCommit)
  await tellByMail(sql, told, now)
}

const plainBeneficiary = ({ type, name, vasp }: NonNullable<Wish['beneficiary']>) => ({ type, name, ...(vasp && { vasp }) })

/** AVAIL → FROZEN, the fee in it. Refuses insufficientBalance. */
async function holdMoney({ sql }: Asking, { id, order_no, user_id: user, currency, money }: WithdrawalRow, at: Instant): Promise<void> {
  await post(sql, {
    book: book.real,
    refType: 'withdrawal',
    refId: id,
    orderNo: order_no,
    at,
    legs: [
      { user, currency, bucket: 'AVAIL', amount: negate(money), type: recordType.withdrawHold },
      { user, currency, bucket: 'FROZEN', amount: money, type: recordType.withdrawHold },
    ],
  })
}
