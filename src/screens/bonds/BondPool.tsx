import { Plural, Trans, useLingui } from '@lingui/react/macro'
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
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { ProductHoldingsSummary } from '#widgets/products/ProductHoldingsSummary.tsx'
import { formatExactAmount } from '#widgets/products/rateText.ts'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import { DebtProjectCard } from './DebtProjectCard.tsx'
import { summarizeBondPool } from './pool.ts'
import { debtProjectStatusLabels } from './projectWords.ts'

export const Route = createFileRoute('/_signedIn/bond-pool')({ component: BondPool })

const types = [earnProductType.debt]

/** All projects together: one's own part, how much is raised, being repaid, repaid or lost, and each of them. */
function BondPool() {
  const { t, i18n } = useLingui()
  const isOffline = useStreamConnectionState() === 'offline'
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery(
    apiReadQuery(products.products, { type: earnProductType.debt, accountType: useAccountType(), pageSize: 50 }),
  )
  const pool = data && summarizeBondPool(data.records)
  return (
    <ScreenLayout
      title={t`Debt pool`}
      back={path.bonds}
      tone={useAccountScreenTone()}
      chips={<DataAgeChip at={data && (error || isOffline) ? dataAsOf(data, dataUpdatedAt) : undefined} />}
    >
      <ProductHoldingsSummary types={types} />
      <Card flush>
        <RowLink to={path.bondOrders} title={t`Debt orders`} subtitle={t`What you lent, and what came back`} />
      </Card>
      {pool ? (
        pool.projects.length === 0 ? (
          <EmptyState text={t`There is no project yet.`} />
        ) : (
          <>
            <Section title={t`How borrowers repay`}>
              <Card>
                <DescriptionList
                  rows={pool.sums.map(({ status, count, amounts }) => {
                    const words = debtProjectStatusLabels[status]
                    return {
                      key: String(status),
                      name: words ? i18n._(words) : '',
                      value: (
                        <>
                          <Plural value={count} one="# project" other="# projects" />
                          {amounts.map(([currency, amount]) => (
                            <span key={currency}>
                              , {formatExactAmount(amount)} {currency}
                            </span>
                          ))}
                        </>
                      ),
                    }
                  })}
                />
              </Card>
              <Text tone="muted">
                <Trans>Sums are what was put in. A project that defaulted stays in this list.</Trans>
              </Text>
            </Section>
            <Section title={t`All projects`}>
              <Grid gap={3}>
                {pool.projects.map(({ product, debt }) => (
                  <DebtProjectCard key={product.id} product={product} debt={debt} />
                ))}
              </Grid>
            </Section>
          </>
        )
      ) : error ? (
        <LoadErrorState title={t`The projects could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Card>
          <Skeleton lines={10} height={1.25} />
        </Card>
      )}
    </ScreenLayout>
  )
}
