import { Trans, useLingui } from '@lingui/react/macro'
import type { UserLoanSummary } from '#contract/calls/loans.ts'
import { formatAmount } from '#i18n/number.ts'
import { divide, isPositive } from '#rules/decimal.ts'
import { decimalToPlotNumber } from '#rules/plot.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Row } from '#ui/Row.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Loans.module.css'

/** How much credit there is, how much of it is used, and what the next step of verification would make it. */
export function CreditLimitCard({ account }: { account: UserLoanSummary }) {
  const { t } = useLingui()
  const { creditLimit, creditUsed, creditLeft, currency, nextLimitBy, nextLimit } = account
  const [left, limit, next] = [creditLeft, creditLimit, nextLimit].map((amount) => formatAmount(amount, 0))
  return (
    <Card>
      <Grid gap={2}>
        <Text as="span" tone="quiet">
          <Trans>Left of your credit limit</Trans>
        </Text>
        <Row as="p" wrap align="baseline" justify="between" gap={3} rowGap={0} className={styles.limitFigures}>
          <Text as="strong" size="h1" weight="strong" tabular>
            {left}{' '}
            <Text as="small" size="body" tone="quiet">
              {currency}
            </Text>
          </Text>
          <Text as="span" tone="quiet">
            <Trans>
              of {limit} {currency}
            </Trans>
          </Text>
        </Row>
        <ProgressBar
          label={t`Used of your credit limit`}
          value={isPositive(creditLimit) ? decimalToPlotNumber(divide(creditUsed, creditLimit)) : 0}
        />
        {nextLimitBy === 'kyc1' && nextLimit && (
          <Text as="span" tone="quiet">
            <Trans>
              With basic verification: {next} {currency}
            </Trans>
          </Text>
        )}
        {nextLimitBy === 'kyc2' && nextLimit && (
          <div className={styles.nextLimit}>
            <Text as="span" tone="quiet">
              <Trans>
                With advanced verification: {next} {currency}
              </Trans>
            </Text>
            <ButtonLink to={path.advancedVerification} kind="quiet" size="small">
              <Trans>Verify identity</Trans>
            </ButtonLink>
          </div>
        )}
      </Grid>
    </Card>
  )
}
