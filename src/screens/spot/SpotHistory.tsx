import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useAccountType } from '#api/accountType.ts'
import { apiReadQuery } from '#api/query.ts'
import { usePagedList } from '#api/usePages.ts'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import { trading } from '#contract/calls/trading.ts'
import { direction, positionStatus } from '#contract/states.ts'
import { formatCostWithCurrency } from '#i18n/cost.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatMoney } from '#i18n/money.ts'
import { EmptyState } from '#ui/Empty.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { RecordList } from '#widgets/RecordList.tsx'
import styles from './Spot.module.css'
import { type AnySpotOrder, SpotOrderDetails } from './SpotOrderDetails.tsx'

const pageSize = 20

interface SpotHistoryProps {
  symbols: readonly MarketWithPrice[]
  /** 1 market and limit orders, 4 instant ones. */
  kind: 1 | 4
}

const endedStatuses = [positionStatus.closed, positionStatus.cancelled].join()

/** Every order that is over, newest first; each opens as its receipt. */
export function SpotHistory({ symbols, kind }: SpotHistoryProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState<AnySpotOrder>()
  // While the sheet leaves, it still shows what it showed.
  const [openedOrder, setOpenedOrder] = useState<AnySpotOrder>()
  if (open && open !== openedOrder) setOpenedOrder(open)
  const listParams = { accountType: useAccountType(), posType: kind, status: endedStatuses, pageSize }
  const pages = usePagedList((pageNo) => apiReadQuery(trading.positions, { ...listParams, pageNo }))
  const placesOf = (symbol: string) => symbols.find((one) => one.symbol === symbol)?.priceScale ?? 8
  return (
    <>
      <RecordList
        pages={{ ...pages, records: pages.records?.filter((one): one is AnySpotOrder => one.posType === kind) }}
        failed={t`Your orders could not be read`}
        waiting={<Skeleton lines={4} />}
        empty={<EmptyState text={t`Every spot order will be here, with its receipt.`} />}
        age={<DataAgeChip at={pages.error ? pages.at : undefined} />}
      >
        {(one) => (
          <ListRow
            title={<Title order={one} />}
            subtitle={formatDateTime(one.createTime)}
            trailing={<SpotAmounts order={one} />}
            onClick={() => setOpen(one)}
          />
        )}
      </RecordList>
      <BottomSheet open={open !== undefined} onClose={() => setOpen(undefined)} title={openedOrder ? <Title order={openedOrder} /> : ''}>
        {openedOrder && <SpotOrderDetails order={openedOrder} places={placesOf(openedOrder.symbol)} />}
      </BottomSheet>
    </>
  )
}

function Title({ order }: { order: AnySpotOrder }) {
  const { base } = order
  return order.direction === direction.long ? <Trans>Buy {base}</Trans> : <Trans>Sell {base}</Trans>
}

function SpotAmounts({ order }: { order: AnySpotOrder }) {
  if (order.status === positionStatus.cancelled)
    return (
      <span className={styles.moved}>
        <Trans>Cancelled</Trans>
      </span>
    )
  const isBuy = order.direction === direction.long
  return (
    <span className={styles.moved}>
      <strong>+{formatMoney(order.get, isBuy ? order.base : 'USDT')}</strong>
      <span>
        {'\u2212'}
        {formatCostWithCurrency(order.give, isBuy ? 'USDT' : order.base)}
      </span>
    </span>
  )
}
