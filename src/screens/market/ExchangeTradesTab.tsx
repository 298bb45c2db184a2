import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { apiReadQuery } from '#api/query.ts'
import { type MarketWithPrice, type MarketTrade, market } from '#contract/calls/market.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatAmount } from '#i18n/number.ts'
import { decimalPlacesOfStep } from '#rules/decimal.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { Grid } from '#ui/Grid.tsx'
import { joinClassNames } from '#ui/classes.ts'
import styles from './DepthTab.module.css'
import { NoExchangeDataNotice } from './NoExchangeDataNotice.tsx'
import { MarketDataSourceLine } from './MarketDataSourceLine.tsx'

const pollIntervalMs = 2_000

/** The newest trades at a real exchange; of a market without one it says so. */
export function ExchangeTradesTab({ listed }: { listed: MarketWithPrice }) {
  const { t } = useLingui()
  if (listed.feedMode === 'LIVE') return <RealTrades listed={listed} />
  return <NoExchangeDataNotice feedMode={listed.feedMode} text={t`No exchange tells of trades in this market. We do not invent any.`} />
}

function RealTrades({ listed: { symbol, priceScale } }: { listed: MarketWithPrice }) {
  const { t } = useLingui()
  const { data, error, isFetching, refetch } = useQuery({
    ...apiReadQuery(market.trades, { symbol, limit: 30 }),
    refetchInterval: pollIntervalMs,
  })
  if (!data && error)
    return <LoadErrorState title={t`The trades could not be read`} error={error} onRetry={() => void refetch()} busy={isFetching} />
  if (!data) return <Skeleton lines={8} />
  if (!data.source || data.ts === null)
    return <NoExchangeDataNotice feedMode="LIVE" text={t`No exchange tells us of its trades at the moment.`} />
  return (
    <Grid gap={3}>
      <MarketDataSourceLine source={data.source} at={data.ts} />
      {data.trades.length === 0 ? (
        <p className={styles.note}>
          <Trans>No trade since we began to listen.</Trans>
        </p>
      ) : (
        <table className={joinClassNames('data-table', styles.trades)} aria-label={t`Newest trades`}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Time</Trans>
              </th>
              <th scope="col">
                <Trans>Price</Trans>
              </th>
              <th scope="col">
                <Trans>Quantity</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.trades.map((trade) => (
              <TradeRow key={trade.id} trade={trade} priceScale={priceScale} />
            ))}
          </tbody>
        </table>
      )}
    </Grid>
  )
}

function TradeRow({ trade: { price, quantity, side, ts }, priceScale }: { trade: MarketTrade; priceScale: number }) {
  const isBuy = side === 'buy'
  return (
    <tr>
      <td>{formatDateTime(ts).slice(-8)}</td>
      <td className={isBuy ? styles.bid : styles.ask}>
        <span aria-hidden="true">{isBuy ? '↑' : '↓'} </span>
        {formatAmount(price, priceScale)}
        <span className="visuallyHidden">
          {isBuy ? <Trans context="side of a trade">bought</Trans> : <Trans context="side of a trade">sold</Trans>}
        </span>
      </td>
      <td>{formatAmount(quantity, Math.min(8, decimalPlacesOfStep(quantity)))}</td>
    </tr>
  )
}
