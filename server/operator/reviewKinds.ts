import { createDepositReviewKind } from '../deposits/review.ts'
import type { AppContext } from '../core/appContext.ts'
import { createLoanReviewKind } from '../loans/decide.ts'
import type { ReviewKindHandler } from '../core/review.ts'
import { createVerificationReviewKind } from '../verification/review.ts'
import type { AutomaticPayoutRoutes } from '../withdrawals/payoutWays.ts'
import { createWithdrawalReviewKind } from '../withdrawals/review.ts'

/** Every kind of case that staff decide, by the module that has it: one line each. Without `senders`, those of the house's settings. */
export const createReviewKinds = (app: AppContext, senders?: readonly AutomaticPayoutRoutes[]): ReviewKindHandler[] => [
  createDepositReviewKind(app),
  createWithdrawalReviewKind(app, senders),
  createVerificationReviewKind(app),
  createLoanReviewKind(app),
]
