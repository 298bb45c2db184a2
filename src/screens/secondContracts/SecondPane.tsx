import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useBook } from '#api/book.ts'
import { useUser } from '#api/person.ts'
import { query } from '#api/query.ts'
import { type MarketSymbol, market } from '#contract/calls/market.ts'
import { type SecondSet, secondContracts } from '#contract/calls/secondContracts.ts'
import { path } from '#sitemap'
import { Empty } from '#ui/Empty.tsx'
import { Segments } from '#ui/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { LiveChange } from '#widgets/LiveChange.tsx'
import { PriceTag } from '#widgets/PriceTag.tsx'
import { TradeStop } from '#widgets/TradeStop.tsx'
import type { PaneProps } from '#widgets/tradeSearch.ts'
import { BreakCard } from './BreakCard.tsx'
import { MinutesChart } from './MinutesChart.tsx'
import { ResultCard } from './ResultCard.tsx'
import { RunningCard } from './RunningCard.tsx'
import styles from './SecondContracts.module.css'
import type { ResultFilter } from './resultFilter.ts'
import { SecondHistory } from './SecondHistory.tsx'
import { SecondTicket } from './SecondTicket.tsx'
import { SecondTotals } from './SecondTotals.tsx'
import { useSecondOrders } from './useSecondOrders.ts'

/** Second contracts: market, ticket, what runs and what ran (product §2.6). */
export function SecondPane({ at, go }: PaneProps) {
  const { t } = useLingui()
  const user = useUser()
  const symbols = useQuery(query(market.symbols, {}))
  const sets = useQuery({ ...query(secondContracts.sets, {}), staleTime: 60_000 })
  const orders = useSecondOrders()
  const error = symbols.error ?? sets.error
  const retry = () => {
    void symbols.refetch()
    void sets.refetch()
  }
  if (user?.features.second === 'off') return <NotOffered />
  if (!symbols.data || !sets.data)
    return error ? <FailedRead title={t`The markets could not be read`} error={error} onRetry={retry} /> : <Skeleton lines={10} />
  return (
    <>
      <AgeChip at={orders.at} afterMs={20_000} />
      <Floor symbols={symbols.data} sets={sets.data} at={at} go={go} />
    </>
  )
}

function NotOffered() {
  const { t } = useLingui()
  return (
    <Empty
      text={t`Second contracts are not offered in your country. The rules of your country decide this, not your account.`}
      action={
        <ButtonLink to={path.article} search={{ id: 'second-contracts-the-odds' }} kind="secondary">
          <Trans>What second contracts are</Trans>
        </ButtonLink>
      }
    />
  )
}

interface FloorProps extends PaneProps {
  symbols: readonly MarketSymbol[]
  sets: readonly SecondSet[]
}

function Floor({ symbols, sets, at, go }: FloorProps) {
  const { t } = useLingui()
  const [result, setResult] = useState<ResultFilter>('all')
  const sold = symbols.filter((one) => sets.some((set) => set.symbol === one.symbol))
  const listed = sold.find((one) => one.symbol === at.symbol) ?? sold[0]
  const { running } = useSecondOrders()
  const head = useQuery({ ...query(secondContracts.head, { accountType: useBook() }), refetchInterval: 60_000 })
  const count = running?.length ?? 0
  if (!listed) return <Empty text={t`Nothing is sold at the moment.`} />
  const levels = running?.filter((order) => order.symbol === listed.symbol).flatMap(({ openPrice }) => openPrice ?? []) ?? []
  return (
    <>
      <Segments
        label={t`Choose a market`}
        look="line"
        value={listed.symbol}
        onChange={(next) => go({ symbol: next })}
        options={sold.map((one) => ({ value: one.symbol, label: `${one.base}/${one.quote}` }))}
      />
      <p className={styles.price}>
        <PriceTag symbol={listed.symbol} places={listed.priceScale} fallback={listed.currentPrice} size="large" />
        <LiveChange symbol={listed.symbol} fallback={listed.riseRate} />
      </p>
      <MinutesChart key={listed.symbol} symbol={listed.symbol} levels={levels} />
      <TradeStop product="second" />
      {head.data && <BreakCard head={head.data} />}
      <SecondTicket
        key={`ticket ${listed.symbol}`}
        listed={listed}
        sets={sets.filter((set) => set.symbol === listed.symbol)}
        openCount={count}
        mostOpen={head.data?.maxOpen ?? 5}
      />
      <Segments
        label={t`Orders`}
        look="line"
        value={at.book === 'history' ? 'history' : 'positions'}
        onChange={(book) => go({ book })}
        options={[
          { value: 'positions', label: t`Running (${count})` },
          { value: 'history', label: t`History` },
        ]}
      />
      {at.book === 'history' ? (
        <>
          {head.data && <SecondTotals head={head.data} />}
          <SecondHistory filter={result} onFilter={setResult} symbols={sold} />
        </>
      ) : (
        <Running listedOf={(name) => symbols.find((one) => one.symbol === name)} />
      )}
    </>
  )
}

/** Below the ticket, so that nothing moves under a thumb when one ends. */
function Running({ listedOf }: { listedOf: (symbol: string) => MarketSymbol | undefined }) {
  const { t } = useLingui()
  const { running, results, dismiss, error, retry } = useSecondOrders()
  if (running === undefined)
    return error ? <FailedRead title={t`Your contracts could not be read`} error={error} onRetry={retry} /> : <Skeleton lines={4} />
  if (running.length + results.length === 0)
    return <Empty text={t`Running contracts will be here, each with its two seconds and its prices.`} />
  return (
    <div className={styles.cards}>
      {results.map((order) => (
        <ResultCard key={order.id} order={order} listed={listedOf(order.symbol)} onDone={() => dismiss(order.id)} />
      ))}
      {running.map((order) => (
        <RunningCard key={order.id} order={order} listed={listedOf(order.symbol)} />
      ))}
    </div>
  )
}
