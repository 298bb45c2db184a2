import type { Decimal } from '#contract/decimal.ts'
import { type RecordType, recordType, secondResult, type SecondResult } from '#contract/states.ts'
import type { Leg } from '#ledger/ledger.ts'
import { isZero, negate, subtract } from '#rules/decimal.ts'
import { payoutOf } from '#rules/secondContract.ts'
import { stakeCurrency as currency } from './ask.ts'
import type { SecondRow } from './order.ts'

// The reserve holds, for every open order, all that it can pay: the stake, and the gain beside it, which in the DEMO book is
// issued. So the reserve covers every open order at every moment, and is empty when none is open (product §2.6).

const available = (user: string, amount: Decimal, type: RecordType): Leg => ({ user, currency, bucket: 'AVAIL', amount, type })
const reserve = (amount: Decimal): Leg => ({ house: 'RESERVE_SECOND', currency, amount })
const issue = (amount: Decimal): Leg => ({ house: 'ISSUE', currency, amount })

/** Buying: the stake leaves the available balance, the reserve takes what a win would pay. */
export function buyingLegs(order: Pick<SecondRow, 'user_id' | 'money' | 'odds'>): Leg[] {
  const payout = payoutOf(order)
  return [
    available(order.user_id, negate(order.money), recordType.secondStake),
    reserve(payout),
    issue(negate(subtract(payout, order.money))),
  ]
}

/** Settling: the reserve gives up what it held; the person gets the payout or the stake back, the rest is taken out of issue. */
export function settlingLegs(order: SecondRow, result: SecondResult, payout: Decimal): Leg[] {
  const held = payoutOf(order)
  const type = result === secondResult.win ? recordType.secondPayout : recordType.secondRefund
  return [reserve(negate(held)), available(order.user_id, payout, type), issue(subtract(held, payout))].filter((leg) => !isZero(leg.amount))
}
