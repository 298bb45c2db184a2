import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { madeAt } from '#api/age.ts'
import { useBook } from '#api/book.ts'
import { query } from '#api/query.ts'
import { useConnection } from '#api/socket.ts'
import { type ProductOrder, products } from '#contract/calls/products.ts'
import { productOrderStatus as state } from '#contract/states.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Segments } from '#ui/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
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
  const [pages, setPages] = useState(1)
  const status = statesOf[filter]
  const asked = { type: types.join(','), accountType, pageSize, ...(status !== undefined && { status }) }
  // Each page is a read of its own, so that it is kept.
  const results = useQueries({
    queries: Array.from({ length: pages }, (_, index) => query(products.productOrders, { ...asked, pageNo: index + 1 })),
  })
  const read = results.flatMap(({ data }) => (data ? [data] : []))
  // One that was bought between two reads pushes the last of a page onto the next.
  const orders = [...new Map(read.flatMap(({ records }) => records).map((one) => [one.id, one])).values()]
  const failed = results.find(({ error }) => error)
  const newest = results[0]
  const last = read.at(-1)
  if (read.length === 0) {
    return failed?.error ? (
      <FailedRead title={t`Your orders could not be read`} error={failed.error} onRetry={() => void failed.refetch()} />
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
      {(failed || isOffline) && newest?.data && (
        <p>
          <AgeChip at={madeAt(newest.data, newest.dataUpdatedAt)} />
        </p>
      )}
      <div className={styles.cards}>
        {orders.map((order) => (
          <OrderCard key={order.id} order={order} address={addressOf(order)} />
        ))}
      </div>
      {last && last.current < last.pages && (
        <Button
          kind="quiet"
          wide
          busy={results.some(({ isPending }) => isPending)}
          onClick={() => (failed ? void failed.refetch() : setPages(read.length + 1))}
        >
          {failed ? <Trans>Try again</Trans> : <Trans>Show more</Trans>}
        </Button>
      )}
    </>
  )
}
