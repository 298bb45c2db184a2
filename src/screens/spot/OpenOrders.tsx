import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isUnanswered } from '#api/apiError.ts'
import { newRequestId, useWrite } from '#api/mutation.ts'
import { useConnection } from '#api/socket.ts'
import type { MarketSymbol } from '#contract/calls/market.ts'
import { trading } from '#contract/calls/trading.ts'
import type { SpotOrder } from '#contract/orders/spot.ts'
import { direction } from '#contract/states.ts'
import { formatTime } from '#i18n/date.ts'
import { formatAmount } from '#i18n/number.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Failure } from '#widgets/Failure.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { PriceTag } from '#widgets/PriceTag.tsx'
import styles from './Spot.module.css'
import type { OpenOrdersRead } from './useOpenOrders.ts'

/** Limit orders that wait for their price, and the way to take one back. */
export function OpenOrders({ read, symbols }: { read: OpenOrdersRead; symbols: readonly MarketSymbol[] }) {
  const { t } = useLingui()
  const [asked, setAsked] = useState<{ order: SpotOrder; requestId: string }>()
  const { orders, error, at, retry } = read
  if (!orders) return error ? <FailedRead title={t`Your orders could not be read`} error={error} onRetry={retry} /> : <Skeleton lines={3} />
  return (
    <>
      <AgeChip at={error ? at : undefined} />
      {orders.length === 0 && <Empty text={t`Limit orders that wait for their price will be here.`} />}
      {orders.map((order) => (
        <OpenOrder
          key={order.id}
          order={order}
          places={symbols.find(({ symbol }) => symbol === order.symbol)?.priceScale ?? 8}
          onCancel={() => setAsked({ order, requestId: newRequestId() })}
        />
      ))}
      {asked && <CancelSheet key={asked.requestId} {...asked} onDone={() => setAsked(undefined)} />}
    </>
  )
}

const reservedOf = ({ reserved, direction: side, base }: SpotOrder) =>
  side === direction.long ? `${formatAmount(reserved, 2)} USDT` : `${formatAmount(reserved, 8)} ${base}`

function OpenOrder({ order, places, onCancel }: { order: SpotOrder; places: number; onCancel(): void }) {
  const { t } = useLingui()
  const isBuy = order.direction === direction.long
  const isOffline = useConnection() === 'offline'
  const { base } = order
  return (
    <Card className={styles.card} data-symbol={order.symbol}>
      <h3 className={isBuy ? styles.buy : styles.sell}>{isBuy ? <Trans>Buy {base}</Trans> : <Trans>Sell {base}</Trans>}</h3>
      <Facts
        rows={[
          { key: 'limit', name: <Trans>Limit price</Trans>, value: formatAmount(order.limitPrice, places), strong: true },
          { key: 'now', name: <Trans>Now</Trans>, value: <PriceTag symbol={order.symbol} places={places} /> },
          { key: 'quantity', name: <Trans>Quantity</Trans>, value: `${formatAmount(order.quantity, 8)} ${base}` },
          { key: 'reserved', name: <Trans>Set aside</Trans>, value: reservedOf(order) },
          ...(order.expireTime ? [{ key: 'until', name: <Trans>Waits until</Trans>, value: formatTime(order.expireTime) }] : []),
        ]}
      />
      <Button kind="secondary" wide disabled={isOffline} reason={isOffline ? t`Needs a connection` : undefined} onClick={onCancel}>
        <Trans>Cancel order</Trans>
      </Button>
    </Card>
  )
}

function CancelSheet({ order, requestId, onDone }: { order: SpotOrder; requestId: string; onDone(): void }) {
  const { t } = useLingui()
  const cancel = useWrite(trading.cancelLimit, { errors: 'inline' })
  const reserved = reservedOf(order)
  const failure = cancel.error
  return (
    <Sheet
      open
      onClose={onDone}
      title={t`Cancel this order?`}
      footer={
        <div className={styles.choice}>
          <Button kind="secondary" size="large" disabled={cancel.isPending} onClick={onDone}>
            <Trans>Keep it</Trans>
          </Button>
          <Button
            size="large"
            busy={cancel.isPending}
            onClick={() =>
              cancel.mutate(
                { body: { id: order.id }, requestId },
                {
                  onSuccess: () => {
                    toast(t`Order cancelled`, { tone: 'good' })
                    onDone()
                  },
                },
              )
            }
          >
            {failure && isUnanswered(failure) ? <Trans>Ask again</Trans> : <Trans>Cancel order</Trans>}
          </Button>
        </div>
      }
    >
      <p>
        <Trans>All that it set aside, {reserved}, comes back at once. It costs nothing.</Trans>
      </p>
      <Failure failure={failure} />
    </Sheet>
  )
}
