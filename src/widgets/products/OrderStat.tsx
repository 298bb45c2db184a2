import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useBook } from '#api/book.ts'
import { query } from '#api/query.ts'
import { products } from '#contract/calls/products.ts'
import { Card } from '#ui/Card.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Amount } from '#widgets/Amount.tsx'
import styles from './Products.module.css'

/** What one has in products of these types, in USDT by the newest prices. Nothing where it could not be read: the list says why. */
export function OrderStat({ types }: { types: readonly number[] }) {
  const { data, error } = useQuery(query(products.productOrderStat, { type: types.join(','), accountType: useBook() }))
  if (error && !data) return null
  return (
    <Card className={styles.stat}>
      {data ? (
        <>
          <p className={styles.sum}>
            <span className={styles.name}>
              <Trans>Invested now</Trans>
            </span>
            <strong>
              <Amount value={data.totalMoney} places={2} currency="USDT" hidable />
            </strong>
          </p>
          <dl>
            <div>
              <dt>
                <Trans>Last day</Trans>
              </dt>
              <dd>
                <Amount value={data.todayReward} places={4} hidable />
              </dd>
            </div>
            <div>
              <dt>
                <Trans>Came in, in all</Trans>
              </dt>
              <dd>
                <Amount value={data.totalReward} places={4} hidable />
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
    </Card>
  )
}
