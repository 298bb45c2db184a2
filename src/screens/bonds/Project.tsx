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
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { readProjectSearch } from './bondsSearch.ts'
import { Lending } from './Lending.tsx'

export const Route = createFileRoute('/_signedIn/zhaiquanDetail')({ component: Project, validateSearch: readProjectSearch })

/** One borrower's project (product §4.2 row 27). */
function Project() {
  const { t } = useLingui()
  const { id } = Route.useSearch()
  const accountType = useBook()
  const tone = useBookTone()
  const isOffline = useConnection() === 'offline'
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery({
    ...query(products.product, { id: id ?? '', accountType }),
    enabled: id !== undefined,
  })
  if (data?.debt) {
    return (
      <Lending
        key={`${data.id} ${accountType}`}
        product={data}
        debt={data.debt}
        tone={tone}
        chips={<AgeChip at={error || isOffline ? madeAt(data, dataUpdatedAt) : undefined} />}
      />
    )
  }
  const isMissing = id === undefined || data !== undefined || (error instanceof ApiError && error.key === 'NOT_FOUND')
  return (
    <ScreenLayout title={t`Debt project`} back={path.bonds} tone={tone}>
      {isMissing ? (
        <Empty
          text={t`This project is not here.`}
          action={
            <ButtonLink to={path.bonds} kind="secondary">
              <Trans>See the projects</Trans>
            </ButtonLink>
          }
        />
      ) : error ? (
        <FailedRead title={t`The project could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Card>
          <Skeleton lines={12} height={1.25} />
        </Card>
      )}
    </ScreenLayout>
  )
}
