import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { apiReadQuery } from '#api/query.ts'
import { trading } from '#contract/calls/trading.ts'
import { formatAmount, formatSignedAmount } from '#i18n/number.ts'
import type { ContractTradingAdapter } from '../tradingAdapter.ts'
import styles from './PositionsSummary.module.css'

/** Margin in use, what open positions stand at, and what was made today. */
export function PositionsSummary({ desk: { book, contest } }: { desk: Pick<ContractTradingAdapter, 'book' | 'contest'> }) {
  const summaryParams = { accountType: book, ...(contest && { compId: contest.id }) }
  const { data } = useQuery({ ...apiReadQuery(trading.positionsSummary, summaryParams), refetchInterval: 10_000 })
  if (!data || (data.runningCount === 0 && data.winCount + data.lossCount === 0)) return null
  return (
    <dl className={styles.strip}>
      <div>
        <dt>
          <Trans>Margin in use</Trans>
        </dt>
        <dd>{formatAmount(data.totalMargin, 2)}</dd>
      </div>
      <div>
        <dt>
          <Trans>Open result</Trans>
        </dt>
        <dd>{formatSignedAmount(data.totalUnrealised, 2)}</dd>
      </div>
      <div>
        <dt>
          <Trans>Closed today</Trans>
        </dt>
        <dd>{formatSignedAmount(data.todayRealised, 2)}</dd>
      </div>
    </dl>
  )
}
