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
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { readDebtProjectSearchParams } from './bondsSearch.ts'
import { DebtProjectPage } from './DebtProjectPage.tsx'

export const Route = createFileRoute('/_signedIn/zhaiquanDetail')({ component: Project, validateSearch: readDebtProjectSearchParams })

/** One borrower's project. */
function Project() {
  const { t } = useLingui()
  const { id } = Route.useSearch()
  const accountType = useAccountType()
  const tone = useAccountScreenTone()
  const isOffline = useStreamConnectionState() === 'offline'
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery({
    ...apiReadQuery(products.product, { id: id ?? '', accountType }),
    enabled: id !== undefined,
  })
  if (data?.debt) {
    return (
      <DebtProjectPage
        key={`${data.id} ${accountType}`}
        product={data}
        debt={data.debt}
        tone={tone}
        chips={<DataAgeChip at={error || isOffline ? dataAsOf(data, dataUpdatedAt) : undefined} />}
      />
    )
  }
  const isMissing = id === undefined || data !== undefined || (error instanceof ApiError && error.key === 'NOT_FOUND')
  return (
    <ScreenLayout title={t`Debt project`} back={path.bonds} tone={tone}>
      {isMissing ? (
        <EmptyState
          text={t`This project is not here.`}
          action={
            <ButtonLink to={path.bonds} kind="secondary">
              <Trans>See the projects</Trans>
            </ButtonLink>
          }
        />
      ) : error ? (
        <LoadErrorState title={t`The project could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Card>
          <Skeleton lines={12} height={1.25} />
        </Card>
      )}
    </ScreenLayout>
  )
}
