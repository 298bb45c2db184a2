import type { Decimal } from '#contract/decimal.ts'
import { balanceRecordType, type BalanceRecordType } from '#contract/states.ts'
import type { Leg } from '#ledger/ledger.ts'
import { add, isZero, negate } from '#rules/decimal.ts'
import type { PositionCloseResult, PositionOpeningCost } from '#rules/position.ts'

/** Contracts settle in USDT (docs/rules/contracts.md). */
export const contractSettleCurrency = 'USDT'

const currency = contractSettleCurrency
const available = (user: string, amount: Decimal, type: BalanceRecordType): Leg => ({
  user,
  currency,
  bucket: 'AVAIL',
  amount,
  type,
})
const isMoved = (leg: Leg): boolean => !isZero(leg.amount)

/** Opening: AVAIL −margin −fee, MARGIN +margin, FEE +fee (docs/rules/ledger.md, C1). */
export const contractOpeningLegs = (user: string, cost: PositionOpeningCost): Leg[] =>
  [
    available(user, negate(cost.margin), balanceRecordType.marginLock),
    available(user, negate(cost.openFee), balanceRecordType.fee),
    { user, currency, bucket: 'MARGIN', amount: cost.margin, type: balanceRecordType.marginLock } as const,
    { house: 'FEE', currency, amount: cost.openFee } as const,
  ].filter(isMoved)

/** A pending order holds what it will need: AVAIL −, FROZEN +. */
export const contractReservingLegs = (user: string, reserved: Decimal): Leg[] => [
  available(user, negate(reserved), balanceRecordType.marginLock),
  { user, currency, bucket: 'FROZEN', amount: reserved, type: balanceRecordType.marginLock },
]

/** It gives it back: all of it, before it opens or because it never will. */
export const contractReleasingLegs = (user: string, reserved: Decimal): Leg[] => [
  available(user, reserved, balanceRecordType.marginRelease),
  { user, currency, bucket: 'FROZEN', amount: negate(reserved), type: balanceRecordType.marginRelease },
]

/** Funding or overnight against CLEARING: from the balance, and from the margin what the balance is short of. Negative `fromBalance` is received. */
export const contractHoldingChargeLegs = (user: string, fromBalance: Decimal, fromMargin: Decimal): Leg[] =>
  [
    available(user, negate(fromBalance), balanceRecordType.funding),
    { user, currency, bucket: 'MARGIN', amount: negate(fromMargin), type: balanceRecordType.funding } as const,
    { house: 'CLEARING', currency, amount: add(fromBalance, fromMargin) } as const,
  ].filter(isMoved)

/**
 * Closing: the margin comes back, the cover pays what the loss takes beyond it, then profit and fee are booked against CLEARING and FEE.
 * In this order no leg takes AVAIL below where it stood, since margin + cover + profit − fee is never negative.
 */
export const contractClosingLegs = (user: string, margin: Decimal, close: PositionCloseResult): Leg[] =>
  [
    { user, currency, bucket: 'MARGIN', amount: negate(margin), type: balanceRecordType.marginRelease } as const,
    available(user, margin, balanceRecordType.marginRelease),
    available(user, close.covered, balanceRecordType.lossCover),
    available(user, close.profit, balanceRecordType.realisedProfit),
    available(user, negate(close.closeFee), balanceRecordType.fee),
    { house: 'FEE', currency, amount: close.closeFee } as const,
    { house: 'CLEARING', currency, amount: negate(close.profit) } as const,
    { house: 'COVER', currency, amount: negate(close.covered) } as const,
  ].filter(isMoved)

/** Margin and what was added to it: what the position holds in the MARGIN bucket. */
export const totalPositionMargin = (row: { margin: Decimal; added_margin: Decimal }): Decimal => add(row.margin, row.added_margin)
