import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { dataAsOf } from '#api/dataAsOf.ts'
import { ApiError } from '#api/apiError.ts'
import { useAccountType, useAccountScreenTone } from '#api/accountType.ts'
import { apiReadQuery } from '#api/query.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { type EarnProductDetail, products } from '#contract/calls/products.ts'
import { earnProductType } from '#contract/states.ts'
import { formatAmount } from '#i18n/number.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { ProductBackingText } from '#widgets/products/ProductBackingText.tsx'
import { ProductDayCalculationInputList } from '#widgets/products/ProductDayCalculationInputList.tsx'
import { ProductDaysChart } from '#widgets/products/ProductDaysChart.tsx'
import { ProductFaq } from '#widgets/products/ProductFaq.tsx'
import { ProductRiskList } from '#widgets/products/ProductRiskList.tsx'
import { formatExactAmount } from '#widgets/products/rateText.ts'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { BuyMiningMachineBar } from './BuyMiningMachineBar.tsx'
import { MiningDayOutput, MiningMachineSpec, MiningMachineTerms, MiningPriceRecordLink } from './MachineFacts.tsx'
import { BuyMiningMachineSheet } from './BuyMiningMachineSheet.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Mining.module.css'
import { readMiningMachineSearchParams } from './miningSearch.ts'
import { MiningOutlooks } from './MiningOutlooks.tsx'

export const Route = createFileRoute('/_signedIn/kuangchiDetail')({
  component: MachineScreen,
  validateSearch: readMiningMachineSearchParams,
})

const shownDays = 30

/** One machine: what it is, what it brings today, whether that pays for it, and buying so many. */
function MachineScreen() {
  const { t } = useLingui()
  const { id = '' } = Route.useSearch()
  const navigate = useNavigate()
  const accountType = useAccountType()
  const isOffline = useStreamConnectionState() === 'offline'
  const [order, setOrder] = useState<{ productId: string; accountType: 1 | 2; num: number }>()
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery({
    ...apiReadQuery(products.product, { id, accountType }),
    enabled: id !== '',
  })
  const machine = data?.type === earnProductType.miner ? data : undefined
  const isMissing = id === '' || (data && !machine) || (!data && error instanceof ApiError && error.key === 'NOT_FOUND')
  return (
    <ScreenLayout
      title={machine ? machine.name : t`Mining machine`}
      back={path.mining}
      tone={useAccountScreenTone()}
      chips={<DataAgeChip at={data && (error || isOffline) ? dataAsOf(data, dataUpdatedAt) : undefined} />}
      bottom={machine && <BuyMiningMachineBar product={machine} onBuy={(num) => setOrder({ productId: id, accountType, num })} />}
    >
      {isMissing ? (
        <EmptyState
          text={t`This machine is not offered.`}
          action={
            <ButtonLink to={path.mining} kind="secondary">
              <Trans>See the machines</Trans>
            </ButtonLink>
          }
        />
      ) : machine ? (
        <Offer machine={machine} accountType={accountType} />
      ) : error ? (
        <LoadErrorState title={t`The machine could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Card>
          <Skeleton lines={10} height={1.25} />
        </Card>
      )}
      {machine && order && (
        <BuyMiningMachineSheet
          name={machine.name}
          order={order}
          onCancel={() => setOrder(undefined)}
          onBought={({ id: bought }) => void navigate({ to: path.miningOrders, search: { id: bought } })}
        />
      )}
    </ScreenLayout>
  )
}

interface PastProps {
  id: string
  accountType: 1 | 2
  coin: string
  zeroDays: number | undefined
}

/** What one machine brought on the days before; nothing while no day is over. */
function Past({ id, accountType, coin, zeroDays }: PastProps) {
  const { t } = useLingui()
  const { data } = useQuery(apiReadQuery(products.productDays, { id, accountType, days: shownDays }))
  if (!data || data.length === 0) return null
  return (
    <Section title={t`The days before`}>
      <Grid as={Card} gap={3}>
        <ProductDaysChart
          days={data}
          look="columns"
          format={(value) => `${formatExactAmount(value)} ${coin}`}
          label={t`What one machine brought, by day`}
        >
          {(day) => <ProductDayCalculationInputList day={day} />}
        </ProductDaysChart>
        {zeroDays !== undefined && (
          <Text tone="muted">
            <Plural
              value={zeroDays}
              _0="It stood still on none of the last days."
              one="It stood still on # of the last days."
              other="It stood still on # of the last days."
            />
          </Text>
        )}
      </Grid>
    </Section>
  )
}

/** What it brings, what it is, and what can go wrong. */
function Offer({ machine, accountType }: { machine: EarnProductDetail; accountType: 1 | 2 }) {
  const { t } = useLingui()
  const { miner } = machine
  return (
    <>
      {miner ? (
        <DayAfterPower miner={miner} machine={machine} />
      ) : (
        <Card tone="warn">
          <p>
            <Trans>Today's values are not published yet, so nobody can say what it brings. It is not sold until they are.</Trans>
          </p>
        </Card>
      )}
      <Past id={machine.id} accountType={accountType} coin={machine.incomeCurrency} zeroDays={machine.last30?.zeroDays} />
      {miner && (
        <Section title={t`The machine`}>
          <Card>
            <MiningMachineSpec miner={miner} />
          </Card>
        </Section>
      )}
      <Section title={t`Terms`}>
        <Card>
          <MiningMachineTerms product={machine} />
        </Card>
      </Section>
      <Section title={t`What can go wrong`}>
        <Card>
          <ProductRiskList product={machine} />
        </Card>
      </Section>
      <Section title={t`What stands behind it`}>
        <Card>
          <p>
            <ProductBackingText backing={machine.backing} />
          </p>
        </Card>
      </Section>
      <ProductFaq faq={machine.faq} />
      <Card flush>
        <MiningPriceRecordLink />
      </Card>
    </>
  )
}

function DayAfterPower({ miner, machine }: { miner: NonNullable<EarnProductDetail['miner']>; machine: EarnProductDetail }) {
  const { t } = useLingui()
  const inUsdt = formatAmount(miner.dayNetUsdt, 2)
  return (
    <>
      <Card>
        <Grid center gap={1} className={styles.hero}>
          <Text as="span" tone="muted">
            <Trans>A day after power, today</Trans>
          </Text>
          <Text as="strong" size="h1" weight="strong" tabular className={styles.amount}>
            {formatExactAmount(miner.dayNet)} {machine.incomeCurrency}
          </Text>
          <Text as="span" tone="muted">
            ≈ {inUsdt} USDT
          </Text>
        </Grid>
      </Card>
      <Section title={t`Does it pay back?`}>
        <Card>
          <MiningOutlooks miner={miner} termDays={machine.days} />
        </Card>
      </Section>
      <Section title={t`Where a day's output comes from`}>
        <Card>
          <MiningDayOutput miner={miner} coin={machine.incomeCurrency} />
        </Card>
      </Section>
    </>
  )
}
