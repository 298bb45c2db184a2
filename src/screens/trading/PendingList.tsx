import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { newRequestId } from '#api/mutation.ts'
import type { MarketSymbol } from '#contract/calls/market.ts'
import type { Position } from '#contract/calls/trading.ts'
import { direction } from '#contract/states.ts'
import { formatTime } from '#i18n/date.ts'
import { formatAmount } from '#i18n/number.ts'
import { add } from '#rules/decimal.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { PriceTag } from '#widgets/PriceTag.tsx'
import type { Desk } from './desk.ts'
import { Facts } from '#ui/Facts.tsx'
import { Failure } from '#widgets/Failure.tsx'
import sheetStyles from './OrderSheet.module.css'
import styles from './PositionCard.module.css'
import { useAttempt } from './useAttempt.ts'

/** Limit orders that wait for their price, and the way to take one back. */
export function PendingList({ desk, symbols }: { desk: Desk; symbols: readonly MarketSymbol[] }) {
  const { t } = useLingui()
  const [asked, setAsked] = useState<{ order: Position; requestId: string }>()
  if (desk.pending === undefined) return <Skeleton lines={3} />
  return (
    <>
      {desk.pending.length === 0 && <Empty text={t`Limit orders that wait for their price will be here.`} />}
      {desk.pending.map((order) => (
        <PendingCard
          key={order.id}
          order={order}
          listed={symbols.find(({ symbol }) => symbol === order.symbol)}
          stopped={desk.closedReason}
          onCancel={() => setAsked({ order, requestId: newRequestId() })}
        />
      ))}
      {asked && <CancelSheet key={asked.requestId} {...asked} desk={desk} onDone={() => setAsked(undefined)} />}
    </>
  )
}

interface PendingCardProps {
  order: Position
  listed: MarketSymbol | undefined
  stopped: string | undefined
  onCancel(): void
}

function PendingCard({ order, listed, stopped, onCancel }: PendingCardProps) {
  const isLong = order.direction === direction.long
  const places = listed?.priceScale ?? 2
  const name = listed ? `${listed.base}/${listed.quote}` : order.symbol
  const price = (value: string | undefined) => (value ? formatAmount(value, places) : undefined)
  return (
    <Card className={styles.card} data-symbol={order.symbol}>
      <header className={styles.head}>
        <h3>{name}</h3>
        <span className={isLong ? styles.long : styles.short}>{isLong ? <Trans>Long</Trans> : <Trans>Short</Trans>}</span>
        <span>{order.lever}×</span>
      </header>
      <Facts
        rows={[
          { key: 'limit', name: <Trans>Limit price</Trans>, value: price(order.price), strong: true },
          {
            key: 'now',
            name: <Trans>Now</Trans>,
            value: <PriceTag symbol={order.symbol} places={places} {...(order.markPrice && { fallback: order.markPrice })} />,
          },
          { key: 'quantity', name: <Trans>Quantity</Trans>, value: `${order.quantity} ${listed?.base ?? ''}` },
          { key: 'reserved', name: <Trans>Reserved</Trans>, value: `${formatAmount(add(order.margin, order.openFee), 2)} USDT` },
          ...(order.stopProfit ? [{ key: 'profit', name: <Trans>Take profit</Trans>, value: price(order.stopProfit) }] : []),
          ...(order.stopLoss ? [{ key: 'loss', name: <Trans>Stop loss</Trans>, value: price(order.stopLoss) }] : []),
          ...(order.expireTime ? [{ key: 'until', name: <Trans>Waits until</Trans>, value: formatTime(order.expireTime) }] : []),
        ]}
      />
      <Button kind="secondary" wide disabled={stopped !== undefined} reason={stopped} onClick={onCancel}>
        <Trans>Cancel order</Trans>
      </Button>
    </Card>
  )
}

function CancelSheet({ order, requestId, desk, onDone }: { order: Position; requestId: string; desk: Desk; onDone(): void }) {
  const { t } = useLingui()
  const { failure, isBusy, run } = useAttempt<void>()
  const reserved = formatAmount(add(order.margin, order.openFee), 2)
  const cancel = () =>
    run(async () => {
      await desk.cancel(order, requestId)
      toast(t`Order cancelled`, { tone: 'good' })
      onDone()
    })
  return (
    <Sheet
      open
      onClose={onDone}
      title={t`Cancel this order?`}
      footer={
        <div className={sheetStyles.choice}>
          <Button kind="secondary" size="large" disabled={isBusy} onClick={onDone}>
            <Trans>Keep it</Trans>
          </Button>
          <Button size="large" busy={isBusy} onClick={() => void cancel()}>
            <Trans>Cancel order</Trans>
          </Button>
        </div>
      }
    >
      <p>
        <Trans>All of what it reserved, {reserved} USDT, comes back at once. It costs nothing.</Trans>
      </p>
      <Failure failure={failure} />
    </Sheet>
  )
}
