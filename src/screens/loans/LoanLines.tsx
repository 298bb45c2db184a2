import { Trans, useLingui } from '@lingui/react/macro'
import type { CreditPreview, LoanSet, PledgePreview } from '#contract/calls/loans.ts'
import { formatTime } from '#i18n/date.ts'
import { formatAmount, formatShare, missing } from '#i18n/number.ts'
import { Facts } from '#ui/Facts.tsx'
import { money } from './amounts.ts'
import styles from './Loans.module.css'
import { usePricePlaces } from './useCollaterals.ts'

/** The signed figures of a loan, the yearly rate first, the worst that can happen in its own box. */
export function LoanLines({ shown, set }: { shown: CreditPreview | PledgePreview; set: LoanSet }) {
  const { t } = useLingui()
  const valueOf = (key: string) => shown.lines.find((line) => line.key === key)?.value
  const isPledge = shown.action === 'loanPledge'
  const places = usePricePlaces(shown.payCurrency)
  const inAll = (key: string): string => {
    const value = valueOf(key)
    return value === undefined ? missing : `${money(value)} ${set.currency}`
  }
  const grace = formatAmount(valueOf('graceDays'), 0)
  return (
    <div className={styles.form}>
      <div className={styles.rate}>
        <span className={styles.quiet}>
          <Trans>APR</Trans>
        </span>
        <strong className={styles.apr}>{formatShare(valueOf('apr'))}</strong>
      </div>
      <Facts
        rows={[
          {
            key: 'get',
            name: t({ message: 'You get', context: 'amount of a loan' }),
            value: `${money(shown.youGet)} ${shown.getCurrency}`,
          },
          ...(isPledge
            ? [
                {
                  key: 'pledge',
                  name: t({ message: 'You pledge', context: 'collateral' }),
                  value: `${money(shown.youPay)} ${shown.payCurrency}`,
                },
              ]
            : [{ key: 'pay', name: t`Before the payout`, value: t`Nothing to pay` }]),
          { key: 'interest', name: t`Interest to the end`, value: inAll('totalInterest') },
          { key: 'repay', name: t`To repay in all`, value: inAll('toRepay'), strong: true },
          { key: 'due', name: t({ message: 'Due', context: 'when a loan is to be repaid' }), value: formatTime(shown.endTime) },
          { key: 'grace', name: t`Days of grace`, value: grace },
          { key: 'late', name: t`Late interest a day`, value: formatShare(valueOf('lateRate'), 3) },
          ...(isPledge
            ? [
                { key: 'ltv', name: t`Loan to value`, value: formatShare(valueOf('ltv')) },
                { key: 'call', name: t`Call at the price`, value: formatAmount(valueOf('callPrice'), places) },
                { key: 'liq', name: t`Collateral is sold at`, value: formatAmount(valueOf('liqPrice'), places), strong: true },
                { key: 'fee', name: t`Fee if it is sold`, value: formatShare(valueOf('liqFee'), 0) },
              ]
            : []),
        ]}
      />
      <Worst shown={shown} />
      {shown.warnings.some(({ key }) => key === 'insufficientBalance') && (
        <p className={styles.failure}>
          <Trans>There is not enough in your balance.</Trans>
        </p>
      )}
    </div>
  )
}

function Worst({ shown: { action, worstLoss } }: { shown: CreditPreview | PledgePreview }) {
  const amount = `${money(worstLoss.amount)} ${worstLoss.currency}`
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
          <Trans>While it is open, leverage is at most 2× and second contracts with real money are off.</Trans>
        )}
      </p>
    </div>
  )
}
