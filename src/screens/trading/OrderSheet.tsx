import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { MarketSymbol } from '#contract/calls/market.ts'
import type { Order } from '#contract/calls/trading.ts'
import { direction, positionStatus } from '#contract/states.ts'
import { formatAmount } from '#i18n/number.ts'
import { isNegative, negate } from '#rules/decimal.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { ConfirmSheet } from '#widgets/ConfirmSheet.tsx'
import { useConfirming } from '#widgets/useConfirming.ts'
import { useFreshPreview } from '#widgets/useFreshPreview.ts'
import { useLiquidationText } from '#widgets/useLiquidationText.ts'
import type { Desk, OrderPreview } from './desk.ts'
import { Facts } from '#ui/Facts.tsx'
import styles from './OrderSheet.module.css'
import { Receipt } from './Receipt.tsx'

interface OrderSheetProps {
  listed: MarketSymbol
  desk: Desk
  order: Order
  /** Made when the sheet opened; every try of this order carries it, so that it can happen only once. */
  requestId: string
  onDone(): void
  onPlaced(): void
}

/** The last look before an order: every number it will be charged, the worst loss, two equal buttons. */
export function OrderSheet({ listed, desk, order, requestId, onDone, onPlaced }: OrderSheetProps) {
  const { t } = useLingui()
  const { preview, changed, turn, error, refresh } = useFreshPreview<OrderPreview>(order, {
    ask: () => desk.preview(order),
    expiryOf: ({ expireAtMs }) => expireAtMs,
  })
  const confirming = useConfirming(preview, refresh, async (shown: OrderPreview) => {
    const position = await desk.open(order, shown, requestId)
    onPlaced()
    return position
  })
  const { done: placed, isAsked } = confirming
  const title = useOrderTitle(listed, order, confirming.shown)
  if (placed) {
    return (
      <Sheet
        open
        onClose={onDone}
        title={placed.status === positionStatus.pending ? t`Order placed` : t`Position opened`}
        footer={
          <Button wide size="large" onClick={onDone}>
            <Trans>Done</Trans>
          </Button>
        }
      >
        {placed.status === positionStatus.pending && (
          <p>
            <Trans>It waits under Pending until the market reaches your price. Margin and fee are reserved.</Trans>
          </p>
        )}
        <Receipt position={placed} listed={listed} contest={desk.contest} />
      </Sheet>
    )
  }
  return (
    <ConfirmSheet
      title={title}
      confirming={confirming}
      error={error}
      onRetry={refresh}
      movedIn={changed.size > 0 ? turn : 0}
      kind={order.direction === direction.long ? 'long' : 'short'}
      onCancel={onDone}
    >
      {(shown) => (
        <>
          {desk.contest && (
            <p className={styles.note}>
              <FundNote contest={desk.contest.name} />
            </p>
          )}
          <PreviewLines listed={listed} order={order} preview={shown} changed={isAsked ? nothing : changed} />
        </>
      )}
    </ConfirmSheet>
  )
}

function FundNote({ contest }: { contest: string }) {
  return <Trans>With the virtual fund of the competition “{contest}”, not with money.</Trans>
}

const nothing: ReadonlySet<keyof OrderPreview> = new Set()

function useOrderTitle(listed: MarketSymbol, order: Order, preview: OrderPreview | undefined): string {
  const { t } = useLingui()
  const { lever } = order
  const quantity = preview ? preview.quantity : ''
  const { base } = listed
  return order.direction === direction.long ? t`Buy ${quantity} ${base}, ${lever}×, long` : t`Sell ${quantity} ${base}, ${lever}×, short`
}

interface PreviewLinesProps {
  listed: MarketSymbol
  order: Order
  preview: OrderPreview
  changed: ReadonlySet<keyof OrderPreview>
}

function PreviewLines({ listed, order, preview, changed }: PreviewLinesProps) {
  const price = (value: string) => `${formatAmount(value, listed.priceScale)} ${listed.quote}`
  // All eight decimals: what is shown is what is charged.
  const usdt = (value: string) => `${formatAmount(value, 8)} USDT`
  const shown = (key: keyof OrderPreview, text: string): ReactNode => (
    <span key={text} className={changed.has(key) ? styles.changed : undefined}>
      {text}
    </span>
  )
  const aboutOf = useLiquidationText(listed)
  const worst = usdt(preview.worstLoss)
  return (
    <>
      <Facts
        rows={[
          {
            key: 'price',
            name: order.price ? <Trans>Limit price</Trans> : <Trans>Price</Trans>,
            value: shown('price', price(preview.price)),
          },
          { key: 'notional', name: <Trans>Order value</Trans>, value: shown('notional', usdt(preview.notional)) },
          { key: 'margin', name: <Trans>Margin</Trans>, value: shown('margin', usdt(preview.margin)) },
          { key: 'openFee', name: <Trans>Opening fee</Trans>, value: shown('openFee', usdt(preview.openFee)) },
          { key: 'estCloseFee', name: <Trans>Closing fee, about</Trans>, value: shown('estCloseFee', usdt(preview.estCloseFee)) },
          { key: 'liqPrice', name: <Trans>Close-out price</Trans>, value: shown('liqPrice', aboutOf(price(preview.liqPrice))) },
          ...(order.stopProfit ? [{ key: 'stopProfit', name: <Trans>Take profit</Trans>, value: price(order.stopProfit) }] : []),
          ...(order.stopLoss ? [{ key: 'stopLoss', name: <Trans>Stop loss</Trans>, value: price(order.stopLoss) }] : []),
          ...(preview.perDay
            ? [
                {
                  key: 'perDay',
                  name: <PerDayName preview={preview} />,
                  value: shown('perDay', usdt(isNegative(preview.perDay) ? negate(preview.perDay) : preview.perDay)),
                },
              ]
            : []),
        ]}
      />
      <p className={styles.worst}>
        <strong>
          <Trans>Most you can lose: {worst}</Trans>
        </strong>
        <span>
          <Trans>Your loss stops at the margin and the fee you pay now. At half of the margin the position is closed for you.</Trans>{' '}
          {preview.perDay && <Trans>Plus funding and overnight while it is open.</Trans>}
        </span>
      </p>
      {preview.warnings.includes('limitReached') && (
        <p className={styles.note}>
          <Trans>The market is at this price or better already: the order fills at the next price, within a second or so.</Trans>
        </p>
      )}
      {preview.warnings.includes('highLever') && (
        <p className={styles.note}>
          <Trans>With this leverage a small move is enough to lose most of the margin.</Trans>
        </p>
      )}
    </>
  )
}

/** Paid or received, for a day, at the coming rate. */
function PerDayName({ preview: { perDay, perDayKind } }: { preview: OrderPreview }) {
  const isReceived = perDay !== undefined && isNegative(perDay)
  if (perDayKind === 'funding')
    return isReceived ? <Trans>Funding you receive, a day, about</Trans> : <Trans>Funding you pay, a day, about</Trans>
  return isReceived ? <Trans>Overnight you receive, a day, about</Trans> : <Trans>Overnight you pay, a day, about</Trans>
}
