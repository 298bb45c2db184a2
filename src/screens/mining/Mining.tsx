import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { madeAt } from '#api/age.ts'
import { useBook, useBookTone } from '#api/book.ts'
import { query } from '#api/query.ts'
import { useConnection } from '#api/socket.ts'
import { products } from '#contract/calls/products.ts'
import { productType } from '#contract/states.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { MachineCard } from './MachineCard.tsx'
import styles from './Mining.module.css'

export const Route = createFileRoute('/_signedIn/kuangchi')({ component: Mining })

/** Machines that mine: what each costs, what it brings at today's values, and whether that pays for it (product §4.2 row 26). */
function Mining() {
  const { t } = useLingui()
  const isOffline = useConnection() === 'offline'
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery(
    query(products.products, { type: productType.miner, accountType: useBook(), pageSize: 50 }),
  )
  return (
    <ScreenLayout
      title={t`Mining pool`}
      back={path.home}
      tone={useBookTone()}
      chips={<AgeChip at={data && (error || isOffline) ? madeAt(data, dataUpdatedAt) : undefined} />}
    >
      <p className={styles.intro}>
        <Trans>
          A machine works for you until its term is over. Each day brings what hashing pays, less its power; on some days that is nothing.
          Its price does not come back.
        </Trans>
      </p>
      {data ? (
        data.records.length === 0 ? (
          <Empty text={t`No machine is offered now.`} />
        ) : (
          <div className={styles.cards}>
            {data.records.map((product) => (
              <MachineCard key={product.id} product={product} />
            ))}
          </div>
        )
      ) : error ? (
        <FailedRead title={t`The machines could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.cards}>
          {[1, 2, 3].map((card) => (
            <Card key={card}>
              <Skeleton lines={5} height={1.25} />
            </Card>
          ))}
        </div>
      )}
      <Card flush>
        <RowLink to={path.miningOrders} title={t`My machines`} subtitle={t`What runs, and what each day brought`} />
        <RowLink to={path.article} search={{ id: 'mining-machines' }} title={t`How it works, and what can go wrong`} />
      </Card>
    </ScreenLayout>
  )
}
