import { useUser } from '#api/person.ts'
import type { UserLoanSummary } from '#contract/calls/loans.ts'

export type LoanRestriction = NonNullable<UserLoanSummary['why']> | 'guest'

/** A limit and a request under way are about credit; what is pledged speaks for itself. */
const aboutCreditAlone: ReadonlySet<LoanRestriction> = new Set(['limitUsed', 'pending'])

/** Why no loan of this kind can be asked for now; undefined when one can, or while that is not known. */
export function useLoanRestriction(account: UserLoanSummary | undefined, isPledge: boolean): LoanRestriction | undefined {
  const user = useUser()
  if (user?.isGuest === 1) return 'guest'
  if (!account || account.canApply) return undefined
  const why = account.why ?? 'limitUsed'
  return isPledge && aboutCreditAlone.has(why) ? undefined : why
}
