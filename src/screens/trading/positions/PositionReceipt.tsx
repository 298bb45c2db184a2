import { Trans, useLingui } from '@lingui/react/macro'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import type { Position } from '#contract/calls/trading.ts'
import { positionStatus } from '#contract/states.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatAmount, formatSignedAmount } from '#i18n/number.ts'
import { isZero } from '#rules/decimal.ts'
import { closedPositionNetResult } from '#rules/position.ts'
import { type DescriptionItem, DescriptionList } from '#ui/DescriptionList.tsx'
import { CopyableValue } from '#widgets/money/CopyableValue.tsx'
import { SettlementLink } from '#widgets/priceRecord/SettlementLink.tsx'
import { useLiquidationPriceText } from '#widgets/trading/useLiquidationText.ts'
import { ClosedPositionVerification } from '#widgets/priceRecord/ClosedPositionVerification.tsx'
import { useCloseReasonText } from './useCloseReasonWords.ts'

interface PositionReceiptProps {
  position: Position
  listed: MarketWithPrice | undefined
  /** The competition whose book it is in. */
  contest?: { name: string } | undefined
}

/** Everything about one position, open or closed, down to the last decimal. */
export function PositionReceipt({ position, listed, contest }: PositionReceiptProps) {
  const { t } = useLingui()
  const reason = useCloseReasonText(position.closeReason)
  const aboutOf = useLiquidationPriceText(listed)
  const places = listed?.priceScale ?? 2
  const usdt = (value: string) => `${formatAmount(value, 8)} USDT`
  // Never opened: what it would have cost was only reserved.
  const isWaiting = position.status === positionStatus.pending || position.status === positionStatus.cancelled
  const opened: DescriptionItem[] = [
    ...(contest ? [{ key: 'contest', name: <Trans>Competition</Trans>, value: contest.name }] : []),
    { key: 'market', name: <Trans context="of a position">Market</Trans>, value: listed?.name ?? position.name },
    { key: 'quantity', name: <Trans>Quantity</Trans>, value: `${position.quantity} ${listed?.base ?? ''}` },
    ...(position.price ? [{ key: 'limit', name: <Trans>Limit price</Trans>, value: formatAmount(position.price, places) }] : []),
    ...(isWaiting ? [] : [{ key: 'open', name: <Trans>Opening price</Trans>, value: formatAmount(position.openPrice, places) }]),
    { key: 'margin', name: <Trans>Margin</Trans>, value: usdt(position.margin) },
    { key: 'openFee', name: <Trans>Opening fee</Trans>, value: usdt(position.openFee) },
    ...(isZero(position.addedMargin)
      ? []
      : [{ key: 'added', name: <Trans>Margin added since</Trans>, value: `${formatSignedAmount(position.addedMargin, 8)} USDT` }]),
    ...(isZero(position.funding)
      ? []
      : [{ key: 'funding', name: <Trans>Funding and overnight</Trans>, value: `${formatSignedAmount(position.funding, 8)} USDT` }]),
    { key: 'openTime', name: isWaiting ? <Trans>Placed</Trans> : <Trans>Opened</Trans>, value: formatDateTime(position.createTime) },
  ]
  const net = closedPositionNetResult(position)
  const closed: DescriptionItem[] =
    position.status === positionStatus.closed && position.closePrice && position.profit
      ? [
          { key: 'close', name: <Trans>Closing price</Trans>, value: formatAmount(position.closePrice, places) },
          { key: 'profit', name: <Trans>Profit before fees</Trans>, value: `${formatSignedAmount(position.profit, 8)} USDT` },
          { key: 'closeFee', name: <Trans>Closing fee</Trans>, value: usdt(position.closeFee) },
          { key: 'returned', name: <Trans>Returned to your balance</Trans>, value: usdt(position.returned ?? '0') },
          { key: 'net', name: <Trans>Result after all fees</Trans>, value: net ? `${formatSignedAmount(net, 8)} USDT` : '', strong: true },
          { key: 'reason', name: <Trans>Closed by</Trans>, value: reason },
          { key: 'closeTime', name: <Trans>Closed at</Trans>, value: position.closeTime ? formatDateTime(position.closeTime) : '' },
        ]
      : position.status === positionStatus.cancelled
        ? [{ key: 'reason', name: <Trans>Cancelled by</Trans>, value: reason }]
        : [{ key: 'liquidation', name: <Trans>Close-out price</Trans>, value: aboutOf(formatAmount(position.liqPrice, places)) }]

  return (
    <>
      <DescriptionList rows={[...opened, ...closed]} />
      <ClosedPositionVerification position={position} />
      <CopyableValue label={t`Order number`} value={position.orderNo} small />
      {!position.orderNo.startsWith('PAPER') && <SettlementLink type="position" id={position.id} wide />}
    </>
  )
}
