import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { madeAt } from '#api/age.ts'
import { useBook, useBookTone } from '#api/book.ts'
import { query } from '#api/query.ts'
import { useConnection } from '#api/socket.ts'
import { products } from '#contract/calls/products.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Segments } from '#ui/Segments.tsx'
import { Ledger } from '#ui/moreIcons.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { IconLink } from '#widgets/IconLink.tsx'
import { readProductSearch } from '#widgets/products/productSearch.ts'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import styles from './Earn.module.css'
import { ProductCard } from './ProductCard.tsx'
import { useEarnIntro, useEarnWords } from './useEarnWords.ts'

export const Route = createFileRoute('/_signedIn/taolilicai')({ validateSearch: readProductSearch, component: Products })

const mostShown = 50

/** What one can put money into, by kind; each says what its days were like (product §4.2 row 25). */
function Products() {
  const { t } = useLingui()
  const { type = 1 } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { name, article } = useEarnWords(type)
  const introOf = useEarnIntro()
  const accountType = useBook()
  const isOffline = useConnection() === 'offline'
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery(query(products.products, { type, accountType, pageSize: mostShown }))
  const first = data?.records[0]
  return (
    <ScreenLayout
      title={t({ message: 'Earn', context: 'title of the screen' })}
      back
      tone={useBookTone()}
      chips={<AgeChip at={data && (error || isOffline) ? madeAt(data, dataUpdatedAt) : undefined} />}
      actions={<IconLink to={path.investments} icon={<Ledger />} label={t`My orders`} />}
    >
      <Segments
        label={t`Kind`}
        value={String(type)}
        onChange={(next) => void navigate({ search: readProductSearch({ type: next }), replace: true })}
        options={[
          { value: '1', label: t({ message: 'Arbitrage', context: 'a kind of product, short' }) },
          { value: '2', label: t({ message: 'Pledge', context: 'of coins, for network rewards' }) },
          { value: '3', label: t({ message: 'AI-quant', context: 'a kind of product, short' }) },
        ]}
      />
      {first ? <p className={styles.intro}>{introOf(first)}</p> : !data && !error && <Skeleton lines={3} />}
      {data ? (
        data.records.length === 0 ? (
          <Empty text={<Trans>Nothing of this kind is offered now.</Trans>} />
        ) : (
          <div className={styles.cards}>
            {data.records.map((product) => (
              <ProductCard key={product.id} product={product} />
            ))}
          </div>
        )
      ) : error ? (
        <FailedRead title={t`What is offered could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.cards} role="status" aria-label={name}>
          {[1, 2, 3].map((card) => (
            <Card key={card}>
              <Skeleton lines={5} height={1.125} />
            </Card>
          ))}
        </div>
      )}
      <Card flush>
        <RowLink to={path.article} search={{ id: article }} title={t`How it works, and what can go wrong`} />
        <RowLink to={path.article} search={{ id: 'reserves' }} title={t`What the reserves are`} />
      </Card>
    </ScreenLayout>
  )
}
