import { Trans, useLingui } from '@lingui/react/macro'
import type { LoanSet } from '#contract/calls/loans.ts'
import type { Decimal } from '#contract/decimal.ts'
import { loanKind } from '#contract/states.ts'
import { formatShare } from '#i18n/number.ts'
import { Card } from '#ui/Card.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Section } from '#ui/Section.tsx'
import { money } from './amounts.ts'
import { type DaysOption, termsOf } from './loanFigures.ts'
import styles from './Loans.module.css'

interface LoanCostsProps {
  set: LoanSet
  option: DaysOption
  amount: Decimal
}

/** What it costs, the yearly rate first, and what is due when (product §2.12). */
export function LoanCosts({ set, option, amount }: LoanCostsProps) {
  const { t } = useLingui()
  const { interest, toRepay } = termsOf(amount, option, set.lateFactor)
  const { currency } = set
  const [daily, days] = [formatShare(option.dailyRate, 3), option.days]
  return (
    <>
      <Card>
        <div className={styles.rate}>
          <span className={styles.quiet}>
            <Trans>APR</Trans>
          </span>
          <strong className={styles.apr}>{formatShare(option.apr)}</strong>
          <span className={styles.daily}>
            <Trans>Simple interest, {daily} a day</Trans>
          </span>
        </div>
        <Facts
          rows={[
            { key: 'get', name: t({ message: 'You get', context: 'amount of a loan' }), value: `${money(amount)} ${currency}` },
            { key: 'interest', name: t`Interest for ${days} days`, value: `${money(interest)} ${currency}` },
            { key: 'fee', name: t`Before the payout`, value: t`Nothing to pay` },
            { key: 'repay', name: t`To repay in all`, value: `${money(toRepay)} ${currency}`, strong: true },
          ]}
        />
      </Card>
      <Schedule set={set} option={option} amount={amount} />
    </>
  )
}

function Schedule({ set, option, amount }: LoanCostsProps) {
  const { t } = useLingui()
  const { currency, graceDays: grace } = set
  const { toRepay, perDay, perLateDay } = termsOf(amount, option, set.lateFactor)
  const { days } = option
  const [daily, lateDaily] = [`${money(perDay)} ${currency}`, `${money(perLateDay)} ${currency}`]
  const rows = [
    {
      key: 'payout',
      when: set.kind === loanKind.pledge ? t`At once` : t`After the review`,
      what: `+${money(amount)} ${currency}`,
    },
    { key: 'return', when: t`The first 24 hours`, what: t`Can go back free of charge` },
    { key: 'daily', when: t`Each day at 00:00 (UTC+8)`, what: t`${daily} of interest` },
    { key: 'early', when: t`Any day`, what: t`Repay early, interest for the days used` },
    { key: 'due', when: t`After ${days} days`, what: `${'\u2212'}${money(toRepay)} ${currency}`, strong: true },
    { key: 'grace', when: t`${grace} days more`, what: t`Late, but at no cost` },
    { key: 'late', when: t`After that`, what: t`${lateDaily} of late interest a day` },
  ]
  return (
    <Section title={t`What is due when`}>
      <Card>
        <ol className={styles.steps}>
          {rows.map(({ key, when, what, strong }) => (
            <li key={key} className={styles.step} data-strong={strong}>
              <span>{when}</span>
              <span className={styles.what}>{what}</span>
            </li>
          ))}
        </ol>
      </Card>
    </Section>
  )
}
