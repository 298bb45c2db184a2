import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useAccountType } from '#api/accountType.ts'
import { apiReadQuery } from '#api/query.ts'
import { products } from '#contract/calls/products.ts'
import { Card } from '#ui/Card.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { MoneyAmount } from '../money/MoneyAmount.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Products.module.css'

/** What one has in products of these types, in USDT by the newest prices. Nothing where it could not be read: the list says why. */
export function ProductHoldingsSummary({ types }: { types: readonly number[] }) {
  const { data, error } = useQuery(apiReadQuery(products.productOrderStat, { type: types.join(','), accountType: useAccountType() }))
  if (error && !data) return null
  return (
    <Grid as={Card} gap={3} className={styles.stat}>
      {data ? (
        <>
          <p className={styles.sum}>
            <Text as="span" tone="quiet">
              <Trans>Invested now</Trans>
            </Text>
            <strong>
              <MoneyAmount value={data.totalMoney} places={2} currency="USDT" hidable />
            </strong>
          </p>
          <dl>
            <div>
              <dt>
                <Trans>Last day</Trans>
              </dt>
              <dd>
                <MoneyAmount value={data.todayReward} places={4} hidable />
              </dd>
            </div>
            <div>
              <dt>
                <Trans>Came in, in all</Trans>
              </dt>
              <dd>
                <MoneyAmount value={data.totalReward} places={4} hidable />
              </dd>
            </div>
            <div>
              <dt>
                <Trans>Running, ended</Trans>
              </dt>
              <dd>
                {data.runningCount} / {data.endedCount}
              </dd>
            </div>
          </dl>
        </>
      ) : (
        <Skeleton lines={3} height={1.25} />
      )}
    </Grid>
  )
}
