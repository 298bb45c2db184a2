import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { dataAsOf } from '#api/dataAsOf.ts'
import { ApiError } from '#api/apiError.ts'
import { apiReadQuery } from '#api/query.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { type ProductOrder, products } from '#contract/calls/products.ts'
import { accountTypes } from '#contract/constants.ts'
import { productOrderStatus, earnProductType } from '#contract/states.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '../content/DataAgeChip.tsx'
import { LoadErrorState } from '../form/LoadErrorState.tsx'
import { ScreenLayout } from '../ScreenLayout.tsx'
import { CancelProductOrderSheet } from './CancelProductOrderSheet.tsx'
import { ProductEarlyExitSheet } from './ProductEarlyExitSheet.tsx'
import { ProductOrderIncomeHistory } from './ProductOrderIncomeHistory.tsx'
import { ProductOrderNextStepText, ProductOrderStateChip } from './ProductOrderCard.tsx'
import { ProductOrderFacts, ProductOrderTroubleCards } from './ProductOrderFacts.tsx'
import { Text } from '#ui/Text.tsx'
import { Grid } from '#ui/Grid.tsx'
import styles from './Products.module.css'
import { formatExactAmount } from './rateText.ts'

interface ProductOrderScreenProps {
  id: string
  /** Where one goes back to who came from nowhere. */
  back: string
  /** What a kind has to say about it besides: between its state and its incomes. */
  children?: (order: ProductOrder) => ReactNode
}

const refetchIntervalMs = 60_000

/** One investment: how it stands, what came in, what leaving gives, and the way out. */
export function ProductOrderScreen({ id, back, children }: ProductOrderScreenProps) {
  const { t } = useLingui()
  const [sheet, setSheet] = useState<'cancel' | 'exit'>()
  const isOffline = useStreamConnectionState() === 'offline'
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery({
    ...apiReadQuery(products.productOrder, { id }),
    refetchInterval: ({ state }) => (state.data?.closeTime === null ? refetchIntervalMs : false),
  })
  // What leaving costs is told as it is now, not as it was when the page was read.
  const open = (next: 'cancel' | 'exit'): void => {
    setSheet(next)
    void refetch()
  }
  const isMissing = !data && error instanceof ApiError && error.key === 'NOT_FOUND'
  return (
    <ScreenLayout
      title={data ? data.name : t({ message: 'Order', context: 'an investment' })}
      back={back}
      tone={data?.accountType === accountTypes.demo ? 'demo' : undefined}
      chips={<DataAgeChip at={data && (error || isOffline) ? dataAsOf(data, dataUpdatedAt) : undefined} />}
      bottom={data && canLeave(data) && <EarlyExitActions order={data} isOffline={isOffline} onSheet={open} />}
    >
      {data ? (
        <>
          <Card>
            <Grid center gap={1} className={styles.hero}>
              <ProductOrderStateChip order={data} />
              <OrderHero order={data} />
              <Text as="span" tone="muted">
                <ProductOrderNextStepText order={data} />
              </Text>
            </Grid>
          </Card>
          <ProductOrderTroubleCards order={data} />
          {children?.(data)}
          <ProductOrderFacts order={data} />
          <OrderIncomes order={data} />
        </>
      ) : isMissing ? (
        <EmptyState text={t`Nothing of yours has this number.`} />
      ) : error ? (
        <LoadErrorState title={t`The order could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Card>
          <Skeleton lines={10} height={1.25} />
        </Card>
      )}
      {data && sheet === 'cancel' && <CancelProductOrderSheet order={data} onClose={() => setSheet(undefined)} />}
      {data && sheet === 'exit' && <ProductEarlyExitSheet order={data} isRead={!isFetching} onClose={() => setSheet(undefined)} />}
    </ScreenLayout>
  )
}

/** Nothing of a fund, whose value moves instead, nor of what was cancelled before it began. */
function OrderIncomes({ order }: { order: ProductOrder }) {
  const { t } = useLingui()
  const { type, status, num, incomeCurrency } = order
  if (type === earnProductType.quant || status === productOrderStatus.cancelled) return null
  if (type === earnProductType.debt) {
    return (
      <Section title={t`Interest paid`}>
        <ProductOrderIncomeHistory order={order} empty={<Trans>No interest has come in yet.</Trans>} />
      </Section>
    )
  }
  // The day of a machine is what one brought, not a rate.
  const perMachineFormat = num !== undefined && { format: (value: string) => `${formatExactAmount(value)} ${incomeCurrency}` }
  return (
    <Section title={t`Income by day`}>
      <ProductOrderIncomeHistory order={order} {...perMachineFormat} />
    </Section>
  )
}

function OrderHero({ order: { type, money, value, currency } }: { order: ProductOrder }) {
  const paid = formatExactAmount(money)
  // What is lent is not worth what was agreed until it has come back.
  if (value === null || type === earnProductType.debt) {
    return (
      <Text as="strong" size="h1" weight="strong" tabular className={styles.amount}>
        {paid} {currency}
      </Text>
    )
  }
  return (
    <>
      <Text as="strong" size="h1" weight="strong" tabular className={styles.amount}>
        {formatExactAmount(value)} {currency}
      </Text>
      <Text as="span" tone="muted">
        <Trans>
          Put in: {paid} {currency}
        </Trans>
      </Text>
    </>
  )
}

interface EarlyExitActionsProps {
  order: ProductOrder
  isOffline: boolean
  onSheet(sheet: 'cancel' | 'exit'): void
}

const canLeave = ({ cancelUntil, redeemableNow }: ProductOrder): boolean => cancelUntil !== null || redeemableNow !== null

/** What leaving now gives stands on the button that does it. Nothing where nothing can be left. */
function EarlyExitActions({ order: { cancelUntil, redeemableNow, units, currency }, isOffline, onSheet }: EarlyExitActionsProps) {
  const { t } = useLingui()
  const reason = isOffline ? t`Needs a connection` : undefined
  const amount = redeemableNow === null ? '' : formatExactAmount(redeemableNow)
  return (
    <>
      {cancelUntil !== null && (
        <Button kind="secondary" size="large" wide disabled={isOffline} reason={reason} onClick={() => onSheet('cancel')}>
          <Trans>Cancel, all of it comes back</Trans>
        </Button>
      )}
      {redeemableNow !== null && (
        <Button kind="secondary" size="large" wide disabled={isOffline} reason={reason} onClick={() => onSheet('exit')}>
          {units === null ? (
            <Trans>
              Leave now: {amount} {currency} back
            </Trans>
          ) : (
            <Trans>Sell units</Trans>
          )}
        </Button>
      )}
    </>
  )
}
