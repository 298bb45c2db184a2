import { msg } from '@lingui/core/macro'
import type { CompetitionEntry } from '#contract/calls/competitions.ts'

/** Why somebody was disqualified, as everybody reads it. */
export const disqualificationReasonLabels = {
  self_crossing: msg`Disqualified: traded against themselves`,
  many_accounts: msg`Disqualified: took part with several accounts`,
} satisfies Record<NonNullable<CompetitionEntry['outReason']>, unknown>
