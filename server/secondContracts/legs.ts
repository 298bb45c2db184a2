import type { Decimal } from '#contract/decimal.ts'
import { accountTypes } from '#contract/constants.ts'
import { type BalanceRecordType, balanceRecordType, secondContractResult, type SecondContractResult } from '#contract/states.ts'
import type { Leg } from '#ledger/ledger.ts'
import { isZero, negate, subtract } from '#rules/decimal.ts'
import { secondContractWinPayout } from '#rules/second/secondContract.ts'
import { secondContractStakeCurrency as currency } from './request.ts'
import type { SecondContractOrderRow } from './order.ts'

// The reserve takes the stake and pays what wins bring. In the DEMO book the gain that an open order could bring is issued beside it and
// taken back at the end, so there the reserve holds exactly what all open orders can pay. In REAL nothing is issued: the reserve holds the
// house's own money and keeps what is lost to it (in a sandbox it begins with the posting of ledger/sandboxFund.ts), and an order that it
// could not pay is not taken (capacity.ts; docs/rules/{ledger,timed-contracts}.md). Odds, results and payouts are the same in both.

const available = (user: string, amount: Decimal, type: BalanceRecordType): Leg => ({ user, currency, bucket: 'AVAIL', amount, type })
const reserve = (amount: Decimal): Leg => ({ house: 'RESERVE_SECOND', currency, amount })
const issue = (amount: Decimal): Leg => ({ house: 'ISSUE', currency, amount })

/** Buying: the stake leaves the available balance for the reserve, which in DEMO takes what a win would bring beside it. */
export function secondContractBuyingLegs(order: Pick<SecondContractOrderRow, 'user_id' | 'account_type' | 'money' | 'odds'>): Leg[] {
  const staked = available(order.user_id, negate(order.money), balanceRecordType.secondStake)
  if (order.account_type === accountTypes.real) return [staked, reserve(order.money)]
  const payout = secondContractWinPayout(order)
  return [staked, reserve(payout), issue(negate(subtract(payout, order.money)))]
}

/**
 * Settling: the person gets the payout or the stake back out of the reserve, and in DEMO what it held beyond that is taken out of issue.
 * Nothing moves in REAL when the stake is lost.
 */
export function secondContractSettlementLegs(order: SecondContractOrderRow, result: SecondContractResult, payout: Decimal): Leg[] {
  const type = result === secondContractResult.win ? balanceRecordType.secondPayout : balanceRecordType.secondRefund
  const paid = available(order.user_id, payout, type)
  const held = secondContractWinPayout(order)
  const legs =
    order.account_type === accountTypes.real
      ? [reserve(negate(payout)), paid]
      : [reserve(negate(held)), paid, issue(subtract(held, payout))]
  return legs.filter((leg) => !isZero(leg.amount))
}
