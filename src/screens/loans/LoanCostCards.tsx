import { Trans, useLingui } from '@lingui/react/macro'
import type { LoanPlan } from '#contract/calls/loans.ts'
import type { Decimal } from '#contract/decimal.ts'
import { loanKind } from '#contract/states.ts'
import { formatPercent } from '#i18n/number.ts'
import { Card } from '#ui/Card.tsx'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { Section } from '#ui/Section.tsx'
import { formatLoanAmount } from './amounts.ts'
import { type LoanTermOption, computeLoanCost } from './loanFigures.ts'
import { Text } from '#ui/Text.tsx'
import styles from './Loans.module.css'

interface LoanCostsProps {
  set: LoanPlan
  option: LoanTermOption
  amount: Decimal
}

/** What it costs, the yearly rate first, and what is due when (docs/rules/loans.md). */
export function LoanCostCards({ set, option, amount }: LoanCostsProps) {
  const { t } = useLingui()
  const { interest, toRepay } = computeLoanCost(amount, option, set.lateFactor)
  const { currency } = set
  const [daily, days] = [formatPercent(option.dailyRate, 3), option.days]
  return (
    <>
      <Card>
        <div className={styles.rate}>
          <Text as="span" tone="quiet">
            <Trans>APR</Trans>
          </Text>
          <strong className={styles.apr}>{formatPercent(option.apr)}</strong>
          <span className={styles.daily}>
            <Trans>Simple interest, {daily} a day</Trans>
          </span>
        </div>
        <DescriptionList
          rows={[
            { key: 'get', name: t({ message: 'You get', context: 'amount of a loan' }), value: `${formatLoanAmount(amount)} ${currency}` },
            { key: 'interest', name: t`Interest for ${days} days`, value: `${formatLoanAmount(interest)} ${currency}` },
            { key: 'fee', name: t`Before the payout`, value: t`Nothing to pay` },
            { key: 'repay', name: t`To repay in all`, value: `${formatLoanAmount(toRepay)} ${currency}`, strong: true },
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
  const { toRepay, perDay, perLateDay } = computeLoanCost(amount, option, set.lateFactor)
  const { days } = option
  const [daily, lateDaily] = [`${formatLoanAmount(perDay)} ${currency}`, `${formatLoanAmount(perLateDay)} ${currency}`]
  const rows = [
    {
      key: 'payout',
      when: set.kind === loanKind.pledge ? t`At once` : t`After the review`,
      what: `+${formatLoanAmount(amount)} ${currency}`,
    },
    { key: 'return', when: t`The first 24 hours`, what: t`Can go back free of charge` },
    { key: 'daily', when: t`Each day at 00:00 (UTC+8)`, what: t`${daily} of interest` },
    { key: 'early', when: t`Any day`, what: t`Repay early, interest for the days used` },
    { key: 'due', when: t`After ${days} days`, what: `${'\u2212'}${formatLoanAmount(toRepay)} ${currency}`, strong: true },
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
