import { Trans, useLingui } from '@lingui/react/macro'
import type { CreditLoanPreview, LoanPlan, PledgedLoanPreview } from '#contract/calls/loans.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatAmount, formatPercent, missingValueDash } from '#i18n/number.ts'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { formatLoanAmount } from './amounts.ts'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Loans.module.css'
import { useCoinPriceScale } from './useCoinPrice.ts'

/** The signed figures of a loan, the yearly rate first, the worst that can happen in its own box. */
export function LoanPreviewFacts({ shown, set }: { shown: CreditLoanPreview | PledgedLoanPreview; set: LoanPlan }) {
  const { t } = useLingui()
  const valueOf = (key: string) => shown.lines.find((line) => line.key === key)?.value
  const isPledge = shown.action === 'loanPledge'
  const places = useCoinPriceScale(shown.payCurrency)
  const formatWithCurrency = (key: string): string => {
    const value = valueOf(key)
    return value === undefined ? missingValueDash : `${formatLoanAmount(value)} ${set.currency}`
  }
  const grace = formatAmount(valueOf('graceDays'), 0)
  return (
    <Stack gap={4}>
      <div className={styles.rate}>
        <Text as="span" tone="quiet">
          <Trans>APR</Trans>
        </Text>
        <strong className={styles.apr}>{formatPercent(valueOf('apr'))}</strong>
      </div>
      <DescriptionList
        rows={[
          {
            key: 'get',
            name: t({ message: 'You get', context: 'amount of a loan' }),
            value: `${formatLoanAmount(shown.youGet)} ${shown.getCurrency}`,
          },
          ...(isPledge
            ? [
                {
                  key: 'pledge',
                  name: t({ message: 'You pledge', context: 'collateral' }),
                  value: `${formatLoanAmount(shown.youPay)} ${shown.payCurrency}`,
                },
              ]
            : [{ key: 'pay', name: t`Before the payout`, value: t`Nothing to pay` }]),
          { key: 'interest', name: t`Interest to the end`, value: formatWithCurrency('totalInterest') },
          { key: 'repay', name: t`To repay in all`, value: formatWithCurrency('toRepay'), strong: true },
          { key: 'due', name: t({ message: 'Due', context: 'when a loan is to be repaid' }), value: formatDateTime(shown.endTime) },
          { key: 'grace', name: t`Days of grace`, value: grace },
          { key: 'late', name: t`Late interest a day`, value: formatPercent(valueOf('lateRate'), 3) },
          ...(isPledge
            ? [
                { key: 'ltv', name: t`Loan to value`, value: formatPercent(valueOf('ltv')) },
                { key: 'call', name: t`Call at the price`, value: formatAmount(valueOf('callPrice'), places) },
                { key: 'liq', name: t`Collateral is sold at`, value: formatAmount(valueOf('liqPrice'), places), strong: true },
                { key: 'fee', name: t`Fee if it is sold`, value: formatPercent(valueOf('liqFee'), 0) },
              ]
            : []),
        ]}
      />
      <LoanWorstLoss shown={shown} />
      {shown.warnings.some(({ key }) => key === 'insufficientBalance') && (
        <p className={styles.failure}>
          <Trans>There is not enough in your balance.</Trans>
        </p>
      )}
    </Stack>
  )
}

function LoanWorstLoss({ shown: { action, worstLoss } }: { shown: CreditLoanPreview | PledgedLoanPreview }) {
  const amount = `${formatLoanAmount(worstLoss.amount)} ${worstLoss.currency}`
  return (
    <div className={styles.worst}>
      <strong>
        {action === 'loanPledge' ? (
          <Trans>At worst all that you pledge is lost: {amount}</Trans>
        ) : (
          <Trans>At worst interest comes to as much as you borrow: {amount}</Trans>
        )}
      </strong>
      <p>
        {action === 'loanPledge' ? (
          <Trans>If its price falls far enough, it is sold to repay the loan. You never owe more than it brings.</Trans>
        ) : (
          <Trans>While it is open, leverage is at most 2× in the real book, and second contracts there are off.</Trans>
        )}
      </p>
    </div>
  )
}
