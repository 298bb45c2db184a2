import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { madeAt } from '#api/age.ts'
import { query } from '#api/query.ts'
import { useConnection } from '#api/socket.ts'
import { usePages } from '#api/usePages.ts'
import { ieo, type IeoOrder } from '#contract/calls/ieo.ts'
import { formatTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { CardLink } from '#widgets/CardLink.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { exactAmount } from '#widgets/products/rateText.ts'
import { ShowMore } from '#widgets/ShowMore.tsx'
import styles from './Ieo.module.css'
import { ApplicationState } from './IeoState.tsx'

const pageSize = 20
const pageOf = (pageNo: number) => query(ieo.ieoOrders, { pageNo, pageSize })

/** How old the list is, once it cannot be read anew. */
export function ApplicationsAge() {
  const { data, error, dataUpdatedAt } = useQuery(pageOf(1))
  const isOffline = useConnection() === 'offline'
  return <AgeChip at={data && (error || isOffline) ? madeAt(data, dataUpdatedAt) : undefined} />
}

/** Everything one has applied for, newest first; what was seen once can be read without a signal. */
export function Applications() {
  const { t } = useLingui()
  const pages = usePages(pageOf)
  const { records: orders, error, isReadingMore, retry } = pages
  if (!orders) {
    return error ? (
      <FailedRead title={t`Your applications could not be read`} error={error} busy={isReadingMore} onRetry={retry} />
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
  if (orders.length === 0) return <Empty text={t`What you apply for will be here: what you won, and when it unlocks.`} />
  return (
    <>
      <div className={styles.cards}>
        {orders.map((order) => (
          <ApplicationCard key={order.id} order={order} />
        ))}
      </div>
      <ShowMore pages={pages} />
    </>
  )
}

function ApplicationCard({ order }: { order: IeoOrder }) {
  const { ieoId, name, tokenSymbol, applyNum, winNum, paidNum, createTime, status } = order
  return (
    <CardLink to={path.ieo} search={{ id: ieoId }} data-order={order.id}>
      <span className={styles.head}>
        <strong>
          {name} ({tokenSymbol})
        </strong>
        <ApplicationState status={status} />
      </span>
      <span className={styles.pair}>
        <span>
          <span className={styles.name}>
            <Trans>Applied for</Trans>
          </span>
          <span className={styles.figure}>{exactAmount(applyNum)}</span>
        </span>
        {winNum !== null && (
          <span>
            <span className={styles.name}>{paidNum === null ? <Trans>Won</Trans> : <Trans>Paid for</Trans>}</span>
            <span className={styles.figure}>{exactAmount(paidNum ?? winNum)}</span>
          </span>
        )}
      </span>
      <span className={styles.quiet}>{formatTime(createTime)}</span>
    </CardLink>
  )
}
