import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { useBook } from '#api/book.ts'
import { query } from '#api/query.ts'
import { useConnection } from '#api/socket.ts'
import { usePages } from '#api/usePages.ts'
import { type ProductOrder, products } from '#contract/calls/products.ts'
import { productOrderStatus as state } from '#contract/states.ts'
import { Card } from '#ui/Card.tsx'
import { Segments } from '#ui/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { ShowMore } from '#widgets/ShowMore.tsx'
import { type Address, OrderCard } from './OrderCard.tsx'
import styles from './Products.module.css'

interface OrderListProps {
  types: readonly number[]
  addressOf(order: ProductOrder): Address
  /** What one sees who has none at all. */
  empty: ReactNode
}

type Filter = 'all' | 'open' | 'over'
const statesOf: Record<Filter, string | undefined> = {
  all: undefined,
  open: [state.notStarted, state.running, state.frozen, state.exiting, state.defaulted].join(','),
  over: [state.ended, state.cancelled].join(','),
}
const pageSize = 20

/** One's own investments of these types, newest first. What was seen once can be read without a signal. */
export function OrderList({ types, addressOf, empty }: OrderListProps) {
  const { t } = useLingui()
  const [filter, setFilter] = useState<Filter>('all')
  return (
    <>
      <Segments
        label={t`Which orders`}
        look="line"
        value={filter}
        onChange={setFilter}
        options={[
          { value: 'all', label: t({ message: 'All', context: 'orders' }) },
          { value: 'open', label: t({ message: 'Not over', context: 'orders' }) },
          { value: 'over', label: t({ message: 'Over', context: 'orders' }) },
        ]}
      />
      <Rows key={filter} types={types} filter={filter} addressOf={addressOf} empty={empty} />
    </>
  )
}

function Rows({ types, filter, addressOf, empty }: OrderListProps & { filter: Filter }) {
  const { t } = useLingui()
  const accountType = useBook()
  const isOffline = useConnection() === 'offline'
  const status = statesOf[filter]
  const asked = { type: types.join(','), accountType, pageSize, ...(status !== undefined && { status }) }
  const pages = usePages((pageNo) => query(products.productOrders, { ...asked, pageNo }))
  const { records: orders, error, at, isReadingMore, retry } = pages
  if (!orders) {
    return error ? (
      <FailedRead title={t`Your orders could not be read`} error={error} busy={isReadingMore} onRetry={retry} />
    ) : (
      <div className={styles.cards}>
        {[1, 2, 3].map((card) => (
          <Card key={card}>
            <Skeleton lines={4} height={1.25} />
          </Card>
        ))}
      </div>
    )
  }
  if (orders.length === 0) {
    if (filter === 'all') return empty
    return (
      <p className={styles.none}>
        {filter === 'open' ? <Trans>Nothing is running or waiting now.</Trans> : <Trans>Nothing has ended yet.</Trans>}
      </p>
    )
  }
  return (
    <>
      {(error || isOffline) && (
        <p>
          <AgeChip at={at} />
        </p>
      )}
      <div className={styles.cards}>
        {orders.map((order) => (
          <OrderCard key={order.id} order={order} address={addressOf(order)} />
        ))}
      </div>
      <ShowMore pages={pages} />
    </>
  )
}
