/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- rows laid out as grids lose their native meaning */
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMarketDepthStream } from '#api/stream/depth.ts'
import { apiReadQuery } from '#api/query.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { type MarketWithPrice, market } from '#contract/calls/market.ts'
import { formatAmount } from '#i18n/number.ts'
import { divide, multiply, decimalPlacesOfStep } from '#rules/decimal.ts'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { Grid } from '#ui/Grid.tsx'
import { joinClassNames } from '#ui/classes.ts'
import styles from './DepthTab.module.css'
import { type DepthLevel, groupDepthLevels } from './groupDepthLevels.ts'
import { NoExchangeDataNotice } from './NoExchangeDataNotice.tsx'
import { MarketDataSourceLine } from './MarketDataSourceLine.tsx'

const rowsShown = 12
const pollIntervalMs = 5_000
const stepMultiples = ['1', '10', '100', '1000'] as const

/** The book of a real exchange, by steps of price; of a market without one it says so. */
export function DepthTab({ listed }: { listed: MarketWithPrice }) {
  const { t } = useLingui()
  const isReal = listed.feedMode === 'LIVE'
  if (!isReal)
    return <NoExchangeDataNotice feedMode={listed.feedMode} text={t`No exchange tells of a book for this market. We do not invent one.`} />
  return <RealDepth listed={listed} />
}

function RealDepth({ listed }: { listed: MarketWithPrice }) {
  const { t } = useLingui()
  const { symbol, priceScale, tick } = listed
  const [stepMultiple, setStepMultiple] = useState<(typeof stepMultiples)[number]>('1')
  const isLive = useStreamConnectionState() === 'live'
  const live = useMarketDepthStream(symbol)
  const depthQuery = useQuery({
    ...apiReadQuery(market.depth, { symbol, limit: 50 }),
    // The stream tells of each change; without it the book is read again and again.
    refetchInterval: isLive ? false : pollIntervalMs,
  })
  const shownDepth = isLive && live ? { bids: live.b, asks: live.a, source: live.src, ts: live.ts } : depthQuery.data
  if (!shownDepth && depthQuery.error)
    return (
      <LoadErrorState
        title={t`The book could not be read`}
        error={depthQuery.error}
        onRetry={() => void depthQuery.refetch()}
        busy={depthQuery.isFetching}
      />
    )
  if (!shownDepth) return <Skeleton lines={8} />
  if (!shownDepth.source || shownDepth.ts === null)
    return <NoExchangeDataNotice feedMode="LIVE" text={t`No exchange tells us of its book at the moment.`} />

  const step = multiply(tick, stepMultiple)
  const bids = groupDepthLevels('bid', shownDepth.bids, step, rowsShown)
  const asks = groupDepthLevels('ask', shownDepth.asks, step, rowsShown)
  const places = Math.min(priceScale, decimalPlacesOfStep(step))
  return (
    <Grid gap={3}>
      <MarketDataSourceLine source={shownDepth.source} at={shownDepth.ts} />
      <SegmentedControl
        label={t`Step of price`}
        value={stepMultiple}
        onChange={setStepMultiple}
        options={stepMultiples.map((value) => ({
          value,
          label: formatAmount(multiply(tick, value), decimalPlacesOfStep(multiply(tick, value))),
        }))}
      />
      <OrderBookTable bids={bids} asks={asks} places={places} base={listed.base} />
      <p className={styles.note}>
        <Trans>The areas show how much stands there up to each price.</Trans>
      </p>
    </Grid>
  )
}

interface BookProps {
  bids: readonly DepthLevel[]
  asks: readonly DepthLevel[]
  places: number
  base: string
}

/** One table: bids to the left and asks to the right of the middle. Roles are said, because the rows are laid out as grids. */
function OrderBookTable({ bids, asks, places, base }: BookProps) {
  const { t } = useLingui()
  const outermostTotals = [bids.at(-1)?.total, asks.at(-1)?.total].map(Number).filter(Number.isFinite)
  const reach = Math.max(0, ...outermostTotals)
  const share = (level: DepthLevel | undefined) => (level && reach > 0 ? Number(divide(level.total, String(reach))) : 0)
  const rows = Array.from({ length: Math.max(bids.length, asks.length) }, (_, row) => [bids[row], asks[row]] as const)
  return (
    <table className={joinClassNames('data-table', styles.book)} role="table" aria-label={t`Order book in ${base}, best prices first`}>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">
            <Trans context="order book">Quantity</Trans>
          </th>
          <th scope="col" role="columnheader">
            <Trans context="order book">Bid</Trans>
          </th>
          <th scope="col" role="columnheader">
            <Trans context="order book">Ask</Trans>
          </th>
          <th scope="col" role="columnheader">
            <Trans context="order book">Quantity</Trans>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(([bid, ask], row) => (
          // A place in the book, whatever stands there now.
          <tr key={row} role="row" style={{ '--bid': share(bid), '--ask': share(ask) } as React.CSSProperties}>
            <Quantity level={bid} />
            <td role="cell" className={styles.bid}>
              {bid && formatAmount(bid.price, places)}
            </td>
            <td role="cell" className={styles.ask}>
              {ask && formatAmount(ask.price, places)}
            </td>
            <Quantity level={ask} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const quantityPlaces = 5

function Quantity({ level }: { level: DepthLevel | undefined }) {
  if (!level) return <td role="cell" />
  const total = formatAmount(level.total, quantityPlaces)
  return (
    <td role="cell">
      {formatAmount(level.quantity, quantityPlaces)}
      <span className="visuallyHidden">
        , <Trans>in total {total}</Trans>
      </span>
    </td>
  )
}
