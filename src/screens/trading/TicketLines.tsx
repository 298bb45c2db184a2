import { Trans } from '@lingui/react/macro'
import type { MarketSymbol } from '#contract/calls/market.ts'
import { formatAmount, formatRate, missing } from '#i18n/number.ts'
import { divide, subtract } from '#rules/decimal.ts'
import { Facts } from '#ui/Facts.tsx'
import type { Estimate } from './estimate.ts'

/** What the order would cost at the price of this moment. The sheet shows the exact figures before anything is confirmed. */
export function TicketLines({ listed, cost }: { listed: MarketSymbol; cost: Estimate | undefined }) {
  const usdt = (value: string | undefined) => (value === undefined ? missing : `${formatAmount(value, 2)} USDT`)
  const distance = cost && formatRate(divide(subtract(cost.liqPrice, cost.price), cost.price))
  return (
    <Facts
      rows={[
        { key: 'notional', name: <Trans>Order value</Trans>, value: usdt(cost?.notional) },
        { key: 'fee', name: <Trans>Opening fee</Trans>, value: usdt(cost?.openFee) },
        {
          key: 'liquidation',
          name: <Trans>Close-out price</Trans>,
          value: cost ? `${formatAmount(cost.liqPrice, listed.priceScale)} (${distance})` : missing,
        },
        { key: 'worst', name: <Trans>Most you can lose</Trans>, value: usdt(cost?.worstLoss), strong: true },
      ]}
    />
  )
}
