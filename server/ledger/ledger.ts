import type { Decimal } from '#contract/decimal.ts'
import type { RecordType } from '#contract/states.ts'
import type { Instant } from '#contract/time.ts'

export type Book = 1 | 2
export type UserBucket = 'AVAIL' | 'FROZEN' | 'MARGIN' | 'INVEST' | 'COLLATERAL'
export type HouseBucket = 'FEE' | 'CLEARING' | 'COVER' | 'ISSUE'

/** One end of a posting. A user's leg says its record type, because it becomes a line in that person's balance records. */
export type Leg =
  | { user: string; currency: string; bucket: UserBucket; amount: Decimal; type: RecordType }
  | { house: HouseBucket; currency: string; amount: Decimal }

export interface Posting {
  book: Book
  refType: string
  refId: string
  orderNo?: string
  remark?: string
  at: Instant
  legs: readonly Leg[]
}
