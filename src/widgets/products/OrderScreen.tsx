import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { madeAt } from '#api/age.ts'
import { ApiError } from '#api/apiError.ts'
import { query } from '#api/query.ts'
import { useConnection } from '#api/socket.ts'
import { type ProductOrder, products } from '#contract/calls/products.ts'
import { book } from '#contract/constants.ts'
import { productOrderStatus, productType } from '#contract/states.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { CancelSheet } from './CancelSheet.tsx'
import { ExitSheet } from './ExitSheet.tsx'
import { IncomeHistory } from './IncomeHistory.tsx'
import { NextStep, OrderState } from './OrderCard.tsx'
import { OrderFacts, OrderTrouble } from './OrderFacts.tsx'
import styles from './Products.module.css'
import { exactAmount } from './rateText.ts'

interface OrderScreenProps {
  id: string
  /** Where one goes back to who came from nowhere. */
  back: string
  /** What a kind has to say about it besides: between its state and its incomes. */
  children?: (order: ProductOrder) => ReactNode
}

const againMs = 60_000

/** One investment: how it stands, what came in, what leaving gives, and the way out. */
export function OrderScreen({ id, back, children }: OrderScreenProps) {
  const { t } = useLingui()
  const [sheet, setSheet] = useState<'cancel' | 'exit'>()
  const isOffline = useConnection() === 'offline'
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery({
    ...query(products.productOrder, { id }),
    refetchInterval: ({ state }) => (state.data?.closeTime === null ? againMs : false),
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
      tone={data?.accountType === book.demo ? 'demo' : undefined}
      chips={<AgeChip at={data && (error || isOffline) ? madeAt(data, dataUpdatedAt) : undefined} />}
      bottom={data && canLeave(data) && <WaysOut order={data} isOffline={isOffline} onSheet={open} />}
    >
      {data ? (
        <>
          <Card>
            <div className={styles.hero}>
              <OrderState order={data} />
              <Hero order={data} />
              <span className={styles.quiet}>
                <NextStep order={data} />
              </span>
            </div>
          </Card>
          <OrderTrouble order={data} />
          {children?.(data)}
          <OrderFacts order={data} />
          <Incomes order={data} />
        </>
      ) : isMissing ? (
        <Empty text={t`Nothing of yours has this number.`} />
      ) : error ? (
        <FailedRead title={t`The order could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Card>
          <Skeleton lines={10} height={1.25} />
        </Card>
      )}
      {data && sheet === 'cancel' && <CancelSheet order={data} onClose={() => setSheet(undefined)} />}
      {data && sheet === 'exit' && <ExitSheet order={data} isRead={!isFetching} onClose={() => setSheet(undefined)} />}
    </ScreenLayout>
  )
}

/** Nothing of a fund, whose value moves instead, nor of what was cancelled before it began. */
function Incomes({ order }: { order: ProductOrder }) {
  const { t } = useLingui()
  const { type, status, num, incomeCurrency } = order
  if (type === productType.quant || status === productOrderStatus.cancelled) return null
  if (type === productType.debt) {
    return (
      <Section title={t`Interest paid`}>
        <IncomeHistory order={order} empty={<Trans>No interest has come in yet.</Trans>} />
      </Section>
    )
  }
  // The day of a machine is what one brought, not a rate.
  const byMachine = num !== undefined && { format: (value: string) => `${exactAmount(value)} ${incomeCurrency}` }
  return (
    <Section title={t`Income by day`}>
      <IncomeHistory order={order} {...byMachine} />
    </Section>
  )
}

function Hero({ order: { type, money, value, currency } }: { order: ProductOrder }) {
  const paid = exactAmount(money)
  // What is lent is not worth what was agreed until it has come back.
  if (value === null || type === productType.debt) {
    return (
      <strong className={styles.amount}>
        {paid} {currency}
      </strong>
    )
  }
  return (
    <>
      <strong className={styles.amount}>
        {exactAmount(value)} {currency}
      </strong>
      <span className={styles.quiet}>
        <Trans>
          Put in: {paid} {currency}
        </Trans>
      </span>
    </>
  )
}

interface WaysOutProps {
  order: ProductOrder
  isOffline: boolean
  onSheet(sheet: 'cancel' | 'exit'): void
}

const canLeave = ({ cancelUntil, redeemableNow }: ProductOrder): boolean => cancelUntil !== null || redeemableNow !== null

/** What leaving now gives stands on the button that does it. Nothing where nothing can be left. */
function WaysOut({ order: { cancelUntil, redeemableNow, units, currency }, isOffline, onSheet }: WaysOutProps) {
  const { t } = useLingui()
  const reason = isOffline ? t`Needs a connection` : undefined
  const amount = redeemableNow === null ? '' : exactAmount(redeemableNow)
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
