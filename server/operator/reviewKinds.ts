import { depositReviewKind } from '../deposits/review.ts'
import type { AppContext } from '../core/appContext.ts'
import { loanReviewKind } from '../loans/decide.ts'
import type { ReviewKind } from '../core/review.ts'
import { verificationReviewKind } from '../verification/review.ts'
import type { AutomaticPayoutRoutes } from '../withdrawals/payoutWays.ts'
import { withdrawalReviewKind } from '../withdrawals/review.ts'

/** Every kind of case that staff decide, by the module that has it: one line each. Without `senders`, those of the house's settings. */
export const createReviewKinds = (app: AppContext, senders?: readonly AutomaticPayoutRoutes[]): ReviewKind[] => [
  depositReviewKind(app),
  withdrawalReviewKind(app, senders),
  verificationReviewKind(app),
  loanReviewKind(app),
]
