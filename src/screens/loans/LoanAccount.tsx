import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { madeAt } from '#api/age.ts'
import { query } from '#api/query.ts'
import { serverNow } from '#api/serverClock.ts'
import { useConnection } from '#api/socket.ts'
import { type LoanAccount as Account, loans } from '#contract/calls/loans.ts'
import { formatTime } from '#i18n/date.ts'
import { formatAmount, formatShare } from '#i18n/number.ts'
import { isPositive } from '#rules/decimal.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { money } from './amounts.ts'
import { CreditLimit } from './CreditLimit.tsx'
import styles from './Loans.module.css'
import { LoanStop } from './LoanStop.tsx'
import { useLoanStop } from './useLoanStop.ts'

export const Route = createFileRoute('/_signedIn/loan-account')({ component: LoanAccount })

/** What is owed and when, the credit limit, and what loans change while they are open. */
function LoanAccount() {
  const { t } = useLingui()
  const isOffline = useConnection() === 'offline'
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery(query(loans.loanAccount, {}))
  const stop = useLoanStop(data, false)
  return (
    <ScreenLayout
      title={t`Loan account`}
      back={path.me}
      chips={<AgeChip at={data && (error || isOffline) ? madeAt(data, dataUpdatedAt) : undefined} />}
    >
      {data ? (
        <>
          <Owed account={data} />
          <LoanStop stop={stop === 'kyc' || stop === 'guest' ? stop : undefined} />
          <CreditLimit account={data} />
          {isPositive(data.pledge.debt) && <Pledged account={data} />}
        </>
      ) : error ? (
        <FailedRead title={t`Your loan account could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
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
      <p className={styles.quiet}>
        <Trans>
          Your own money stays yours to withdraw. Only what is overdue is held. While a credit loan is open, leverage is at most 2× and
          second contracts with real money are off.
        </Trans>
      </p>
    </ScreenLayout>
  )
}

function Owed({ account: { currency, outstanding, overdue, nextDue } }: { account: Account }) {
  const { t } = useLingui()
  const [late, next, due] = [
    `${money(overdue)} ${currency}`,
    nextDue && `${money(nextDue.amount)} ${currency}`,
    nextDue && formatTime(nextDue.time),
  ]
  const isLate = nextDue !== null && nextDue.time < serverNow()
  return (
    <Card tone={isPositive(overdue) ? 'warn' : 'plain'} flush>
      <div className={styles.hero}>
        <span className={styles.quiet}>
          <Trans>Owed in all</Trans>
        </span>
        <strong className={styles.amount}>
          {money(outstanding)} <small>{currency}</small>
        </strong>
        {isPositive(overdue) && (
          <span className={styles.brass}>
            <Trans>Overdue: {late}</Trans>
          </span>
        )}
        {!isPositive(outstanding) && (
          <span className={styles.quiet}>
            <Trans>You owe nothing.</Trans>
          </span>
        )}
      </div>
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

function Pledged({ account: { currency, pledge } }: { account: Account }) {
  const { t } = useLingui()
  return (
    <Section title={t`Pledge loans`}>
      <Card>
        <Facts
          rows={[
            { key: 'debt', name: t({ message: 'Owed', context: 'on pledge loans' }), value: `${money(pledge.debt)} ${currency}` },
            { key: 'value', name: t`Collateral is worth`, value: `${formatAmount(pledge.collateralValue, 2)} ${currency}` },
            { key: 'ltv', name: t`Loan to value`, value: formatShare(pledge.ltv), strong: true },
          ]}
        />
      </Card>
    </Section>
  )
}
