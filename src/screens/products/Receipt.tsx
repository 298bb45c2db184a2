import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { dataAsOf } from '#api/dataAsOf.ts'
import { ApiError } from '#api/apiError.ts'
import { apiReadQuery } from '#api/query.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { type ProductOrder, products } from '#contract/calls/products.ts'
import { accountTypes } from '#contract/constants.ts'
import { formatDateTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { CheckIcon } from '#ui/icons/icons.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { CopyableValue } from '#widgets/money/CopyableValue.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { type ArbitragePledgeQuantType, readProductOrderSearchParams } from '#widgets/products/productSearch.ts'
import { formatExactAmount } from '#widgets/products/rateText.ts'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { SettlementLink } from '#widgets/priceRecord/SettlementLink.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Earn.module.css'

export const Route = createFileRoute('/_signedIn/taoliOk')({ validateSearch: readProductOrderSearchParams, component: Receipt })

/** What was bought, when it starts, and until when it costs nothing to change one's mind. */
function Receipt() {
  const { t } = useLingui()
  const { id, type } = Route.useSearch()
  const isOffline = useStreamConnectionState() === 'offline'
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery({
    ...apiReadQuery(products.productOrder, { id: id ?? '0' }),
    enabled: id !== undefined,
  })
  const isMissing = id === undefined || (error instanceof ApiError && error.key === 'NOT_FOUND')
  return (
    <ScreenLayout
      title={t({ message: 'Receipt', context: 'of a purchase' })}
      back={path.earnProducts}
      tone={data?.accountType === accountTypes.demo ? 'demo' : undefined}
      chips={<DataAgeChip at={data && (error || isOffline) ? dataAsOf(data, dataUpdatedAt) : undefined} />}
    >
      {data ? (
        <BoughtOrderReceipt order={data} />
      ) : isMissing ? (
        <EmptyState
          text={t`Nothing was bought here.`}
          action={
            <ButtonLink to={path.earnProducts} search={type ? { type } : {}} kind="secondary">
              <Trans>All products</Trans>
            </ButtonLink>
          }
        />
      ) : error ? (
        <LoadErrorState title={t`The receipt did not load`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Card>
          <Skeleton lines={9} height={1.25} />
        </Card>
      )}
    </ScreenLayout>
  )
}

function BoughtOrderReceipt({ order }: { order: ProductOrder }) {
  const { t } = useLingui()
  const { money, currency, name, startTime, endTime, cancelUntil } = order
  return (
    <>
      <div className={styles.hero} role="status">
        <span className={styles.done} aria-hidden="true">
          <CheckIcon />
        </span>
        <Text as="span" tone="muted">
          {name}
        </Text>
        <Text as="strong" size="h1" weight="strong" tabular>
          {formatExactAmount(money)} {currency}
        </Text>
        <span>
          <Trans>It is in. Nothing more is needed.</Trans>
        </span>
      </div>
      <Grid as={Card} gap={3}>
        <DescriptionList
          rows={[
            { key: 'start', name: t`Starts`, value: formatDateTime(startTime) },
            ...(endTime === null ? [] : [{ key: 'end', name: t`Ends`, value: formatDateTime(endTime) }]),
            ...(cancelUntil === null
              ? []
              : [{ key: 'cancel', name: t`Free to cancel until`, value: formatDateTime(cancelUntil), strong: true }]),
            { key: 'bought', name: t({ message: 'Bought', context: 'when' }), value: formatDateTime(order.createTime) },
          ]}
        />
        <CopyableValue label={t`Order number`} value={order.orderNo} small />
      </Grid>
      <Grid gap={3}>
        <ButtonLink to={path.earnOrders} search={{ type: order.type as ArbitragePledgeQuantType, id: order.id }} replace size="large" wide>
          <Trans>See the order</Trans>
        </ButtonLink>
        <SettlementLink type="product" id={order.id} wide />
      </Grid>
    </>
  )
}
