import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useBook } from '#api/book.ts'
import { query } from '#api/query.ts'
import { usePages } from '#api/usePages.ts'
import type { MarketSymbol } from '#contract/calls/market.ts'
import { trading } from '#contract/calls/trading.ts'
import { direction, positionStatus } from '#contract/states.ts'
import { formatTime } from '#i18n/date.ts'
import { formatAmount } from '#i18n/number.ts'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { ShowMore } from '#widgets/ShowMore.tsx'
import styles from './Spot.module.css'
import { type AnySpotOrder, SpotFacts } from './SpotFacts.tsx'

const pageSize = 20

interface SpotHistoryProps {
  symbols: readonly MarketSymbol[]
  /** 1 market and limit orders, 4 instant ones. */
  kind: 1 | 4
}

const over = [positionStatus.closed, positionStatus.cancelled].join()

/** Every order that is over, newest first; each opens as its receipt. */
export function SpotHistory({ symbols, kind }: SpotHistoryProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState<AnySpotOrder>()
  // While the sheet leaves, it still shows what it showed.
  const [shown, setShown] = useState<AnySpotOrder>()
  if (open && open !== shown) setShown(open)
  const asked = { accountType: useBook(), posType: kind, status: over, pageSize }
  const pages = usePages((pageNo) => query(trading.positions, { ...asked, pageNo }))
  const { records, error, at, isReadingMore, retry } = pages
  const orders = records?.filter((one): one is AnySpotOrder => one.posType === kind)
  const placesOf = (symbol: string) => symbols.find((one) => one.symbol === symbol)?.priceScale ?? 8
  return (
    <>
      <AgeChip at={error ? at : undefined} />
      {!orders ? (
        error ? (
          <FailedRead title={t`Your orders could not be read`} error={error} busy={isReadingMore} onRetry={retry} />
        ) : (
          <Skeleton lines={4} />
        )
      ) : orders.length === 0 ? (
        <Empty text={t`Every spot order will be here, with its receipt.`} />
      ) : (
        <Card flush>
          {orders.map((one) => (
            <ListRow
              key={one.id}
              title={<Title order={one} />}
              subtitle={formatTime(one.createTime)}
              trailing={<Moved order={one} />}
              onClick={() => setOpen(one)}
            />
          ))}
        </Card>
      )}
      <ShowMore pages={pages} />
      <Sheet open={open !== undefined} onClose={() => setOpen(undefined)} title={shown ? <Title order={shown} /> : ''}>
        {shown && <SpotFacts order={shown} places={placesOf(shown.symbol)} />}
      </Sheet>
    </>
  )
}

function Title({ order }: { order: AnySpotOrder }) {
  const { base } = order
  return order.direction === direction.long ? <Trans>Buy {base}</Trans> : <Trans>Sell {base}</Trans>
}

function Moved({ order }: { order: AnySpotOrder }) {
  if (order.status === positionStatus.cancelled)
    return (
      <span className={styles.moved}>
        <Trans>Cancelled</Trans>
      </span>
    )
  const isBuy = order.direction === direction.long
  const text = (value: string, places: number, unit: string) => `${formatAmount(value, places)} ${unit}`
  return (
    <span className={styles.moved}>
      <strong>+{isBuy ? text(order.get, 8, order.base) : text(order.get, 2, 'USDT')}</strong>
      <span>
        {'\u2212'}
        {isBuy ? text(order.give, 2, 'USDT') : text(order.give, 8, order.base)}
      </span>
    </span>
  )
}
