import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Product, ProductDay } from '#contract/calls/products.ts'
import type { Decimal } from '#contract/decimal.ts'
import { formatAmount, formatSigned, missing } from '#i18n/number.ts'
import { yearlyPercent } from '#rules/hosting.ts'
import { exactAmount } from '#widgets/products/rateText.ts'
import { type Case, navCases, placesOf, rateCases, shownDays } from './cases.ts'
import styles from './Earn.module.css'
import { testedOf } from './testedOf.ts'

interface CasesProps {
  product: Product
  /** Undefined while they are read. */
  days: readonly ProductDay[] | undefined
  money: Decimal
}

/** The low, the average and the zero case of this amount, from days that were; under them what that is not. */
export function Cases({ product, days, money }: CasesProps) {
  const isFund = product.rateKind === 'nav'
  const tested = testedOf(product, days)
  const glance = product.last30 ?? tested
  const cases = isFund ? navCases(days ?? [], money) : rateCases(product.days, glance, money)
  const { currency, incomeCurrency } = product
  const unit = isFund ? currency : incomeCurrency
  const term = product.days === 0 ? shownDays : product.days
  const amount = exactAmount(money)
  const names: Record<Case['key'], ReactNode> = isFund
    ? { low: <Trans>Like the worst 30 days</Trans>, average: <Trans>Like 30 days on average</Trans>, zero: <Trans>No change</Trans> }
    : {
        low: <Trans>Every day like the lowest</Trans>,
        average: <Trans>Every day like the average</Trans>,
        zero: <Trans>No day brings anything</Trans>,
      }
  const yearly = glance && formatAmount(yearlyPercent(glance.avg), 2)
  const places = unit === 'USDT' ? 4 : placesOf(cases)
  return (
    <>
      <div className={styles.scroll}>
        <table className={styles.cases}>
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
            {cases.map(({ key, day, whole }) => (
              <tr key={key}>
                <th scope="row">{names[key]}</th>
                {!isFund && <td>{day === undefined ? missing : formatSigned(day, places)}</td>}
                <td>{formatSigned(whole, places)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.quiet}>
        {isFund ? (
          <Trans>From all days of the picture below, the back-test too. The next ones can be worse than any of them.</Trans>
        ) : yearly === undefined ? (
          <Trans>No day has been worked out yet, so nothing can be said of it.</Trans>
        ) : tested ? (
          <Trans>
            From a back-test, not from results. Its average would be {yearly}% in a year if every day were like it. They are not: the next
            days can all be nothing.
          </Trans>
        ) : (
          <Trans>The average would be {yearly}% in a year if every day were like it. They are not: the next days can all be nothing.</Trans>
        )}
      </p>
    </>
  )
}
