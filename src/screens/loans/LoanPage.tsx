import { Trans, useLingui } from '@lingui/react/macro'
import type { LoanOrder } from '#contract/calls/loans.ts'
import { loanStatus } from '#contract/states.ts'
import { formatTime } from '#i18n/date.ts'
import { formatShare } from '#i18n/number.ts'
import { isPositive, isZero } from '#rules/decimal.ts'
import { Card } from '#ui/Card.tsx'
import { type Fact, Facts } from '#ui/Facts.tsx'
import { Section } from '#ui/Section.tsx'
import { CopyValue } from '#widgets/CopyValue.tsx'
import { SettlementLink } from '#widgets/SettlementLink.tsx'
import { money } from './amounts.ts'
import { CollateralCard } from './CollateralCard.tsx'
import { LateCard } from './LateCard.tsx'
import styles from './Loans.module.css'
import { useLoanWords } from './useLoanWords.ts'

/** All that is known of a loan, what is owed first. */
export function LoanPage({ order }: { order: LoanOrder }) {
  const { t } = useLingui()
  const words = useLoanWords()
  const { currency, status, amount, outstanding, reason, endTime, reviewBy, returnUntil, collateral, repayments } = order
  const isRunning = status === loanStatus.paid || status === loanStatus.overdue
  const [due, decided, back] = [endTime, reviewBy, returnUntil].map((at) => (at === null ? '' : formatTime(at)))
  return (
    <>
      <Card tone={status === loanStatus.overdue ? 'warn' : 'plain'} flush>
        <div className={styles.hero}>
          <span className={styles.quiet}>
            {words.kindOf(order)}&nbsp;· {words.standing(order)}
          </span>
          <strong className={styles.amount}>
            {money(isRunning ? outstanding : amount)} <small>{currency}</small>
          </strong>
          {isRunning && (
            <span>
              {status === loanStatus.overdue ? <Trans>Was due on {due}</Trans> : <Trans>owed today, all of it due on {due}</Trans>}
            </span>
          )}
          <p className={styles.quiet}>{words.next(order)}</p>
          {decided && (
            <span className={styles.quiet}>
              <Trans>Decided by {decided}</Trans>
            </span>
          )}
          {back && status === loanStatus.paid && (
            <span className={styles.brass}>
              <Trans>Can go back free of charge until {back}</Trans>
            </span>
          )}
        </div>
      </Card>
      {reason && (
        <Card tone="warn">
          <p>{words.reasons[reason]}</p>
        </Card>
      )}
      {status === loanStatus.overdue && <LateCard order={order} />}
      {collateral && <CollateralCard order={order} collateral={collateral} />}
      <Section title={t`Figures`}>
        <Card>
          <Figures order={order} isRunning={isRunning} />
          <div className={styles.copies}>
            <CopyValue label={t`Order number`} value={order.orderNo} small />
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
                  <p className={styles.between}>
                    <strong>{words.hows[how]}</strong>
                    <span className={styles.quiet}>{formatTime(time)}</span>
                  </p>
                  <Facts
                    rows={[
                      {
                        key: 'principal',
                        name: t({ message: 'Principal', context: 'of a loan' }),
                        value: `${money(principal)} ${currency}`,
                      },
                      ...(isZero(interest)
                        ? []
                        : [
                            {
                              key: 'interest',
                              name: t({ message: 'Interest', context: 'of a loan' }),
                              value: `${money(interest)} ${currency}`,
                            },
                          ]),
                      ...(isPositive(lateInterest)
                        ? [{ key: 'late', name: t`Late interest`, value: `${money(lateInterest)} ${currency}` }]
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

function Figures({ order, isRunning }: { order: LoanOrder; isRunning: boolean }) {
  const { t } = useLingui()
  const { currency, amount, days, dailyRate, apr, totalInterest, accruedInterest, lateInterest, principalLeft, startTime, endTime } = order
  const of = (value: string) => `${money(value)} ${currency}`
  const rows: Fact[] = [
    { key: 'apr', name: t`APR`, value: formatShare(apr), strong: true },
    { key: 'daily', name: t`Interest a day`, value: formatShare(dailyRate, 3) },
    { key: 'amount', name: t({ message: 'Borrowed', context: 'amount of a loan' }), value: of(amount) },
    { key: 'days', name: t({ message: 'Days', context: 'how long a loan runs' }), value: String(days) },
    ...(isRunning
      ? [
          { key: 'principal', name: t`Principal left`, value: of(principalLeft) },
          { key: 'accrued', name: t`Interest so far`, value: of(accruedInterest) },
          ...(isPositive(lateInterest) ? [{ key: 'late', name: t`Late interest so far`, value: of(lateInterest) }] : []),
        ]
      : []),
    { key: 'total', name: t`Interest to the end`, value: of(totalInterest) },
    ...(startTime === null ? [] : [{ key: 'start', name: t({ message: 'Paid out', context: 'of a loan' }), value: formatTime(startTime) }]),
    ...(endTime === null
      ? []
      : [{ key: 'end', name: t({ message: 'Due', context: 'when a loan is to be repaid' }), value: formatTime(endTime) }]),
    ...(order.closeTime === null
      ? []
      : [{ key: 'closed', name: t({ message: 'Ended', context: 'of a loan' }), value: formatTime(order.closeTime) }]),
  ]
  return <Facts rows={rows} />
}
