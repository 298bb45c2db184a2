import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useApiWrite } from '#api/mutation.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import { trading } from '#contract/calls/trading.ts'
import type { SpotOrder } from '#contract/orders/spot.ts'
import { direction } from '#contract/states.ts'
import { formatCostWithCurrency } from '#i18n/cost.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatAmount, missingValueDash } from '#i18n/number.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { CancelSheet } from '#widgets/form/CancelSheet.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { LivePriceTag } from '#widgets/market/LivePriceTag.tsx'
import { Grid } from '#ui/Grid.tsx'
import styles from './Spot.module.css'
import type { OpenSpotOrdersState } from './useOpenOrders.ts'

/** Limit orders that wait for their price, and the way to take one back. */
export function OpenSpotOrders({ ordersState, symbols }: { ordersState: OpenSpotOrdersState; symbols: readonly MarketWithPrice[] }) {
  const { t } = useLingui()
  const [cancelled, setCancelled] = useState<SpotOrder>()
  const { orders, error, at, retry } = ordersState
  if (!orders)
    return error ? <LoadErrorState title={t`Your orders could not be read`} error={error} onRetry={retry} /> : <Skeleton lines={3} />
  return (
    <>
      <DataAgeChip at={error ? at : undefined} />
      {orders.length === 0 && <EmptyState text={t`Limit orders that wait for their price will be here.`} />}
      {orders.map((order) => (
        <OpenOrder
          key={order.id}
          order={order}
          places={symbols.find(({ symbol }) => symbol === order.symbol)?.priceScale ?? 8}
          onCancel={() => setCancelled(order)}
        />
      ))}
      {cancelled && <CancelSpotOrderSheet order={cancelled} onClose={() => setCancelled(undefined)} />}
    </>
  )
}

const reservedOf = ({ reserved, direction: side, base }: SpotOrder) =>
  reserved === undefined ? missingValueDash : formatCostWithCurrency(reserved, side === direction.long ? 'USDT' : base)

function OpenOrder({ order, places, onCancel }: { order: SpotOrder; places: number; onCancel(): void }) {
  const { t } = useLingui()
  const isBuy = order.direction === direction.long
  const isOffline = useStreamConnectionState() === 'offline'
  const { base } = order
  return (
    <Grid as={Card} gap={3} data-symbol={order.symbol}>
      <h3 className={isBuy ? styles.buy : styles.sell}>{isBuy ? <Trans>Buy {base}</Trans> : <Trans>Sell {base}</Trans>}</h3>
      <DescriptionList
        rows={[
          { key: 'limit', name: <Trans>Limit price</Trans>, value: formatAmount(order.limitPrice, places), strong: true },
          { key: 'now', name: <Trans>Now</Trans>, value: <LivePriceTag symbol={order.symbol} places={places} /> },
          { key: 'quantity', name: <Trans>Quantity</Trans>, value: `${formatAmount(order.quantity, 8)} ${base}` },
          { key: 'reserved', name: <Trans>Set aside</Trans>, value: reservedOf(order) },
          ...(order.expireTime ? [{ key: 'until', name: <Trans>Waits until</Trans>, value: formatDateTime(order.expireTime) }] : []),
        ]}
      />
      <Button kind="secondary" wide disabled={isOffline} reason={isOffline ? t`Needs a connection` : undefined} onClick={onCancel}>
        <Trans>Cancel order</Trans>
      </Button>
    </Grid>
  )
}

function CancelSpotOrderSheet({ order, onClose }: { order: SpotOrder; onClose(): void }) {
  const { t } = useLingui()
  const { mutateAsync: cancel } = useApiWrite(trading.cancelLimit, { errors: 'inline' })
  const reserved = reservedOf(order)
  return (
    <CancelSheet
      title={t`Cancel this order?`}
      action={<Trans>Cancel order</Trans>}
      done={t`Order cancelled`}
      cancel={(requestId) => cancel({ body: { id: order.id }, requestId })}
      onClose={onClose}
    >
      <Trans>All that it set aside, {reserved}, comes back at once. It costs nothing.</Trans>
    </CancelSheet>
  )
}
