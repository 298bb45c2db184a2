import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import type { ContractOrderRequest, Position } from '#contract/calls/trading.ts'
import { direction, positionStatus } from '#contract/states.ts'
import { formatCostWithCurrency, formatRemainderAfterCost } from '#i18n/cost.ts'
import { formatMoney } from '#i18n/money.ts'
import { formatAmount } from '#i18n/number.ts'
import { isNegative, negate } from '#rules/decimal.ts'
import { Button } from '#ui/Button.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { ConfirmSheet } from '#widgets/form/ConfirmSheet.tsx'
import { useConfirmation } from '#widgets/form/useConfirming.ts'
import { useFreshOrderPreview } from '#widgets/form/useFreshPreview.ts'
import { useLiquidationPriceText } from '#widgets/trading/useLiquidationText.ts'
import { TradingEndNotice } from '#widgets/market/TradingEndNotice.tsx'
import type { ContractTradingAdapter, ContractOrderPreview } from '../tradingAdapter.ts'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { Text } from '#ui/Text.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Notice } from '#ui/Notice.tsx'
import styles from './ConfirmContractOrderSheet.module.css'
import { PositionReceipt } from '../positions/PositionReceipt.tsx'

interface ConfirmContractOrderSheetProps {
  listed: MarketWithPrice
  desk: ContractTradingAdapter
  order: ContractOrderRequest
  onDone(): void
  onPlaced(): void
}

/** The last look before an order: every number it will be charged, the worst loss, two equal buttons. */
export function ConfirmContractOrderSheet({ listed, desk, order, onDone, onPlaced }: ConfirmContractOrderSheetProps) {
  const { t } = useLingui()
  const { preview, changed, turn, error, refresh } = useFreshOrderPreview<ContractOrderPreview>(order, {
    ask: () => desk.preview(order),
    expiryOf: ({ expireAtMs }) => expireAtMs,
  })
  const placedTitle = ({ status }: Position) => (status === positionStatus.pending ? t`Order placed` : t`Position opened`)
  const place = async (shown: ContractOrderPreview, requestId: string) => {
    const position = await desk.open(order, shown, requestId)
    onPlaced()
    return position
  }
  const confirming = useConfirmation(preview, refresh, place, { toast: placedTitle })
  const { done: placed, isAsked } = confirming
  const title = useOrderTitle(listed, order, confirming.shown)
  if (placed) {
    return (
      <BottomSheet
        open
        onClose={onDone}
        title={placedTitle(placed)}
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
        <PositionReceipt position={placed} listed={listed} contest={desk.contest} />
      </BottomSheet>
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
            <Text tone="muted" className={styles.note}>
              <FundNote contest={desk.contest.name} />
            </Text>
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

const nothing: ReadonlySet<keyof ContractOrderPreview> = new Set()

function useOrderTitle(listed: MarketWithPrice, order: ContractOrderRequest, preview: ContractOrderPreview | undefined): string {
  const { t } = useLingui()
  const { lever } = order
  const quantity = preview ? preview.quantity : ''
  const { base } = listed
  return order.direction === direction.long ? t`Buy ${quantity} ${base}, ${lever}×, long` : t`Sell ${quantity} ${base}, ${lever}×, short`
}

interface PreviewLinesProps {
  listed: MarketWithPrice
  order: ContractOrderRequest
  preview: ContractOrderPreview
  changed: ReadonlySet<keyof ContractOrderPreview>
}

function PreviewLines({ listed, order, preview, changed }: PreviewLinesProps) {
  const price = (value: string) => `${formatAmount(value, listed.priceScale)} ${listed.quote}`
  const usdt = (value: string) => formatMoney(value, 'USDT')
  const paid = (value: string) => formatCostWithCurrency(value, 'USDT')
  const shown = (key: keyof ContractOrderPreview, text: string): ReactNode => (
    <span key={text} className={changed.has(key) ? styles.changed : undefined}>
      {text}
    </span>
  )
  const aboutOf = useLiquidationPriceText(listed)
  const worst = paid(preview.worstLoss)
  return (
    <>
      <DescriptionList
        rows={[
          {
            key: 'price',
            name: order.price ? <Trans>Limit price</Trans> : <Trans>Price</Trans>,
            value: shown('price', price(preview.price)),
          },
          { key: 'notional', name: <Trans>Order value</Trans>, value: shown('notional', usdt(preview.notional)) },
          {
            key: 'margin',
            name: <Trans>Margin</Trans>,
            value: shown('margin', formatRemainderAfterCost(preview.worstLoss, preview.openFee, 'USDT')),
          },
          { key: 'openFee', name: <Trans>Opening fee</Trans>, value: shown('openFee', paid(preview.openFee)) },
          { key: 'estCloseFee', name: <Trans>Closing fee, about</Trans>, value: shown('estCloseFee', paid(preview.estCloseFee)) },
          { key: 'liqPrice', name: <Trans>Close-out price</Trans>, value: shown('liqPrice', aboutOf(price(preview.liqPrice))) },
          ...(order.stopProfit ? [{ key: 'stopProfit', name: <Trans>Take profit</Trans>, value: price(order.stopProfit) }] : []),
          ...(order.stopLoss ? [{ key: 'stopLoss', name: <Trans>Stop loss</Trans>, value: price(order.stopLoss) }] : []),
          ...(preview.perDay
            ? [
                {
                  key: 'perDay',
                  name: <PerDayName preview={preview} />,
                  value: shown('perDay', isNegative(preview.perDay) ? usdt(negate(preview.perDay)) : paid(preview.perDay)),
                },
              ]
            : []),
        ]}
      />
      <Grid as={Notice} tone="brass" gap={1} className={styles.worst}>
        <strong>
          <Trans>Most you can lose: {worst}</Trans>
        </strong>
        <Text as="span" tone="muted">
          <Trans>Your loss stops at the margin and the fee you pay now. At half of the margin the position is closed for you.</Trans>{' '}
          {preview.perDay && <Trans>Plus funding and overnight while it is open.</Trans>}
        </Text>
      </Grid>
      <TradingEndNotice market={listed} />
      {preview.warnings.includes('limitReached') && (
        <Text tone="muted" className={styles.note}>
          <Trans>The market is at this price or better already: the order fills at the next price, within a second or so.</Trans>
        </Text>
      )}
      {preview.warnings.includes('highLever') && (
        <Text tone="muted" className={styles.note}>
          <Trans>With this leverage a small move is enough to lose most of the margin.</Trans>
        </Text>
      )}
    </>
  )
}

/** Paid or received, for a day, at the coming rate. */
function PerDayName({ preview: { perDay, perDayKind } }: { preview: ContractOrderPreview }) {
  const isReceived = perDay !== undefined && isNegative(perDay)
  if (perDayKind === 'funding')
    return isReceived ? <Trans>Funding you receive, a day, about</Trans> : <Trans>Funding you pay, a day, about</Trans>
  return isReceived ? <Trans>Overnight you receive, a day, about</Trans> : <Trans>Overnight you pay, a day, about</Trans>
}
