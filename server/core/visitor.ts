import type { LanguageCode } from '#contract/calls/account.ts'

/** A signed-in person, as every module may know them. */
export interface SignedInUser {
  userId: string
  sessionId: string
  isGuest: boolean
  /** Of those known the one with the strictest rules; '' where nobody has said. */
  country: string
  /** The other one that is known, where there are two: for each product the stricter counts. */
  otherCountry?: string
  /** 0 none, 1 basic, 2 advanced: which identity checks are authorised. */
  kycLevel: 0 | 1 | 2
  /** The VIP level; 0 where it is not said. */
  level?: number
  /** The verified document ended more than 60 days ago (docs/rules/verification.md): what needs a level is closed, but for withdrawals to known addresses. */
  isPapersEnded?: boolean
  lang: LanguageCode
  /** Something that they agreed to has a new version. */
  mustAgree?: boolean
  createdAtMs: number
}
