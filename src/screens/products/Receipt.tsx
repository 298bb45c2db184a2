import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { madeAt } from '#api/age.ts'
import { ApiError } from '#api/apiError.ts'
import { query } from '#api/query.ts'
import { useConnection } from '#api/socket.ts'
import { type ProductOrder, products } from '#contract/calls/products.ts'
import { book } from '#contract/constants.ts'
import { formatTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Check } from '#ui/icons.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { CopyValue } from '#widgets/CopyValue.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { type EarnType, readOrderSearch } from '#widgets/products/productSearch.ts'
import { exactAmount } from '#widgets/products/rateText.ts'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { SettlementLink } from '#widgets/SettlementLink.tsx'
import styles from './Earn.module.css'

export const Route = createFileRoute('/_signedIn/taoliOk')({ validateSearch: readOrderSearch, component: Receipt })

/** What was bought, when it starts, and until when it costs nothing to change one's mind. */
function Receipt() {
  const { t } = useLingui()
  const { id, type } = Route.useSearch()
  const isOffline = useConnection() === 'offline'
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery({
    ...query(products.productOrder, { id: id ?? '0' }),
    enabled: id !== undefined,
  })
  const isMissing = id === undefined || (error instanceof ApiError && error.key === 'NOT_FOUND')
  return (
    <ScreenLayout
      title={t({ message: 'Receipt', context: 'of a purchase' })}
      back={path.earnProducts}
      tone={data?.accountType === book.demo ? 'demo' : undefined}
      chips={<AgeChip at={data && (error || isOffline) ? madeAt(data, dataUpdatedAt) : undefined} />}
    >
      {data ? (
        <Bought order={data} />
      ) : isMissing ? (
        <Empty
          text={t`Nothing was bought here.`}
          action={
            <ButtonLink to={path.earnProducts} search={type ? { type } : {}} kind="secondary">
              <Trans>All products</Trans>
            </ButtonLink>
          }
        />
      ) : error ? (
        <FailedRead title={t`The receipt did not load`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Card>
          <Skeleton lines={9} height={1.25} />
        </Card>
      )}
    </ScreenLayout>
  )
}

function Bought({ order }: { order: ProductOrder }) {
  const { t } = useLingui()
  const { money, currency, name, startTime, endTime, cancelUntil } = order
  return (
    <>
      <div className={styles.hero} role="status">
        <span className={styles.done} aria-hidden="true">
          <Check />
        </span>
        <span className={styles.quiet}>{name}</span>
        <strong className={styles.figure}>
          {exactAmount(money)} {currency}
        </strong>
        <span>
          <Trans>It is in. Nothing more is needed.</Trans>
        </span>
      </div>
      <Card className={styles.stack}>
        <Facts
          rows={[
            { key: 'start', name: t`Starts`, value: formatTime(startTime) },
            ...(endTime === null ? [] : [{ key: 'end', name: t`Ends`, value: formatTime(endTime) }]),
            ...(cancelUntil === null
              ? []
              : [{ key: 'cancel', name: t`Free to cancel until`, value: formatTime(cancelUntil), strong: true }]),
            { key: 'bought', name: t({ message: 'Bought', context: 'when' }), value: formatTime(order.createTime) },
          ]}
        />
        <CopyValue label={t`Order number`} value={order.orderNo} small />
      </Card>
      <div className={styles.buttons}>
        <ButtonLink to={path.earnOrders} search={{ type: order.type as EarnType, id: order.id }} replace size="large" wide>
          <Trans>See the order</Trans>
        </ButtonLink>
        <SettlementLink type="product" id={order.id} wide />
      </div>
    </>
  )
}
