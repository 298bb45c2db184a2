import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { dataAsOf } from '#api/dataAsOf.ts'
import { apiReadQuery } from '#api/query.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { usePagedList } from '#api/usePages.ts'
import { ieo, type IeoOrder } from '#contract/calls/ieo.ts'
import { formatDateTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { CardLink } from '#widgets/CardLink.tsx'
import { formatExactAmount } from '#widgets/products/rateText.ts'
import { RecordList } from '#widgets/RecordList.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Row } from '#ui/Row.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Ieo.module.css'
import { IeoApplicationStateChip } from './IeoStateChip.tsx'

const pageSize = 20
const pageOf = (pageNo: number) => apiReadQuery(ieo.ieoOrders, { pageNo, pageSize })

/** How old the list is, once it cannot be read anew. */
export function MyIeoApplicationsAgeChip() {
  const { data, error, dataUpdatedAt } = useQuery(pageOf(1))
  const isOffline = useStreamConnectionState() === 'offline'
  return <DataAgeChip at={data && (error || isOffline) ? dataAsOf(data, dataUpdatedAt) : undefined} />
}

/** Everything one has applied for, newest first; what was seen once can be read without a signal. */
export function MyIeoApplicationList() {
  const { t } = useLingui()
  const pages = usePagedList(pageOf)
  return (
    <RecordList
      pages={pages}
      failed={t`Your applications could not be read`}
      waiting={
        <Grid gap={3}>
          {[1, 2, 3].map((card) => (
            <Card key={card}>
              <Skeleton lines={4} height={1.25} />
            </Card>
          ))}
        </Grid>
      }
      empty={<EmptyState text={t`What you apply for will be here: what you won, and when it unlocks.`} />}
      frame={(cards) => <Grid gap={3}>{cards}</Grid>}
    >
      {(order) => <ApplicationCard order={order} />}
    </RecordList>
  )
}

function ApplicationCard({ order }: { order: IeoOrder }) {
  const { ieoId, name, tokenSymbol, applyNum, winNum, paidNum, createTime, status } = order
  return (
    <CardLink to={path.ieo} search={{ id: ieoId }} data-order={order.id}>
      <Row as="span" wrap align="center" justify="between" gap={3} rowGap={1} className={styles.head}>
        <strong>
          {name} ({tokenSymbol})
        </strong>
        <IeoApplicationStateChip status={status} />
      </Row>
      <Grid as="span" gap={3} rowGap={2} className={styles.pair}>
        <span>
          <Text as="span" tone="quiet">
            <Trans>Applied for</Trans>
          </Text>
          <Text as="span" size="inherit" weight="medium" tabular className={styles.figure}>
            {formatExactAmount(applyNum)}
          </Text>
        </span>
        {winNum !== null && (
          <span>
            <Text as="span" tone="quiet">
              {paidNum === null ? <Trans>Won</Trans> : <Trans>Paid for</Trans>}
            </Text>
            <Text as="span" size="inherit" weight="medium" tabular className={styles.figure}>
              {formatExactAmount(paidNum ?? winNum)}
            </Text>
          </span>
        )}
      </Grid>
      <span className={styles.quiet}>{formatDateTime(createTime)}</span>
    </CardLink>
  )
}
