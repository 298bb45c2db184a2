import { Trans, useLingui } from '@lingui/react/macro'
import type { InstantSpotOrder, SpotOrder } from '#contract/orders/spot.ts'
import { closeReason, direction, positionStatus } from '#contract/states.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatFeeRatePercent } from '#i18n/cost.ts'
import { formatAmount } from '#i18n/number.ts'
import { type DescriptionItem, DescriptionList } from '#ui/DescriptionList.tsx'
import { CopyableValue } from '#widgets/money/CopyableValue.tsx'
import { SettlementLink } from '#widgets/priceRecord/SettlementLink.tsx'

export type AnySpotOrder = SpotOrder | InstantSpotOrder

/** Everything about one order, down to the last decimal and to the second of its price. */
export function SpotOrderDetails({ order, places }: { order: AnySpotOrder; places: number }) {
  const { t } = useLingui()
  const rows = order.status === positionStatus.closed ? filledRows(order, places) : waitingRows(order, places)
  return (
    <>
      <DescriptionList rows={[...rows, { key: 'time', name: <Trans>Placed</Trans>, value: formatDateTime(order.createTime) }]} />
      <CopyableValue label={t`Order number`} value={order.orderNo} small />
      {order.status === positionStatus.closed && <SettlementLink type="spot" id={order.id} wide />}
    </>
  )
}

const formatEightDecimals = (value: string | undefined, unit: string) => `${formatAmount(value, 8)} ${unit}`
const units = ({ base, direction: side }: AnySpotOrder) => (side === direction.long ? (['USDT', base] as const) : ([base, 'USDT'] as const))

function filledRows(order: AnySpotOrder, places: number): DescriptionItem[] {
  const [giveUnit, getUnit] = units(order)
  const { symbol } = order
  const price = (value: string) => `${formatAmount(value, places)} USDT`
  return [
    { key: 'give', name: <Trans>You gave</Trans>, value: formatEightDecimals(order.give, giveUnit) },
    { key: 'get', name: <Trans>You got</Trans>, value: formatEightDecimals(order.get, getUnit), strong: true },
    { key: 'price', name: <Trans>Price</Trans>, value: price(order.price) },
    ...(order.limitPrice ? [{ key: 'limit', name: <Trans>Limit price</Trans>, value: price(order.limitPrice) }] : []),
    { key: 'notional', name: <Trans>Order value</Trans>, value: formatEightDecimals(order.notional, 'USDT') },
    { key: 'fee', name: <Trans>Fee</Trans>, value: `${formatEightDecimals(order.fee, 'USDT')} (${formatFeeRatePercent(order.feeRate)})` },
    ...(order.returned && /[1-9]/.test(order.returned)
      ? [{ key: 'returned', name: <Trans>Came back, not needed</Trans>, value: formatEightDecimals(order.returned, giveUnit) }]
      : []),
    { key: 'sec', name: <Trans>Price record of {symbol}</Trans>, value: formatDateTime(order.sec * 1000) },
  ]
}

function waitingRows(order: AnySpotOrder, places: number): DescriptionItem[] {
  const [giveUnit] = units(order)
  const isPending = order.status === positionStatus.pending
  return [
    { key: 'limit', name: <Trans>Limit price</Trans>, value: `${formatAmount(order.limitPrice, places)} USDT`, strong: true },
    { key: 'quantity', name: <Trans>Quantity</Trans>, value: formatEightDecimals(order.quantity, order.base) },
    { key: 'fee', name: <Trans>Fee, at most</Trans>, value: formatEightDecimals(order.fee, 'USDT') },
    isPending
      ? { key: 'reserved', name: <Trans>Set aside</Trans>, value: formatEightDecimals(order.reserved, giveUnit) }
      : { key: 'returned', name: <Trans>Came back</Trans>, value: formatEightDecimals(order.returned, giveUnit) },
    ...(order.expireTime ? [{ key: 'until', name: <Trans>Waits until</Trans>, value: formatDateTime(order.expireTime) }] : []),
    ...(isPending ? [] : [{ key: 'why', name: <Trans>Cancelled</Trans>, value: <SpotCloseReason reason={order.closeReason} /> }]),
  ]
}

function SpotCloseReason({ reason }: { reason: number | undefined }) {
  if (reason === closeReason.expiry) return <Trans>Its 30 days were over</Trans>
  if (reason === closeReason.delisting) return <Trans>The market was closed for good</Trans>
  if (reason === closeReason.demoReset) return <Trans>The demo book began anew</Trans>
  if (reason === closeReason.ownBreak) return <Trans>Your break</Trans>
  if (reason === closeReason.verificationEnded) return <Trans>The end of your verification</Trans>
  if (reason === closeReason.country) return <Trans>The rules of your country</Trans>
  if (reason === closeReason.halt) return <Trans>A halt of the market</Trans>
  if (reason === closeReason.ownLimit) return <Trans>A limit of your own</Trans>
  if (reason === closeReason.rule) return <Trans>A rule that it no longer met</Trans>
  return <Trans>By you</Trans>
}
