import {
  bankChain,
  beneficiaryFromUsdt,
  reviewHours,
  type WithdrawAsk,
  type WithdrawPreview,
  withoutReviewUsdt,
} from '#contract/calls/withdrawals.ts'
import { book } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import { available } from '#ledger/ledger.ts'
import { add, compare, q8, subtract } from '#rules/decimal.ts'
import type { House } from '../house.ts'
import type { Asking } from '../http/handlers.ts'
import { readText, signText } from '../signedText.ts'
import { coolingRefusal, type Destination, destinationOf, refusePapersEnded } from './destination.ts'
import { dailyLimitOf, fitsYoungDay, refuseAboveDay, usedToday } from './limit.ts'
import { inFours } from './masked.ts'
import { refuseOverdueHeld } from './overdue.ts'
import { sendable, type Terms, termsOf } from './terms.ts'
import { usdtValueOf } from '../usdtValue.ts'

const kind = 'wd1'
/** Nothing in it moves with a price (product §1.11). */
const goodForMs = 600_000

/** Every number that the person agreed to, and where it goes: an account edited meanwhile is another one. */
export interface Agreed {
  money: Decimal
  fee: Decimal
  address: string
  memo: string
}

interface Claims extends Agreed {
  user: string
  ask: string
  expireAtMs: number
}

/** Two that ask for the same have the same text, whatever the order of their keys and '10.0' or '10'. */
const textOf = ({ currency, chainType, money, address, accountId, memo }: WithdrawAsk): string =>
  JSON.stringify([currency, chainType, add(money, '0'), address ?? null, accountId ?? null, memo ?? null])

/** Up to 1,000 USDT to a known address, while no hold lasts, needs nobody's look (product §2.13). */
export const needsReview = ({ isYoung, isHeld }: Destination, usdtValue: Decimal): boolean =>
  isYoung || isHeld || compare(usdtValue, withoutReviewUsdt) > 0

/** From 1,000 USDT up; a bank account is the person's own, by its verified name. */
export const needsBeneficiary = (chainType: string, usdtValue: Decimal): boolean =>
  chainType !== bankChain && compare(usdtValue, beneficiaryFromUsdt) >= 0

interface Checked {
  terms: Terms
  to: Destination
  money: Decimal
  usdtValue: Decimal
}

/** Everything about an ask but the balance and the proof. Refuses kycRequired, guestRestricted, dailyLimit and what terms and destination refuse. */
async function checkAsk(house: House, ask: WithdrawAsk, { sql, visitor }: Asking, now: Instant): Promise<Checked> {
  if (visitor.isGuest) throw new Refusal('guestRestricted')
  if (visitor.kycLevel < 1) throw new Refusal('kycRequired', { level: 1 })
  const terms = await termsOf(sql, house, ask)
  const money = sendable(terms, ask.money, ask.currency)
  const to = await destinationOf(sql, visitor.userId, terms, ask, now)
  refusePapersEnded(visitor, to)
  const usdtValue = usdtValueOf(house.market, ask.currency, money)
  await refuseOverdueHeld(house, sql, visitor.userId, ask.currency, money)
  const used = await usedToday(sql, visitor.userId, now)
  refuseAboveDay(dailyLimitOf(visitor), used, usdtValue, now)
  if (to.isYoung && (to.isVouched === false || !fitsYoungDay(used, usdtValue))) throw coolingRefusal(to.coolUntilMs)
  return { terms, to, money, usdtValue }
}

/** Fee, arrival, review time and the address in groups of four, signed for ten minutes. Refuses what applying refuses, but for proofs and the balance, of which it warns. */
export async function makePreview(house: House, key: Buffer, ask: WithdrawAsk, asking: Asking): Promise<WithdrawPreview> {
  const now = house.clock.now()
  const { userId } = asking.visitor
  const { terms, to, money, usdtValue } = await checkAsk(house, ask, asking, now)
  const [pays, fee, arrival] = [q8(money), q8(terms.fee), q8(subtract(money, terms.fee))]
  const hours = needsReview(to, usdtValue) ? reviewHours : 0
  const canPay = compare(await available(asking.sql, userId, book.real, ask.currency), money) >= 0
  const expireAtMs = now + goodForMs
  const claims: Claims = { user: userId, ask: textOf(ask), money, fee: terms.fee, address: to.address, memo: to.memo, expireAtMs }
  const line = (name: string, value: Decimal, unit = ask.currency) => ({ key: name, value, unit })
  return {
    action: 'withdraw',
    lines: [line('money', pays), line('fee', fee), line('arrival', arrival), line('reviewHours', asDecimal(String(hours)), 'h')],
    fees: [{ key: ask.chainType === bankChain ? 'bankFee' : 'networkFee', amount: fee, currency: ask.currency, rate: asDecimal('0') }],
    currency: ask.currency,
    chainType: ask.chainType,
    method: ask.chainType === bankChain ? 'bank' : 'chain',
    youPay: pays,
    youGet: arrival,
    addressGroups: inFours(to.address),
    ...(to.memo && { memo: to.memo }),
    reviewHours: hours,
    usdtValue,
    needsBeneficiary: needsBeneficiary(ask.chainType, usdtValue),
    warnings: [
      ...(canPay ? [] : [{ level: 'warn' as const, key: 'insufficientBalance' }]),
      ...(to.isYoung ? [{ level: 'info' as const, key: 'newAddress' }] : []),
    ],
    confirmToken: signText(key, kind, claims),
    expireAt: asInstant(expireAtMs),
  }
}

/** What was agreed to, if this token is ours, of this person, for this ask and not expired; otherwise undefined. */
export function readAgreed(key: Buffer, token: string | undefined, userId: string, ask: WithdrawAsk, nowMs: number): Agreed | undefined {
  const claims = readText(key, kind, token) as Claims | undefined
  const isTheirs = claims !== undefined && claims.user === userId && claims.ask === textOf(ask) && nowMs < claims.expireAtMs
  return isTheirs ? claims : undefined
}
