import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { madeAt } from '#api/age.ts'
import { ApiError } from '#api/apiError.ts'
import { useBook, useBookTone } from '#api/book.ts'
import { query } from '#api/query.ts'
import { useConnection } from '#api/socket.ts'
import { products } from '#contract/calls/products.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { isEarnType, readProductSearch } from '#widgets/products/productSearch.ts'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { Investing } from './Investing.tsx'

export const Route = createFileRoute('/_signedIn/taolilicaiDetail')({ validateSearch: readProductSearch, component: Product })

/** One product with everything that is known of it; what it would have brought stands beside the amount. */
function Product() {
  const { t } = useLingui()
  const { id, type } = Route.useSearch()
  const accountType = useBook()
  const tone = useBookTone()
  const isOffline = useConnection() === 'offline'
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery({
    ...query(products.product, { id: id ?? '', accountType }),
    enabled: id !== undefined,
  })
  if (data && isEarnType(data.type)) {
    return (
      <Investing
        key={`${data.id} ${accountType}`}
        product={data}
        tone={tone}
        chips={<AgeChip at={error || isOffline ? madeAt(data, dataUpdatedAt) : undefined} />}
      />
    )
  }
  const isMissing = id === undefined || data !== undefined || (error instanceof ApiError && error.key === 'NOT_FOUND')
  return (
    <ScreenLayout title={t({ message: 'Product', context: 'one to put money into' })} back={path.earnProducts} tone={tone}>
      {isMissing ? (
        <Empty
          text={t`This product is not offered.`}
          action={
            <ButtonLink to={path.earnProducts} search={type ? { type } : {}} kind="secondary">
              <Trans>All products</Trans>
            </ButtonLink>
          }
        />
      ) : error ? (
        <FailedRead title={t`The product could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Card>
          <Skeleton lines={12} height={1.25} />
        </Card>
      )}
    </ScreenLayout>
  )
}
