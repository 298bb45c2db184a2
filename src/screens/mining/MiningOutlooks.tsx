import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { EarnProduct } from '#contract/calls/products.ts'
import { formatAmount } from '#i18n/number.ts'
import { formatExactAmount } from '#widgets/products/rateText.ts'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Mining.module.css'
import { MiningPayback } from './MiningPayback.tsx'
import { type MiningOutlook, computeMiningOutlook } from './payback.ts'

type Miner = NonNullable<EarnProduct['miner']>

/** One machine at today's values, with hashing paid 30 % less, and standing still: never a promise. */
export function MiningOutlooks({ miner, termDays }: { miner: Miner; termDays: number }) {
  const now = computeMiningOutlook(miner, miner.dayNetUsdt, termDays)
  const low = computeMiningOutlook(miner, miner.dayNetUsdtLow, termDays)
  const price = formatExactAmount(miner.price)
  return (
    <Grid gap={3}>
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
      <MiningPayback outlook={now} termDays={termDays} />
      <Text tone="muted">
        <Trans>
          It costs {price} USDT, which do not come back. What hashing pays, the price of the coin and the price of power change every day,
          so none of this is a promise. Hashing has become worth less over the years.
        </Trans>
      </Text>
    </Grid>
  )
}

function Case({ name, outlook: { dayUsdt, termUsdt, days } }: { name: ReactNode; outlook: MiningOutlook }) {
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
