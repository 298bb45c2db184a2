import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { madeAt } from '#api/age.ts'
import { ApiError } from '#api/apiError.ts'
import { useBook, useBookTone } from '#api/book.ts'
import { query } from '#api/query.ts'
import { useConnection } from '#api/socket.ts'
import { products } from '#contract/calls/products.ts'
import { productType } from '#contract/states.ts'
import { formatAmount } from '#i18n/number.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { BackingLine } from '#widgets/products/BackingLine.tsx'
import { DayInputs } from '#widgets/products/DayInputs.tsx'
import { DaysChart } from '#widgets/products/DaysChart.tsx'
import { ProductRisks } from '#widgets/products/ProductRisks.tsx'
import { exactAmount } from '#widgets/products/rateText.ts'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { BuyBar } from './BuyBar.tsx'
import { DayOutput, MachineSpec, MachineTerms, PublishedValues } from './MachineFacts.tsx'
import { MinerSheet } from './MinerSheet.tsx'
import styles from './Mining.module.css'
import { readMachineSearch } from './miningSearch.ts'
import { Outlooks } from './Outlooks.tsx'

export const Route = createFileRoute('/_signedIn/kuangchiDetail')({ component: MachineScreen, validateSearch: readMachineSearch })

const shownDays = 30

/** One machine: what it is, what it brings today, whether that pays for it, and buying so many (product §4.2 row 26). */
function MachineScreen() {
  const { t } = useLingui()
  const { id = '' } = Route.useSearch()
  const navigate = useNavigate()
  const accountType = useBook()
  const isOffline = useConnection() === 'offline'
  const [order, setOrder] = useState<{ productId: string; accountType: 1 | 2; num: number }>()
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery({
    ...query(products.product, { id, accountType }),
    enabled: id !== '',
  })
  const machine = data?.type === productType.miner ? data : undefined
  const isMissing = id === '' || (data && !machine) || (!data && error instanceof ApiError && error.key === 'NOT_FOUND')
  const miner = machine?.miner
  const inUsdt = miner && formatAmount(miner.dayNetUsdt, 2)
  return (
    <ScreenLayout
      title={machine ? machine.name : t`Mining machine`}
      back={path.mining}
      tone={useBookTone()}
      chips={<AgeChip at={data && (error || isOffline) ? madeAt(data, dataUpdatedAt) : undefined} />}
      bottom={machine && <BuyBar product={machine} onBuy={(num) => setOrder({ productId: id, accountType, num })} />}
    >
      {isMissing ? (
        <Empty
          text={t`This machine is not offered.`}
          action={
            <ButtonLink to={path.mining} kind="secondary">
              <Trans>See the machines</Trans>
            </ButtonLink>
          }
        />
      ) : machine ? (
        <>
          {miner ? (
            <>
              <Card>
                <div className={styles.hero}>
                  <span className={styles.quiet}>
                    <Trans>A day after power, today</Trans>
                  </span>
                  <strong className={styles.amount}>
                    {exactAmount(miner.dayNet)} {machine.incomeCurrency}
                  </strong>
                  <span className={styles.quiet}>≈ {inUsdt} USDT</span>
                </div>
              </Card>
              <Section title={t`Does it pay back?`}>
                <Card>
                  <Outlooks miner={miner} termDays={machine.days} />
                </Card>
              </Section>
              <Section title={t`Where a day's output comes from`}>
                <Card>
                  <DayOutput miner={miner} coin={machine.incomeCurrency} />
                </Card>
              </Section>
            </>
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
                <MachineSpec miner={miner} />
              </Card>
            </Section>
          )}
          <Section title={t`Terms`}>
            <Card>
              <MachineTerms product={machine} />
            </Card>
          </Section>
          <Section title={t`What can go wrong`}>
            <Card>
              <ProductRisks product={machine} />
            </Card>
          </Section>
          <Section title={t`What stands behind it`}>
            <Card>
              <p>
                <BackingLine backing={machine.backing} />
              </p>
            </Card>
          </Section>
          <Card flush>
            <PublishedValues />
          </Card>
        </>
      ) : error ? (
        <FailedRead title={t`The machine could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Card>
          <Skeleton lines={10} height={1.25} />
        </Card>
      )}
      {machine && order && (
        <MinerSheet
          name={machine.name}
          order={order}
          onCancel={() => setOrder(undefined)}
          onBought={(bought) => {
            toast(t`It is in. Nothing more is needed.`, { tone: 'good' })
            void navigate({ to: path.miningOrders, search: { id: bought.id } })
          }}
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
  const { data } = useQuery(query(products.productDays, { id, accountType, days: shownDays }))
  if (!data || data.length === 0) return null
  return (
    <Section title={t`The days before`}>
      <Card className={styles.words}>
        <DaysChart
          days={data}
          look="columns"
          format={(value) => `${exactAmount(value)} ${coin}`}
          label={t`What one machine brought, by day`}
        >
          {(day) => <DayInputs day={day} />}
        </DaysChart>
        {zeroDays !== undefined && (
          <p className={styles.quiet}>
            <Plural
              value={zeroDays}
              _0="It stood still on none of the last days."
              one="It stood still on # of the last days."
              other="It stood still on # of the last days."
            />
          </p>
        )}
      </Card>
    </Section>
  )
}
