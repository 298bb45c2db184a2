import { Trans, useLingui } from '@lingui/react/macro'
import type { MarketSymbol } from '#contract/calls/market.ts'
import type { Position } from '#contract/calls/trading.ts'
import { positionStatus } from '#contract/states.ts'
import { formatTime } from '#i18n/date.ts'
import { formatAmount, formatSigned } from '#i18n/number.ts'
import { isZero } from '#rules/decimal.ts'
import { netResult } from '#rules/position.ts'
import { type Fact, Facts } from '#ui/Facts.tsx'
import { CopyValue } from '#widgets/CopyValue.tsx'
import { SettlementLink } from '#widgets/SettlementLink.tsx'
import { useLiquidationText } from '#widgets/useLiquidationText.ts'
import { VerifyPosition } from '#widgets/VerifyPosition.tsx'
import { useCloseReasonWords } from './useCloseReasonWords.ts'

interface ReceiptProps {
  position: Position
  listed: MarketSymbol | undefined
  /** The competition whose book it is in. */
  contest?: { name: string } | undefined
}

/** Everything about one position, open or closed, down to the last decimal. */
export function Receipt({ position, listed, contest }: ReceiptProps) {
  const { t } = useLingui()
  const reason = useCloseReasonWords(position.closeReason)
  const aboutOf = useLiquidationText(listed)
  const places = listed?.priceScale ?? 2
  const usdt = (value: string) => `${formatAmount(value, 8)} USDT`
  // Never opened: what it would have cost was only reserved.
  const isWaiting = position.status === positionStatus.pending || position.status === positionStatus.cancelled
  const opened: Fact[] = [
    ...(contest ? [{ key: 'contest', name: <Trans>Competition</Trans>, value: contest.name }] : []),
    { key: 'market', name: <Trans context="of a position">Market</Trans>, value: listed?.name ?? position.name },
    { key: 'quantity', name: <Trans>Quantity</Trans>, value: `${position.quantity} ${listed?.base ?? ''}` },
    ...(position.price ? [{ key: 'limit', name: <Trans>Limit price</Trans>, value: formatAmount(position.price, places) }] : []),
    ...(isWaiting ? [] : [{ key: 'open', name: <Trans>Opening price</Trans>, value: formatAmount(position.openPrice, places) }]),
    { key: 'margin', name: <Trans>Margin</Trans>, value: usdt(position.margin) },
    { key: 'openFee', name: <Trans>Opening fee</Trans>, value: usdt(position.openFee) },
    ...(isZero(position.addedMargin)
      ? []
      : [{ key: 'added', name: <Trans>Margin added since</Trans>, value: `${formatSigned(position.addedMargin, 8)} USDT` }]),
    ...(isZero(position.funding)
      ? []
      : [{ key: 'funding', name: <Trans>Funding and overnight</Trans>, value: `${formatSigned(position.funding, 8)} USDT` }]),
    { key: 'openTime', name: isWaiting ? <Trans>Placed</Trans> : <Trans>Opened</Trans>, value: formatTime(position.createTime) },
  ]
  const net = netResult(position)
  const closed: Fact[] =
    position.status === positionStatus.closed && position.closePrice && position.profit
      ? [
          { key: 'close', name: <Trans>Closing price</Trans>, value: formatAmount(position.closePrice, places) },
          { key: 'profit', name: <Trans>Profit before fees</Trans>, value: `${formatSigned(position.profit, 8)} USDT` },
          { key: 'closeFee', name: <Trans>Closing fee</Trans>, value: usdt(position.closeFee) },
          { key: 'returned', name: <Trans>Returned to your balance</Trans>, value: usdt(position.returned ?? '0') },
          { key: 'net', name: <Trans>Result after all fees</Trans>, value: net ? `${formatSigned(net, 8)} USDT` : '', strong: true },
          { key: 'reason', name: <Trans>Closed by</Trans>, value: reason },
          { key: 'closeTime', name: <Trans>Closed at</Trans>, value: position.closeTime ? formatTime(position.closeTime) : '' },
        ]
      : position.status === positionStatus.cancelled
        ? [{ key: 'reason', name: <Trans>Cancelled by</Trans>, value: reason }]
        : [{ key: 'liquidation', name: <Trans>Close-out price</Trans>, value: aboutOf(formatAmount(position.liqPrice, places)) }]

  return (
    <>
      <Facts rows={[...opened, ...closed]} />
      <VerifyPosition position={position} listed={listed} />
      <CopyValue label={t`Order number`} value={position.orderNo} small />
      {!position.orderNo.startsWith('PAPER') && <SettlementLink type="position" id={position.id} wide />}
    </>
  )
}
