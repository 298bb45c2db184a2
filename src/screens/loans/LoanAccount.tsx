import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { dataAsOf } from '#api/dataAsOf.ts'
import { apiReadQuery } from '#api/query.ts'
import { serverNow } from '#api/serverClock.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { type UserLoanSummary as Account, loans } from '#contract/calls/loans.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatAmount, formatPercent } from '#i18n/number.ts'
import { isPositive } from '#rules/decimal.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { formatLoanAmount } from './amounts.ts'
import { CreditLimitCard } from './CreditLimitCard.tsx'
import { Text } from '#ui/Text.tsx'
import { Grid } from '#ui/Grid.tsx'
import styles from './Loans.module.css'
import { LoanRestrictionCard } from './LoanRestrictionCard.tsx'
import { useLoanRestriction } from './useLoanRestriction.ts'

export const Route = createFileRoute('/_signedIn/loan-account')({ component: LoanAccount })

/** What is owed and when, the credit limit, and what loans change while they are open. */
function LoanAccount() {
  const { t } = useLingui()
  const isOffline = useStreamConnectionState() === 'offline'
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery(apiReadQuery(loans.loanAccount, {}))
  const restriction = useLoanRestriction(data, false)
  return (
    <ScreenLayout
      title={t`Loan account`}
      back={path.me}
      chips={<DataAgeChip at={data && (error || isOffline) ? dataAsOf(data, dataUpdatedAt) : undefined} />}
    >
      {data ? (
        <>
          <AmountOwed account={data} />
          <LoanRestrictionCard stop={restriction === 'kyc' || restriction === 'guest' ? restriction : undefined} />
          <CreditLimitCard account={data} />
          {isPositive(data.pledge.debt) && <PledgedTotal account={data} />}
        </>
      ) : error ? (
        <LoadErrorState title={t`Your loan account could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <>
          <Card>
            <Skeleton lines={3} height={1.5} />
          </Card>
          <Card>
            <Skeleton lines={2} height={1.25} />
          </Card>
        </>
      )}
      <Card flush>
        <RowLink to={path.loanOrders} title={t`My loans`} subtitle={<Trans>What is open, and what has ended</Trans>} />
        <RowLink
          to={path.borrow}
          title={t({ message: 'Borrow', context: 'do it' })}
          subtitle={<Trans>On credit, or against coins</Trans>}
        />
        <RowLink to={path.article} search={{ id: 'loans' }} title={t`How loans work`} />
      </Card>
      <Text tone="quiet">
        <Trans>
          Your own money stays yours to withdraw. Only what is overdue is held. While a credit loan is open, leverage is at most 2× in the
          real book, and second contracts there are off.
        </Trans>
      </Text>
    </ScreenLayout>
  )
}

function AmountOwed({ account: { currency, outstanding, overdue, nextDue } }: { account: Account }) {
  const { t } = useLingui()
  const [late, next, due] = [
    `${formatLoanAmount(overdue)} ${currency}`,
    nextDue && `${formatLoanAmount(nextDue.amount)} ${currency}`,
    nextDue && formatDateTime(nextDue.time),
  ]
  const isLate = nextDue !== null && nextDue.time < serverNow()
  return (
    <Card tone={isPositive(overdue) ? 'warn' : 'plain'} flush>
      <Grid center gap={1} className={styles.hero}>
        <Text as="span" tone="quiet">
          <Trans>Owed in all</Trans>
        </Text>
        <strong className={styles.amount}>
          {formatLoanAmount(outstanding)} <small>{currency}</small>
        </strong>
        {isPositive(overdue) && (
          <Text as="span" tone="brass">
            <Trans>Overdue: {late}</Trans>
          </Text>
        )}
        {!isPositive(outstanding) && (
          <Text as="span" tone="quiet">
            <Trans>You owe nothing.</Trans>
          </Text>
        )}
      </Grid>
      {nextDue && (
        <RowLink
          to={path.loanOrders}
          search={{ id: nextDue.orderId }}
          title={isLate ? next : t`Next: ${next}`}
          subtitle={isLate ? <Trans>Was due on {due}</Trans> : t`Due ${due}`}
        />
      )}
    </Card>
  )
}

function PledgedTotal({ account: { currency, pledge } }: { account: Account }) {
  const { t } = useLingui()
  return (
    <Section title={t`Pledge loans`}>
      <Card>
        <DescriptionList
          rows={[
            {
              key: 'debt',
              name: t({ message: 'Owed', context: 'on pledge loans' }),
              value: `${formatLoanAmount(pledge.debt)} ${currency}`,
            },
            { key: 'value', name: t`Collateral is worth`, value: `${formatAmount(pledge.collateralValue, 2)} ${currency}` },
            { key: 'ltv', name: t`Loan to value`, value: formatPercent(pledge.ltv), strong: true },
          ]}
        />
      </Card>
    </Section>
  )
}
