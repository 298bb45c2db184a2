import { Trans } from '@lingui/react/macro'
import type { MarketSymbol } from '#contract/calls/market.ts'
import { formatAmount, formatRate, missing } from '#i18n/number.ts'
import { divide, isZero, subtract } from '#rules/decimal.ts'
import { Facts } from '#ui/Facts.tsx'
import { useLiquidationText } from '#widgets/useLiquidationText.ts'
import type { Estimate } from './estimate.ts'

/** What the order would cost at the price of this moment. The sheet shows the exact figures before anything is confirmed. */
export function TicketLines({ listed, cost }: { listed: MarketSymbol; cost: Estimate | undefined }) {
  const usdt = (value: string | undefined) => (value === undefined ? missing : `${formatAmount(value, 2)} USDT`)
  const aboutOf = useLiquidationText(listed)
  const distance = cost && !isZero(cost.liqPrice) ? ` (${formatRate(divide(subtract(cost.liqPrice, cost.price), cost.price))})` : ''
  return (
    <Facts
      rows={[
        { key: 'notional', name: <Trans>Order value</Trans>, value: usdt(cost?.notional) },
        { key: 'fee', name: <Trans>Opening fee</Trans>, value: usdt(cost?.openFee) },
        {
          key: 'liquidation',
          name: <Trans>Close-out price</Trans>,
          value: cost ? `${aboutOf(formatAmount(cost.liqPrice, listed.priceScale))}${distance}` : missing,
        },
        { key: 'worst', name: <Trans>Most you can lose</Trans>, value: usdt(cost?.worstLoss), strong: true },
      ]}
    />
  )
}
