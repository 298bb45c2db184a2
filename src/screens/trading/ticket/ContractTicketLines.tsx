import { Trans } from '@lingui/react/macro'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import { formatCostWithCurrency } from '#i18n/cost.ts'
import { formatMoney } from '#i18n/money.ts'
import { formatAmount, formatSignedPercent, missingValueDash } from '#i18n/number.ts'
import { divide, isZero, subtract } from '#rules/decimal.ts'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { useLiquidationPriceText } from '#widgets/trading/useLiquidationText.ts'
import type { ContractOrderEstimate } from './estimate.ts'

/** What the order would cost at the price of this moment. The sheet shows the exact figures before anything is confirmed. */
export function ContractTicketLines({ listed, cost }: { listed: MarketWithPrice; cost: ContractOrderEstimate | undefined }) {
  const usdt = (value: string | undefined) => (value === undefined ? missingValueDash : formatMoney(value, 'USDT'))
  const paid = (value: string | undefined) => (value === undefined ? missingValueDash : formatCostWithCurrency(value, 'USDT'))
  const aboutOf = useLiquidationPriceText(listed)
  const distance =
    cost && !isZero(cost.liqPrice) ? ` (${formatSignedPercent(divide(subtract(cost.liqPrice, cost.price), cost.price))})` : ''
  return (
    <DescriptionList
      rows={[
        { key: 'notional', name: <Trans>Order value</Trans>, value: usdt(cost?.notional) },
        { key: 'fee', name: <Trans>Opening fee</Trans>, value: paid(cost?.openFee) },
        {
          key: 'liquidation',
          name: <Trans>Close-out price</Trans>,
          value: cost ? `${aboutOf(formatAmount(cost.liqPrice, listed.priceScale))}${distance}` : missingValueDash,
        },
        { key: 'worst', name: <Trans>Most you can lose</Trans>, value: paid(cost?.worstLoss), strong: true },
      ]}
    />
  )
}
