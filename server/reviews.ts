import { depositReview } from './deposits/review.ts'
import type { House } from './house.ts'
import { loanReview } from './loans/decide.ts'
import type { ReviewKind } from './review.ts'
import { verificationReview } from './verification/review.ts'
import { withdrawalReview } from './withdrawals/review.ts'

/** Every kind of case that staff decide, by the room that has it: one line each. */
export const reviewKinds = (house: House): ReviewKind[] => [
  depositReview(house),
  withdrawalReview(house),
  verificationReview(house),
  loanReview(house),
]
