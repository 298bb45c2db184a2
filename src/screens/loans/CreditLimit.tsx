import { Trans, useLingui } from '@lingui/react/macro'
import type { LoanAccount } from '#contract/calls/loans.ts'
import { formatAmount } from '#i18n/number.ts'
import { divide, isPositive } from '#rules/decimal.ts'
import { toPlotNumber } from '#rules/plot.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Progress } from '#ui/Progress.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import styles from './Loans.module.css'

/** How much credit there is, how much of it is used, and what the next step of verification would make it. */
export function CreditLimit({ account }: { account: LoanAccount }) {
  const { t } = useLingui()
  const { creditLimit, creditUsed, creditLeft, currency, nextLimitBy, nextLimit } = account
  const [left, limit, next] = [creditLeft, creditLimit, nextLimit].map((amount) => formatAmount(amount, 0))
  return (
    <Card>
      <div className={styles.limit}>
        <span className={styles.quiet}>
          <Trans>Left of your credit limit</Trans>
        </span>
        <p className={styles.limitFigures}>
          <strong>
            {left} <small>{currency}</small>
          </strong>
          <span className={styles.quiet}>
            <Trans>
              of {limit} {currency}
            </Trans>
          </span>
        </p>
        <Progress
          label={t`Used of your credit limit`}
          value={isPositive(creditLimit) ? toPlotNumber(divide(creditUsed, creditLimit)) : 0}
        />
        {nextLimitBy === 'kyc1' && nextLimit && (
          <span className={styles.quiet}>
            <Trans>
              With basic verification: {next} {currency}
            </Trans>
          </span>
        )}
        {nextLimitBy === 'kyc2' && nextLimit && (
          <div className={styles.nextLimit}>
            <span className={styles.quiet}>
              <Trans>
                With advanced verification: {next} {currency}
              </Trans>
            </span>
            <ButtonLink to={path.advancedVerification} kind="quiet" size="small">
              <Trans>Verify identity</Trans>
            </ButtonLink>
          </div>
        )}
      </div>
    </Card>
  )
}
