import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { dataAsOf } from '#api/dataAsOf.ts'
import { useAccountType, useAccountScreenTone } from '#api/accountType.ts'
import { apiReadQuery } from '#api/query.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { products } from '#contract/calls/products.ts'
import { earnProductType } from '#contract/states.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { MiningMachineCard } from './MiningMachineCard.tsx'
import { Grid } from '#ui/Grid.tsx'
import styles from './Mining.module.css'

export const Route = createFileRoute('/_signedIn/kuangchi')({ component: Mining })

/** Machines that mine: what each costs, what it brings at today's values, and whether that pays for it. */
function Mining() {
  const { t } = useLingui()
  const isOffline = useStreamConnectionState() === 'offline'
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery(
    apiReadQuery(products.products, { type: earnProductType.miner, accountType: useAccountType(), pageSize: 50 }),
  )
  return (
    <ScreenLayout
      title={t`Mining pool`}
      back={path.home}
      tone={useAccountScreenTone()}
      chips={<DataAgeChip at={data && (error || isOffline) ? dataAsOf(data, dataUpdatedAt) : undefined} />}
    >
      <p className={styles.intro}>
        <Trans>
          A machine works for you until its term is over. Each day brings what hashing pays, less its power; on some days that is nothing.
          Its price does not come back.
        </Trans>
      </p>
      {data ? (
        data.records.length === 0 ? (
          <EmptyState text={t`No machine is offered now.`} />
        ) : (
          <Grid gap={3}>
            {data.records.map((product) => (
              <MiningMachineCard key={product.id} product={product} />
            ))}
          </Grid>
        )
      ) : error ? (
        <LoadErrorState title={t`The machines could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Grid gap={3}>
          {[1, 2, 3].map((card) => (
            <Card key={card}>
              <Skeleton lines={5} height={1.25} />
            </Card>
          ))}
        </Grid>
      )}
      <Card flush>
        <RowLink to={path.miningOrders} title={t`My machines`} subtitle={t`What runs, and what each day brought`} />
        <RowLink to={path.article} search={{ id: 'mining-machines' }} title={t`How it works, and what can go wrong`} />
      </Card>
    </ScreenLayout>
  )
}
