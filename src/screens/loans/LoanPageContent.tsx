import { Trans, useLingui } from '@lingui/react/macro'
import type { LoanOrder } from '#contract/calls/loans.ts'
import { loanStatus } from '#contract/states.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatPercent } from '#i18n/number.ts'
import { isPositive, isZero } from '#rules/decimal.ts'
import { Card } from '#ui/Card.tsx'
import { type DescriptionItem, DescriptionList } from '#ui/DescriptionList.tsx'
import { Section } from '#ui/Section.tsx'
import { CopyableValue } from '#widgets/money/CopyableValue.tsx'
import { SettlementLink } from '#widgets/priceRecord/SettlementLink.tsx'
import { formatLoanAmount } from './amounts.ts'
import { LoanCollateralSection } from './LoanCollateralSection.tsx'
import { OverdueLoanCard } from './OverdueLoanCard.tsx'
import { Row } from '#ui/Row.tsx'
import { Text } from '#ui/Text.tsx'
import { Grid } from '#ui/Grid.tsx'
import styles from './Loans.module.css'
import { useLoanTexts } from './useLoanWords.ts'

/** All that is known of a loan, what is owed first. */
export function LoanPageContent({ order }: { order: LoanOrder }) {
  const { t } = useLingui()
  const words = useLoanTexts()
  const { currency, status, amount, outstanding, reason, endTime, reviewBy, returnUntil, collateral, repayments } = order
  const isRunning = status === loanStatus.paid || status === loanStatus.overdue
  const [due, decided, back] = [endTime, reviewBy, returnUntil].map((at) => (at === null ? '' : formatDateTime(at)))
  return (
    <>
      <Card tone={status === loanStatus.overdue ? 'warn' : 'plain'} flush>
        <Grid center gap={1} className={styles.hero}>
          <Text as="span" tone="quiet">
            {words.kindOf(order)}&nbsp;· {words.standing(order)}
          </Text>
          <strong className={styles.amount}>
            {formatLoanAmount(isRunning ? outstanding : amount)} <small>{currency}</small>
          </strong>
          {isRunning && (
            <span>
              {status === loanStatus.overdue ? <Trans>Was due on {due}</Trans> : <Trans>owed today, all of it due on {due}</Trans>}
            </span>
          )}
          <Text tone="quiet">{words.next(order)}</Text>
          {decided && (
            <Text as="span" tone="quiet">
              <Trans>Decided by {decided}</Trans>
            </Text>
          )}
          {back && status === loanStatus.paid && (
            <Text as="span" tone="brass">
              <Trans>Can go back free of charge until {back}</Trans>
            </Text>
          )}
        </Grid>
      </Card>
      {reason && (
        <Card tone="warn">
          <p>{words.reasons[reason]}</p>
        </Card>
      )}
      {status === loanStatus.overdue && <OverdueLoanCard order={order} />}
      {collateral && <LoanCollateralSection order={order} collateral={collateral} />}
      <Section title={t`Figures`}>
        <Card>
          <LoanFigures order={order} isRunning={isRunning} />
          <div className={styles.copies}>
            <CopyableValue label={t`Order number`} value={order.orderNo} small />
          </div>
        </Card>
      </Section>
      {order.startTime !== null && <SettlementLink type="loan" id={order.id} wide />}
      {repayments.length > 0 && (
        <Section title={t`Repayments`}>
          <Card>
            <ol className={styles.payments}>
              {repayments.map(({ id, time, principal, interest, lateInterest, how }) => (
                <li key={id}>
                  <Row as="p" wrap align="baseline" justify="between" gap={3} rowGap={0}>
                    <strong>{words.hows[how]}</strong>
                    <Text as="span" tone="quiet">
                      {formatDateTime(time)}
                    </Text>
                  </Row>
                  <DescriptionList
                    rows={[
                      {
                        key: 'principal',
                        name: t({ message: 'Principal', context: 'of a loan' }),
                        value: `${formatLoanAmount(principal)} ${currency}`,
                      },
                      ...(isZero(interest)
                        ? []
                        : [
                            {
                              key: 'interest',
                              name: t({ message: 'Interest', context: 'of a loan' }),
                              value: `${formatLoanAmount(interest)} ${currency}`,
                            },
                          ]),
                      ...(isPositive(lateInterest)
                        ? [{ key: 'late', name: t`Late interest`, value: `${formatLoanAmount(lateInterest)} ${currency}` }]
                        : []),
                    ]}
                  />
                </li>
              ))}
            </ol>
          </Card>
        </Section>
      )}
    </>
  )
}

function LoanFigures({ order, isRunning }: { order: LoanOrder; isRunning: boolean }) {
  const { t } = useLingui()
  const { currency, amount, days, dailyRate, apr, totalInterest, accruedInterest, lateInterest, principalLeft, startTime, endTime } = order
  const formatInCurrency = (value: string) => `${formatLoanAmount(value)} ${currency}`
  const rows: DescriptionItem[] = [
    { key: 'apr', name: t`APR`, value: formatPercent(apr), strong: true },
    { key: 'daily', name: t`Interest a day`, value: formatPercent(dailyRate, 3) },
    { key: 'amount', name: t({ message: 'Borrowed', context: 'amount of a loan' }), value: formatInCurrency(amount) },
    { key: 'days', name: t({ message: 'Days', context: 'how long a loan runs' }), value: String(days) },
    ...(isRunning
      ? [
          { key: 'principal', name: t`Principal left`, value: formatInCurrency(principalLeft) },
          { key: 'accrued', name: t`Interest so far`, value: formatInCurrency(accruedInterest) },
          ...(isPositive(lateInterest) ? [{ key: 'late', name: t`Late interest so far`, value: formatInCurrency(lateInterest) }] : []),
        ]
      : []),
    { key: 'total', name: t`Interest to the end`, value: formatInCurrency(totalInterest) },
    ...(startTime === null
      ? []
      : [{ key: 'start', name: t({ message: 'Paid out', context: 'of a loan' }), value: formatDateTime(startTime) }]),
    ...(endTime === null
      ? []
      : [{ key: 'end', name: t({ message: 'Due', context: 'when a loan is to be repaid' }), value: formatDateTime(endTime) }]),
    ...(order.closeTime === null
      ? []
      : [{ key: 'closed', name: t({ message: 'Ended', context: 'of a loan' }), value: formatDateTime(order.closeTime) }]),
  ]
  return <DescriptionList rows={rows} />
}
