import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { dataAsOf } from '#api/dataAsOf.ts'
import { useAccountType, useAccountScreenTone } from '#api/accountType.ts'
import { apiReadQuery } from '#api/query.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { products } from '#contract/calls/products.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { LedgerIcon } from '#ui/icons/moreIcons.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { IconLink } from '#widgets/IconLink.tsx'
import { readProductSearchParams } from '#widgets/products/productSearch.ts'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { Grid } from '#ui/Grid.tsx'
import styles from './Earn.module.css'
import { ProductCard } from './ProductCard.tsx'
import { useEarnProductIntroFormatter, useEarnTypeNameAndArticle } from './useEarnWords.ts'

export const Route = createFileRoute('/_signedIn/taolilicai')({ validateSearch: readProductSearchParams, component: Products })

const mostShown = 50

/** What one can put money into, by kind; each says what its days were like. */
function Products() {
  const { t } = useLingui()
  const { type = 1 } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { name, article } = useEarnTypeNameAndArticle(type)
  const introOf = useEarnProductIntroFormatter()
  const accountType = useAccountType()
  const isOffline = useStreamConnectionState() === 'offline'
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery(
    apiReadQuery(products.products, { type, accountType, pageSize: mostShown }),
  )
  const first = data?.records[0]
  return (
    <ScreenLayout
      title={t({ message: 'Earn', context: 'title of the screen' })}
      back
      tone={useAccountScreenTone()}
      chips={<DataAgeChip at={data && (error || isOffline) ? dataAsOf(data, dataUpdatedAt) : undefined} />}
      actions={<IconLink to={path.investments} icon={<LedgerIcon />} label={t`My orders`} />}
    >
      <SegmentedControl
        label={t`Kind`}
        value={String(type)}
        onChange={(next) => void navigate({ search: readProductSearchParams({ type: next }), replace: true })}
        options={[
          { value: '1', label: t({ message: 'Arbitrage', context: 'a kind of product, short' }) },
          { value: '2', label: t({ message: 'Pledge', context: 'of coins, for network rewards' }) },
          { value: '3', label: t({ message: 'AI-quant', context: 'a kind of product, short' }) },
        ]}
      />
      {first ? <p className={styles.intro}>{introOf(first)}</p> : !data && !error && <Skeleton lines={3} />}
      {data ? (
        data.records.length === 0 ? (
          <EmptyState text={<Trans>Nothing of this kind is offered now.</Trans>} />
        ) : (
          <Grid gap={3}>
            {data.records.map((product) => (
              <ProductCard key={product.id} product={product} />
            ))}
          </Grid>
        )
      ) : error ? (
        <LoadErrorState title={t`What is offered could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Grid gap={3} role="status" aria-label={name}>
          {[1, 2, 3].map((card) => (
            <Card key={card}>
              <Skeleton lines={5} height={1.125} />
            </Card>
          ))}
        </Grid>
      )}
      <Card flush>
        <RowLink to={path.article} search={{ id: article }} title={t`How it works, and what can go wrong`} />
        <RowLink to={path.article} search={{ id: 'reserves' }} title={t`What the reserves are`} />
      </Card>
    </ScreenLayout>
  )
}
