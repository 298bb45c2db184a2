import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { balanceRecordType, type BalanceRecordType } from '#contract/states.ts'
import type { Leg } from '#ledger/ledger.ts'
import { isZero, negate, subtract } from '#rules/decimal.ts'
import { optionSettleCurrency as currency } from './request.ts'
import type { OptionPositionRow } from './position.ts'

// The reserve takes the premium and pays what options bring. In the DEMO book the rest of what it sets aside is issued beside it and taken
// back at the end, so there it holds exactly what all open options have set aside; in REAL it keeps what is left (docs/rules/{ledger,options}.md).

const own = (user: string, amount: Decimal, type: BalanceRecordType): Leg => ({ user, currency, bucket: 'AVAIL', amount, type })
const reserve = (amount: Decimal): Leg => ({ house: 'RESERVE_OPTION', currency, amount })
const issue = (amount: Decimal): Leg => ({ house: 'ISSUE', currency, amount })
const fees = (amount: Decimal): Leg => ({ house: 'FEE', currency, amount })
const moved = (legs: readonly Leg[]): Leg[] => legs.filter(({ amount }) => !isZero(amount))

/** Buying: premium to the reserve, fee to the fees. */
export const optionBuyingLegs = (row: Pick<OptionPositionRow, 'user_id' | 'premium' | 'fee' | 'held'>): Leg[] =>
  moved([
    own(row.user_id, negate(row.premium), balanceRecordType.optionPremium),
    own(row.user_id, negate(row.fee), balanceRecordType.fee),
    fees(row.fee),
    reserve(row.held),
    issue(negate(subtract(row.held, row.premium))),
  ])

/** The reserve gives `amount` of what it set aside, and in DEMO gives up the rest. */
const releasing = (row: OptionPositionRow, amount: Decimal): Leg[] =>
  row.account_type === accountTypes.demo ? [reserve(negate(row.held)), issue(subtract(row.held, amount))] : [reserve(negate(amount))]

/** The end: a payoff or the bid. Nothing moves in REAL when it is worth nothing. */
export const optionPayoutLegs = (row: OptionPositionRow, payoff: Decimal): Leg[] =>
  moved([own(row.user_id, payoff, balanceRecordType.optionPayoff), ...releasing(row, payoff)])

/** Void: premium and fee come back. */
export const optionRefundLegs = (row: OptionPositionRow): Leg[] =>
  moved([
    own(row.user_id, row.premium, balanceRecordType.optionPremium),
    own(row.user_id, row.fee, balanceRecordType.fee),
    fees(negate(row.fee)),
    ...releasing(row, row.premium),
  ])
