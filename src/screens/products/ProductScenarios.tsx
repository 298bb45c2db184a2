import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { EarnProduct, EarnProductDay } from '#contract/calls/products.ts'
import type { Decimal } from '#contract/decimal.ts'
import { formatAmount, formatSignedAmount, missingValueDash } from '#i18n/number.ts'
import { dailyRateToYearlyPercent } from '#rules/earn/hosting.ts'
import { formatExactAmount } from '#widgets/products/rateText.ts'
import {
  type ProductScenario,
  computeUnitValueScenarios,
  decimalPlacesOfScenarios,
  computeRateScenarios,
  openEndedScenarioDays,
} from './scenarios.ts'
import { Text } from '#ui/Text.tsx'
import { joinClassNames } from '#ui/classes.ts'
import styles from './Earn.module.css'
import { summarizeBackTestIfNoRecentRates } from './backTestSummary.ts'

interface ProductScenariosProps {
  product: EarnProduct
  /** Undefined while they are read. */
  days: readonly EarnProductDay[] | undefined
  money: Decimal
}

/** The low, the average and the zero case of this amount, from days that were; under them what that is not. */
export function ProductScenarios({ product, days, money }: ProductScenariosProps) {
  const isFund = product.rateKind === 'nav'
  const backtest = summarizeBackTestIfNoRecentRates(product, days)
  const recentRates = product.last30 ?? backtest
  const scenarios = isFund ? computeUnitValueScenarios(days ?? [], money) : computeRateScenarios(product.days, recentRates, money)
  const { currency, incomeCurrency } = product
  const unit = isFund ? currency : incomeCurrency
  const term = product.days === 0 ? openEndedScenarioDays : product.days
  const amount = formatExactAmount(money)
  const names: Record<ProductScenario['key'], ReactNode> = isFund
    ? { low: <Trans>Like the worst 30 days</Trans>, average: <Trans>Like 30 days on average</Trans>, zero: <Trans>No change</Trans> }
    : {
        low: <Trans>Every day like the lowest</Trans>,
        average: <Trans>Every day like the average</Trans>,
        zero: <Trans>No day brings anything</Trans>,
      }
  const yearly = recentRates && formatAmount(dailyRateToYearlyPercent(recentRates.avg), 2)
  const places = unit === 'USDT' ? 4 : decimalPlacesOfScenarios(scenarios)
  return (
    <>
      <div className={styles.scroll}>
        <table className={joinClassNames('data-table', styles.cases)}>
          <caption className="visuallyHidden">
            <Trans>
              What {amount} {currency} would have brought
            </Trans>
          </caption>
          <thead>
            <tr>
              <th scope="col">
                {amount} {currency}
              </th>
              {!isFund && (
                <th scope="col">
                  <Trans>A day</Trans>
                </th>
              )}
              <th scope="col">
                <Plural value={term} one="# day" other="# days" />
              </th>
            </tr>
          </thead>
          <tbody>
            {scenarios.map(({ key, day, whole }) => (
              <tr key={key}>
                <th scope="row">{names[key]}</th>
                {!isFund && <td>{day === undefined ? missingValueDash : formatSignedAmount(day, places)}</td>}
                <td>{formatSignedAmount(whole, places)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Text tone="muted">
        {isFund ? (
          <Trans>From all days of the picture below, the back-test too. The next ones can be worse than any of them.</Trans>
        ) : yearly === undefined ? (
          <Trans>No day has been worked out yet, so nothing can be said of it.</Trans>
        ) : backtest ? (
          <Trans>
            From a back-test, not from results. Its average would be {yearly}% in a year if every day were like it. They are not: the next
            days can all be nothing.
          </Trans>
        ) : (
          <Trans>The average would be {yearly}% in a year if every day were like it. They are not: the next days can all be nothing.</Trans>
        )}
      </Text>
    </>
  )
}
