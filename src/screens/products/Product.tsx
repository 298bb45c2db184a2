import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { dataAsOf } from '#api/dataAsOf.ts'
import { ApiError } from '#api/apiError.ts'
import { useAccountType, useAccountScreenTone } from '#api/accountType.ts'
import { apiReadQuery } from '#api/query.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { products } from '#contract/calls/products.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { isArbitragePledgeQuantType, readProductSearchParams } from '#widgets/products/productSearch.ts'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { ProductPage } from './ProductPage.tsx'

export const Route = createFileRoute('/_signedIn/taolilicaiDetail')({ validateSearch: readProductSearchParams, component: Product })

/** One product with everything that is known of it; what it would have brought stands beside the amount. */
function Product() {
  const { t } = useLingui()
  const { id, type } = Route.useSearch()
  const accountType = useAccountType()
  const tone = useAccountScreenTone()
  const isOffline = useStreamConnectionState() === 'offline'
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery({
    ...apiReadQuery(products.product, { id: id ?? '', accountType }),
    enabled: id !== undefined,
  })
  if (data && isArbitragePledgeQuantType(data.type)) {
    return (
      <ProductPage
        key={`${data.id} ${accountType}`}
        product={data}
        tone={tone}
        chips={<DataAgeChip at={error || isOffline ? dataAsOf(data, dataUpdatedAt) : undefined} />}
      />
    )
  }
  const isMissing = id === undefined || data !== undefined || (error instanceof ApiError && error.key === 'NOT_FOUND')
  return (
    <ScreenLayout title={t({ message: 'Product', context: 'one to put money into' })} back={path.earnProducts} tone={tone}>
      {isMissing ? (
        <EmptyState
          text={t`This product is not offered.`}
          action={
            <ButtonLink to={path.earnProducts} search={type ? { type } : {}} kind="secondary">
              <Trans>All products</Trans>
            </ButtonLink>
          }
        />
      ) : error ? (
        <LoadErrorState title={t`The product could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Card>
          <Skeleton lines={12} height={1.25} />
        </Card>
      )}
    </ScreenLayout>
  )
}
