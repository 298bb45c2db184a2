import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Product } from '#contract/calls/products.ts'
import { formatAmount } from '#i18n/number.ts'
import { exactAmount } from '#widgets/products/rateText.ts'
import styles from './Mining.module.css'
import { Payback } from './Payback.tsx'
import { type Outlook, outlookOf } from './payback.ts'

type Miner = NonNullable<Product['miner']>

/** One machine at today's values, with hashing paid 30 % less, and standing still: never a promise (product §4.2 row 26). */
export function Outlooks({ miner, termDays }: { miner: Miner; termDays: number }) {
  const now = outlookOf(miner, miner.dayNetUsdt, termDays)
  const low = outlookOf(miner, miner.dayNetUsdtLow, termDays)
  const price = exactAmount(miner.price)
  return (
    <div className={styles.words}>
      <div className={styles.scroll}>
        <table className={styles.cases}>
          <thead>
            <tr>
              <td />
              <th scope="col">
                <Trans>A day, USDT</Trans>
              </th>
              <th scope="col">
                <Plural value={termDays} one="# day, USDT" other="# days, USDT" />
              </th>
              <th scope="col">
                <Trans>Earns its price in</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            <Case name={<Trans>Values of today</Trans>} outlook={now} />
            <Case name={<Trans>Hashing paid 30% less</Trans>} outlook={low} />
          </tbody>
        </table>
      </div>
      <Payback outlook={now} termDays={termDays} />
      <p className={styles.quiet}>
        <Trans>
          It costs {price} USDT, which do not come back. What hashing pays, the price of the coin and the price of power change every day,
          so none of this is a promise. Hashing has become worth less over the years.
        </Trans>
      </p>
    </div>
  )
}

function Case({ name, outlook: { dayUsdt, termUsdt, days } }: { name: ReactNode; outlook: Outlook }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{formatAmount(dayUsdt, 2)}</td>
      <td>{formatAmount(termUsdt, 2)}</td>
      <td>
        {days === null ? <Trans context="it never earns its price">Never</Trans> : <Plural value={days} one="# day" other="# days" />}
      </td>
    </tr>
  )
}
