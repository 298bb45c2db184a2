import { Trans } from '@lingui/react/macro'

/** When a borrower is late, when in default, and what happens with what comes in after that (docs/rules/earn.md). */
export function BorrowerDefaultRuleText() {
  return (
    <Trans>
      A repayment is called late after 5 days and the project defaulted after 30. What is recovered then is shared out by what each is owed.
    </Trans>
  )
}
