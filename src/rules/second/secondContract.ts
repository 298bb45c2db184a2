import type { Decimal } from '#contract/decimal.ts'
import type { SecondContractResult } from '#contract/states.ts'
import { add, compareDecimals, multiply, q8 } from '../decimal.ts'

// The whole settlement (docs/rules/{timed-contracts,fair-dealing}.md): an order, two prices, nothing else. This file imports decimals and types only.

/** What an accepted order fixed: stake in USDT, odds as a fraction ('0.85'), 1 up or 2 down. */
export interface SecondContractTerms {
  type: number
  money: Decimal
  odds: Decimal
}

/** A symbol's price in one second of the price record. */
export interface SecondContractRecordedPrice {
  sec: number
  price: Decimal
}

export interface SecondContractOutcome {
  result: SecondContractResult
  /** What comes back to the available balance: stake and gain, the stake, or nothing. Eight decimals. */
  payout: Decimal
}

/** A missing second is looked for this many seconds further on, no more. */
export const missingRecordGraceSeconds = 2

/** The record of that second, or, where it is missing, of the first within two seconds after it. */
export const findPriceRecordWithinGrace = (
  records: readonly SecondContractRecordedPrice[],
  sec: number,
): SecondContractRecordedPrice | undefined =>
  records.filter((record) => record.sec >= sec && record.sec <= sec + missingRecordGraceSeconds).toSorted((a, b) => a.sec - b.sec)[0]

/** What a win pays: q8(money × (1 + odds)). */
export const secondContractWinPayout = ({ money, odds }: Pick<SecondContractTerms, 'money' | 'odds'>): Decimal =>
  q8(multiply(money, add('1', odds)))

/** Up wins above, down wins below the opening price; equal gives the stake back, and so does a record that does not exist. */
export function computeSecondContractOutcome(
  order: SecondContractTerms,
  open: SecondContractRecordedPrice | undefined,
  close: SecondContractRecordedPrice | undefined,
): SecondContractOutcome {
  if (!open || !close) return { result: 4, payout: q8(order.money) }
  const move = compareDecimals(close.price, open.price)
  if (move === 0) return { result: 3, payout: q8(order.money) }
  const isWon = order.type === 1 ? move > 0 : move < 0
  return isWon ? { result: 1, payout: secondContractWinPayout(order) } : { result: 2, payout: q8('0') }
}
