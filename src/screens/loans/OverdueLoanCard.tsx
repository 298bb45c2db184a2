import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { LoanOrder } from '#contract/calls/loans.ts'
import { Card } from '#ui/Card.tsx'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { formatLoanAmount } from './amounts.ts'
import { computeLoanCost } from './loanFigures.ts'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'

/** What being late means, without threats: the days of grace, what a day costs after them, and what may be taken at most. */
export function OverdueLoanCard({ order }: { order: LoanOrder }) {
  const { t } = useLingui()
  const { currency, outstanding, principalLeft, overdueDays: days, graceDays, lateFactor } = order
  const owed = `${formatLoanAmount(outstanding)} ${currency}`
  return (
    <Card>
      <Grid gap={2}>
        {days > 0 && (
          <strong>
            <Plural value={days} one="# day late" other="# days late" />
          </strong>
        )}
        {graceDays !== undefined && lateFactor !== undefined && (
          <DescriptionList
            rows={[
              { key: 'grace', name: t`Days of grace`, value: String(graceDays) },
              {
                key: 'late',
                name: t`Late interest a day`,
                value: `${formatLoanAmount(computeLoanCost(principalLeft, order, lateFactor).perLateDay)} ${currency}`,
              },
            ]}
          />
        )}
        <Text tone="quiet">
          <Trans>
            After three notices up to {owed} may be taken from your available USDT, and no more. Coins that are not pledged are never sold
            for it.
          </Trans>
        </Text>
      </Grid>
    </Card>
  )
}
