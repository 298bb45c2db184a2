import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { madeAt } from '#api/age.ts'
import { useBook, useBookTone } from '#api/book.ts'
import { query } from '#api/query.ts'
import { useHasToken } from '#api/session.ts'
import { useConnection } from '#api/socket.ts'
import { products } from '#contract/calls/products.ts'
import { debtStatus, productType } from '#contract/states.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import styles from './Bonds.module.css'
import { ProjectCard } from './ProjectCard.tsx'

export const Route = createFileRoute('/zhaiquan')({ component: Projects })

/** Borrowers who ask for money now: open to everybody (product §4.2 row 27). What is over is in the debt pool. */
function Projects() {
  const { t } = useLingui()
  const isOffline = useConnection() === 'offline'
  const hasToken = useHasToken()
  const tone = useBookTone()
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery(
    query(products.products, { type: productType.debt, accountType: useBook(), pageSize: 50 }),
  )
  const asking = data?.records.flatMap((product) => {
    const { debt } = product
    const isAsking = debt?.projectStatus === debtStatus.raising || debt?.projectStatus === debtStatus.upcoming
    return debt && isAsking ? [{ product, debt }] : []
  })
  return (
    <ScreenLayout
      title={t`Debt crowdfunding`}
      back={path.home}
      tone={hasToken ? tone : undefined}
      chips={<AgeChip at={data && (error || isOffline) ? madeAt(data, dataUpdatedAt) : undefined} />}
    >
      <p className={styles.intro}>
        <Trans>
          You lend to a named borrower together with others. Until the target is reached you can take your money back; if it is not reached
          in time, all of it comes back. Then it is lent, and the borrower can fail to repay it.
        </Trans>
      </p>
      {asking ? (
        asking.length === 0 ? (
          <Empty text={t`Nobody asks for money now. The debt pool shows what is being repaid.`} />
        ) : (
          <div className={styles.cards}>
            {asking.map(({ product, debt }) => (
              <ProjectCard key={product.id} product={product} debt={debt} />
            ))}
          </div>
        )
      ) : error ? (
        <FailedRead title={t`The projects could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.cards}>
          {[1, 2].map((card) => (
            <Card key={card}>
              <Skeleton lines={6} height={1.25} />
            </Card>
          ))}
        </div>
      )}
      <Card flush>
        <RowLink to={path.bondPool} title={t`Debt pool`} subtitle={t`All projects, and how borrowers repay`} />
        <RowLink to={path.bondOrders} title={t`Debt orders`} subtitle={t`What you lent, and what came back`} />
        <RowLink to={path.article} search={{ id: 'debt-crowdfunding' }} title={t`How it works, and what can go wrong`} />
      </Card>
    </ScreenLayout>
  )
}
