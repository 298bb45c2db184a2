import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { dataAsOf } from '#api/dataAsOf.ts'
import { useAccountType, useAccountScreenTone } from '#api/accountType.ts'
import { useProductAvailability } from '#api/features.ts'
import { apiReadQuery } from '#api/query.ts'
import { useHasToken } from '#api/session.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { products } from '#contract/calls/products.ts'
import { debtProjectStatus, earnProductType } from '#contract/states.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { CountryRestrictionNotice } from '#widgets/identity/CountryRestrictionNotice.tsx'
import { isScreenProductOffered } from '#widgets/identity/isPlaceOffered.ts'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { Grid } from '#ui/Grid.tsx'
import styles from './Bonds.module.css'
import { DebtProjectCard } from './DebtProjectCard.tsx'

export const Route = createFileRoute('/zhaiquan')({ component: Projects })

/** Borrowers who ask for money now: open to everybody. What is over is in the debt pool. */
function Projects() {
  const { t } = useLingui()
  const isOffline = useStreamConnectionState() === 'offline'
  const hasToken = useHasToken()
  const tone = useAccountScreenTone()
  const isOn = isScreenProductOffered(useProductAvailability(), path.bonds)
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery(
    apiReadQuery(products.products, { type: earnProductType.debt, accountType: useAccountType(), pageSize: 50 }),
  )
  const raisingProjects = data?.records.flatMap((product) => {
    const { debt } = product
    const isAsking = debt?.projectStatus === debtProjectStatus.raising || debt?.projectStatus === debtProjectStatus.upcoming
    return debt && isAsking ? [{ product, debt }] : []
  })
  return (
    <ScreenLayout
      title={t`Debt crowdfunding`}
      back={path.home}
      tone={hasToken ? tone : undefined}
      chips={<DataAgeChip at={data && (error || isOffline) ? dataAsOf(data, dataUpdatedAt) : undefined} />}
    >
      <p className={styles.intro}>
        <Trans>
          You lend to a named borrower together with others. Until the target is reached you can take your money back; if it is not reached
          in time, all of it comes back. Then it is lent, and the borrower can fail to repay it.
        </Trans>
      </p>
      {!isOn ? (
        <CountryRestrictionNotice />
      ) : raisingProjects ? (
        raisingProjects.length === 0 ? (
          <EmptyState text={t`Nobody asks for money now. The debt pool shows what is being repaid.`} />
        ) : (
          <Grid gap={3}>
            {raisingProjects.map(({ product, debt }) => (
              <DebtProjectCard key={product.id} product={product} debt={debt} />
            ))}
          </Grid>
        )
      ) : error ? (
        <LoadErrorState title={t`The projects could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Grid gap={3}>
          {[1, 2].map((card) => (
            <Card key={card}>
              <Skeleton lines={6} height={1.25} />
            </Card>
          ))}
        </Grid>
      )}
      <Card flush>
        <RowLink to={path.bondPool} title={t`Debt pool`} subtitle={t`All projects, and how borrowers repay`} />
        <RowLink to={path.bondOrders} title={t`Debt orders`} subtitle={t`What you lent, and what came back`} />
        <RowLink to={path.article} search={{ id: 'debt-crowdfunding' }} title={t`How it works, and what can go wrong`} />
      </Card>
    </ScreenLayout>
  )
}
