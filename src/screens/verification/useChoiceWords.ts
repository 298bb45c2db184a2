import { useLingui } from '@lingui/react/macro'
import type { kycFundSources, kycOccupations, kycContactRelationships } from '#contract/calls/verification.ts'

/** The closed lists of advanced verification, in words. */
export function useAdvancedVerificationChoiceLabels() {
  const { t } = useLingui()
  const source: Record<(typeof kycFundSources)[number], string> = {
    salary: t`Salary`,
    business: t`Own business`,
    savings: t`Savings`,
    investments: t`Investments`,
    property: t`Sale of property`,
    inheritance: t`Inheritance or gift`,
    pension: t`Pension or benefits`,
    other: t({ message: 'Something else', context: 'source of funds' }),
  }
  const occupation: Record<(typeof kycOccupations)[number], string> = {
    employed: t`Employed`,
    selfEmployed: t`Self-employed`,
    student: t`Student`,
    retired: t`Retired`,
    homemaker: t`At home with family`,
    betweenJobs: t`Between jobs`,
    other: t({ message: 'Something else', context: 'occupation' }),
  }
  const relationship: Record<(typeof kycContactRelationships)[number], string> = {
    spouse: t`Husband, wife or partner`,
    parent: t`Parent`,
    child: t`Son or daughter`,
    sibling: t`Brother or sister`,
    relative: t`Other relative`,
    friend: t`Friend`,
    other: t({ message: 'Somebody else', context: 'emergency contact' }),
  }
  return { source, occupation, relationship }
}
