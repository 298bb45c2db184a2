import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useBook } from '#api/book.ts'
import { query } from '#api/query.ts'
import { trading } from '#contract/calls/trading.ts'
import { formatAmount, formatSigned } from '#i18n/number.ts'
import styles from './PositionsSummary.module.css'

/** Margin in use, what open positions stand at, and what was made today. */
export function PositionsSummary({ inBook }: { inBook?: number | undefined }) {
  const chosen = useBook()
  const accountType = inBook ?? chosen
  const { data } = useQuery({ ...query(trading.positionsSummary, { accountType }), refetchInterval: 10_000 })
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
        <dd>{formatSigned(data.totalUnrealised, 2)}</dd>
      </div>
      <div>
        <dt>
          <Trans>Closed today</Trans>
        </dt>
        <dd>{formatSigned(data.todayRealised, 2)}</dd>
      </div>
    </dl>
  )
}
