import { depositReview } from './deposits/review.ts'
import type { House } from './house.ts'
import { loanReview } from './loans/decide.ts'
import type { ReviewKind } from './review.ts'
import { verificationReview } from './verification/review.ts'
import type { Sender } from './withdrawals/payoutWays.ts'
import { withdrawalReview } from './withdrawals/review.ts'

/** Every kind of case that staff decide, by the room that has it: one line each. Without `senders`, those of the house's settings. */
export const reviewKinds = (house: House, senders?: readonly Sender[]): ReviewKind[] => [
  depositReview(house),
  withdrawalReview(house, senders),
  verificationReview(house),
  loanReview(house),
]
