import type { Decimal } from '#contract/decimal.ts'
import type { SecondResult } from '#contract/states.ts'
import { add, compare, multiply, q8 } from './decimal.ts'

// The whole settlement (product §2.6, §3.1): an order, two prices, nothing else. This file imports decimals and types only.

/** What an accepted order fixed: stake in USDT, odds as a fraction ('0.85'), 1 up or 2 down. */
export interface SecondTerms {
  type: number
  money: Decimal
  odds: Decimal
}

/** A symbol's price in one second of the price record. */
export interface RecordedPrice {
  sec: number
  price: Decimal
}

export interface SecondOutcome {
  result: SecondResult
  /** What comes back to the available balance: stake and gain, the stake, or nothing. Eight decimals. */
  payout: Decimal
}

/** A missing second is looked for this many seconds further on, no more. */
export const graceSeconds = 2

/** The record of that second, or, where it is missing, of the first within two seconds after it. */
export const recordAt = (records: readonly RecordedPrice[], sec: number): RecordedPrice | undefined =>
  records.filter((record) => record.sec >= sec && record.sec <= sec + graceSeconds).toSorted((a, b) => a.sec - b.sec)[0]

/** What a win pays: q8(money × (1 + odds)). */
export const payoutOf = ({ money, odds }: Pick<SecondTerms, 'money' | 'odds'>): Decimal => q8(multiply(money, add('1', odds)))

/** Up wins above, down wins below the opening price; equal gives the stake back, and so does a record that does not exist. */
export function settle(order: SecondTerms, open: RecordedPrice | undefined, close: RecordedPrice | undefined): SecondOutcome {
  if (!open || !close) return { result: 4, payout: q8(order.money) }
  const move = compare(close.price, open.price)
  if (move === 0) return { result: 3, payout: q8(order.money) }
  const isWon = order.type === 1 ? move > 0 : move < 0
  return isWon ? { result: 1, payout: payoutOf(order) } : { result: 2, payout: q8('0') }
}
