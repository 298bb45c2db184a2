import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import type { Position } from '#contract/calls/trading.ts'
import { direction } from '#contract/states.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatCostAmount } from '#i18n/cost.ts'
import { formatAmount } from '#i18n/number.ts'
import { add } from '#rules/decimal.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { LivePriceTag } from '#widgets/market/LivePriceTag.tsx'
import type { ContractTradingAdapter } from '../tradingAdapter.ts'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { CancelSheet } from '#widgets/form/CancelSheet.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './OpenPositionCard.module.css'

/** Limit orders that wait for their price, and the way to take one back. */
export function PendingOrderList({ desk, symbols }: { desk: ContractTradingAdapter; symbols: readonly MarketWithPrice[] }) {
  const { t } = useLingui()
  const [cancelled, setCancelled] = useState<Position>()
  if (desk.pending === undefined) return <Skeleton lines={3} />
  return (
    <>
      {desk.pending.length === 0 && <EmptyState text={t`Limit orders that wait for their price will be here.`} />}
      {desk.pending.map((order) => (
        <PendingCard
          key={order.id}
          order={order}
          listed={symbols.find(({ symbol }) => symbol === order.symbol)}
          stopped={desk.closedReason}
          onCancel={() => setCancelled(order)}
        />
      ))}
      {cancelled && <CancelPendingOrderSheet order={cancelled} desk={desk} onClose={() => setCancelled(undefined)} />}
    </>
  )
}

interface PendingCardProps {
  order: Position
  listed: MarketWithPrice | undefined
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
        <Text as="h3" size="body" weight="strong" tone="ink">
          {name}
        </Text>
        <span className={isLong ? styles.long : styles.short}>{isLong ? <Trans>Long</Trans> : <Trans>Short</Trans>}</span>
        <span>{order.lever}×</span>
        {order.waitsForFeed && (
          <Chip tone="info">
            <Trans>Waits for its market</Trans>
          </Chip>
        )}
      </header>
      <DescriptionList
        rows={[
          { key: 'limit', name: <Trans>Limit price</Trans>, value: price(order.price), strong: true },
          {
            key: 'now',
            name: <Trans>Now</Trans>,
            value: order.waitsForFeed ? (
              '—'
            ) : (
              <LivePriceTag symbol={order.symbol} places={places} {...(order.markPrice && { fallback: order.markPrice })} />
            ),
          },
          { key: 'quantity', name: <Trans>Quantity</Trans>, value: `${order.quantity} ${listed?.base ?? ''}` },
          { key: 'reserved', name: <Trans>Reserved</Trans>, value: `${formatCostAmount(add(order.margin, order.openFee), 2)} USDT` },
          ...(order.stopProfit ? [{ key: 'profit', name: <Trans>Take profit</Trans>, value: price(order.stopProfit) }] : []),
          ...(order.stopLoss ? [{ key: 'loss', name: <Trans>Stop loss</Trans>, value: price(order.stopLoss) }] : []),
          ...(order.expireTime ? [{ key: 'until', name: <Trans>Waits until</Trans>, value: formatDateTime(order.expireTime) }] : []),
        ]}
      />
      <Button kind="secondary" wide disabled={stopped !== undefined} reason={stopped} onClick={onCancel}>
        <Trans>Cancel order</Trans>
      </Button>
    </Card>
  )
}

function CancelPendingOrderSheet({ order, desk, onClose }: { order: Position; desk: ContractTradingAdapter; onClose(): void }) {
  const { t } = useLingui()
  const reserved = formatCostAmount(add(order.margin, order.openFee), 2)
  return (
    <CancelSheet
      title={t`Cancel this order?`}
      action={<Trans>Cancel order</Trans>}
      done={t`Order cancelled`}
      cancel={(requestId) => desk.cancel(order, requestId)}
      onClose={onClose}
    >
      <Trans>All of what it reserved, {reserved} USDT, comes back at once. It costs nothing.</Trans>
    </CancelSheet>
  )
}
