import { Trans, useLingui } from '@lingui/react/macro'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import type { Position } from '#contract/calls/trading.ts'
import { direction } from '#contract/states.ts'
import { formatAmount } from '#i18n/number.ts'
import { useLiquidationPriceText } from '#widgets/trading/useLiquidationText.ts'
import styles from './Chart.module.css'

/** The lines of the chart as figures: one row for each open position. */
export function OpenPositionsTable({ open, listed }: { open: readonly Position[]; listed: MarketWithPrice }) {
  const { t } = useLingui()
  const price = (value: string | undefined) => formatAmount(value, listed.priceScale)
  const aboutOf = useLiquidationPriceText(listed)
  return (
    <div className={styles.scroll}>
      <table>
        <caption>
          <Trans>Your open positions on this chart</Trans>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Position</Trans>
            </th>
            <th scope="col">
              <Trans>Opened at</Trans>
            </th>
            <th scope="col">
              <Trans>Take profit</Trans>
            </th>
            <th scope="col">
              <Trans>Stop loss</Trans>
            </th>
            <th scope="col">
              <Trans>Close-out at</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {open.map((one) => (
            <tr key={one.id}>
              <th scope="row">
                {one.direction === direction.long ? t`Long` : t`Short`} {one.quantity}
              </th>
              <td>{price(one.openPrice)}</td>
              <td>{price(one.stopProfit)}</td>
              <td>{price(one.stopLoss)}</td>
              <td>{aboutOf(price(one.liqPrice))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
