import { Trans, useLingui } from '@lingui/react/macro'
import type { SpotOrder } from '#contract/orders/spot.ts'
import { direction } from '#contract/states.ts'
import { formatTime } from '#i18n/date.ts'
import { formatAmount, formatShare } from '#i18n/number.ts'
import { Facts } from '#ui/Facts.tsx'
import { CopyValue } from '#widgets/CopyValue.tsx'

/** Everything about one filled order, down to the last decimal and to the second of its price. */
export function SpotFacts({ order, places }: { order: SpotOrder; places: number }) {
  const { t } = useLingui()
  const { base, symbol } = order
  const isBuy = order.direction === direction.long
  const eight = (value: string, unit: string) => `${formatAmount(value, 8)} ${unit}`
  return (
    <>
      <Facts
        rows={[
          { key: 'give', name: <Trans>You gave</Trans>, value: eight(order.give, isBuy ? 'USDT' : base) },
          { key: 'get', name: <Trans>You got</Trans>, value: eight(order.get, isBuy ? base : 'USDT'), strong: true },
          { key: 'price', name: <Trans>Price</Trans>, value: `${formatAmount(order.price, places)} USDT` },
          { key: 'notional', name: <Trans>Order value</Trans>, value: eight(order.notional, 'USDT') },
          { key: 'fee', name: <Trans>Fee</Trans>, value: `${eight(order.fee, 'USDT')} (${formatShare(order.feeRate)})` },
          { key: 'sec', name: <Trans>Price record of {symbol}</Trans>, value: formatTime(order.sec * 1000) },
          { key: 'time', name: <Trans>Time</Trans>, value: formatTime(order.createTime) },
        ]}
      />
      <CopyValue label={t`Order number`} value={order.orderNo} small />
    </>
  )
}
