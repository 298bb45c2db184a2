import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { useAccountType } from '#api/accountType.ts'
import { apiReadQuery } from '#api/query.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { usePagedList } from '#api/usePages.ts'
import { type ProductOrder, products } from '#contract/calls/products.ts'
import { productOrderStatus as state } from '#contract/states.ts'
import { Card } from '#ui/Card.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '../content/DataAgeChip.tsx'
import { RecordList } from '../RecordList.tsx'
import { type ProductOrderLinkTarget, ProductOrderCard } from './ProductOrderCard.tsx'
import { Grid } from '#ui/Grid.tsx'
import styles from './Products.module.css'

interface ProductOrderListProps {
  types: readonly number[]
  addressOf(order: ProductOrder): ProductOrderLinkTarget
  /** What one sees who has none at all. */
  empty: ReactNode
}

type Filter = 'all' | 'open' | 'over'
const statusByFilter: Record<Filter, string | undefined> = {
  all: undefined,
  open: [state.notStarted, state.running, state.frozen, state.exiting, state.defaulted].join(','),
  over: [state.ended, state.cancelled].join(','),
}
const pageSize = 20

/** One's own investments of these types, newest first. What was seen once can be read without a signal. */
export function ProductOrderList({ types, addressOf, empty }: ProductOrderListProps) {
  const { t } = useLingui()
  const [filter, setFilter] = useState<Filter>('all')
  return (
    <>
      <SegmentedControl
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
      <ProductOrderRows key={filter} types={types} filter={filter} addressOf={addressOf} empty={empty} />
    </>
  )
}

function ProductOrderRows({ types, filter, addressOf, empty }: ProductOrderListProps & { filter: Filter }) {
  const { t } = useLingui()
  const accountType = useAccountType()
  const isOffline = useStreamConnectionState() === 'offline'
  const status = statusByFilter[filter]
  const listParams = { type: types.join(','), accountType, pageSize, ...(status !== undefined && { status }) }
  const pages = usePagedList((pageNo) => apiReadQuery(products.productOrders, { ...listParams, pageNo }))
  const { records, error, at } = pages
  const isOutdated = records !== undefined && records.length > 0 && (error || isOffline)
  const emptyContent = (
    <p className={styles.none}>
      {filter === 'open' ? <Trans>Nothing is running or waiting now.</Trans> : <Trans>Nothing has ended yet.</Trans>}
    </p>
  )
  return (
    <RecordList
      pages={pages}
      failed={t`Your orders could not be read`}
      waiting={
        <Grid gap={3}>
          {[1, 2, 3].map((card) => (
            <Card key={card}>
              <Skeleton lines={4} height={1.25} />
            </Card>
          ))}
        </Grid>
      }
      empty={filter === 'all' ? empty : emptyContent}
      age={
        isOutdated && (
          <p>
            <DataAgeChip at={at} />
          </p>
        )
      }
      frame={(cards) => <Grid gap={3}>{cards}</Grid>}
    >
      {(order) => <ProductOrderCard order={order} address={addressOf(order)} />}
    </RecordList>
  )
}
