import { Plural, Trans, useLingui } from '@lingui/react/macro'
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
import { Facts } from '#ui/Facts.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { OrderStat } from '#widgets/products/OrderStat.tsx'
import { exactAmount } from '#widgets/products/rateText.ts'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import styles from './Bonds.module.css'
import { ProjectCard } from './ProjectCard.tsx'
import { poolOf } from './pool.ts'
import { projectWords } from './projectWords.ts'

export const Route = createFileRoute('/_signedIn/bond-pool')({ component: BondPool })

const types = [productType.debt]

/** All projects together: one's own part, how much is raised, being repaid, repaid or lost, and each of them (product §4.2 row 27). */
function BondPool() {
  const { t, i18n } = useLingui()
  const isOffline = useConnection() === 'offline'
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery(
    query(products.products, { type: productType.debt, accountType: useBook(), pageSize: 50 }),
  )
  const pool = data && poolOf(data.records)
  return (
    <ScreenLayout
      title={t`Debt pool`}
      back={path.bonds}
      tone={useBookTone()}
      chips={<AgeChip at={data && (error || isOffline) ? madeAt(data, dataUpdatedAt) : undefined} />}
    >
      <OrderStat types={types} />
      <Card flush>
        <RowLink to={path.bondOrders} title={t`Debt orders`} subtitle={t`What you lent, and what came back`} />
      </Card>
      {pool ? (
        pool.projects.length === 0 ? (
          <Empty text={t`There is no project yet.`} />
        ) : (
          <>
            <Section title={t`How borrowers repay`}>
              <Card>
                <Facts
                  rows={pool.sums.map(({ status, count, amounts }) => {
                    const words = projectWords[status]
                    return {
                      key: String(status),
                      name: words ? i18n._(words) : '',
                      value: (
                        <>
                          <Plural value={count} one="# project" other="# projects" />
                          {amounts.map(([currency, amount]) => (
                            <span key={currency}>
                              , {exactAmount(amount)} {currency}
                            </span>
                          ))}
                        </>
                      ),
                    }
                  })}
                />
              </Card>
              <p className={styles.quiet}>
                <Trans>Sums are what was put in. A project that defaulted stays in this list.</Trans>
              </p>
            </Section>
            <Section title={t`All projects`}>
              <div className={styles.cards}>
                {pool.projects.map(({ product, debt }) => (
                  <ProjectCard key={product.id} product={product} debt={debt} />
                ))}
              </div>
            </Section>
          </>
        )
      ) : error ? (
        <FailedRead title={t`The projects could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Card>
          <Skeleton lines={10} height={1.25} />
        </Card>
      )}
    </ScreenLayout>
  )
}
