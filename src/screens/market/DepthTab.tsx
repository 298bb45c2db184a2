/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- rows laid out as grids lose their native meaning */
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDepth } from '#api/depth.ts'
import { query } from '#api/query.ts'
import { useConnection } from '#api/socket.ts'
import { type MarketSymbol, market } from '#contract/calls/market.ts'
import { formatAmount } from '#i18n/number.ts'
import { divide, multiply, scaleOf } from '#rules/decimal.ts'
import { Segments } from '#ui/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import styles from './DepthTab.module.css'
import { type DepthLevel, depthLevels } from './depthLevels.ts'
import { NoSource } from './NoSource.tsx'
import { SourceLine } from './SourceLine.tsx'

const rowsShown = 12
const rereadMs = 5_000
const coarser = ['1', '10', '100', '1000'] as const

/** The book of a real exchange, by steps of price; of a market without one it says so. */
export function DepthTab({ listed }: { listed: MarketSymbol }) {
  const { t } = useLingui()
  const isReal = listed.feedMode === 'LIVE'
  if (!isReal) return <NoSource feedMode={listed.feedMode} text={t`No exchange tells of a book for this market. We do not invent one.`} />
  return <RealDepth listed={listed} />
}

function RealDepth({ listed }: { listed: MarketSymbol }) {
  const { t } = useLingui()
  const { symbol, priceScale, tick } = listed
  const [by, setBy] = useState<(typeof coarser)[number]>('1')
  const isLive = useConnection() === 'live'
  const live = useDepth(symbol)
  const read = useQuery({
    ...query(market.depth, { symbol, limit: 50 }),
    // The stream tells of each change; without it the book is read again and again.
    refetchInterval: isLive ? false : rereadMs,
  })
  const shown = isLive && live ? { bids: live.b, asks: live.a, source: live.src, ts: live.ts } : read.data
  if (!shown && read.error)
    return (
      <FailedRead title={t`The book could not be read`} error={read.error} onRetry={() => void read.refetch()} busy={read.isFetching} />
    )
  if (!shown) return <Skeleton lines={8} />
  if (!shown.source || shown.ts === null) return <NoSource feedMode="LIVE" text={t`No exchange tells us of its book at the moment.`} />

  const step = multiply(tick, by)
  const bids = depthLevels('bid', shown.bids, step, rowsShown)
  const asks = depthLevels('ask', shown.asks, step, rowsShown)
  const places = Math.min(priceScale, scaleOf(step))
  return (
    <div className={styles.depth}>
      <SourceLine source={shown.source} at={shown.ts} />
      <Segments
        label={t`Step of price`}
        value={by}
        onChange={setBy}
        options={coarser.map((value) => ({ value, label: formatAmount(multiply(tick, value), scaleOf(multiply(tick, value))) }))}
      />
      <Book bids={bids} asks={asks} places={places} base={listed.base} />
      <p className={styles.note}>
        <Trans>The areas show how much stands there up to each price.</Trans>
      </p>
    </div>
  )
}

interface BookProps {
  bids: readonly DepthLevel[]
  asks: readonly DepthLevel[]
  places: number
  base: string
}

/** One table: bids to the left and asks to the right of the middle. Roles are said, because the rows are laid out as grids. */
function Book({ bids, asks, places, base }: BookProps) {
  const { t } = useLingui()
  const most = [bids.at(-1)?.total, asks.at(-1)?.total].map(Number).filter(Number.isFinite)
  const reach = Math.max(0, ...most)
  const share = (level: DepthLevel | undefined) => (level && reach > 0 ? Number(divide(level.total, String(reach))) : 0)
  const rows = Array.from({ length: Math.max(bids.length, asks.length) }, (_, row) => [bids[row], asks[row]] as const)
  return (
    <table className={styles.book} role="table" aria-label={t`Order book in ${base}, best prices first`}>
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
