import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiReadQuery } from '#api/query.ts'
import { type MarketWithPrice, market } from '#contract/calls/market.ts'
import { type SecondContractOffer, secondContracts } from '#contract/calls/secondContracts.ts'
import { EmptyState } from '#ui/Empty.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { LivePriceChange } from '#widgets/market/LivePriceChange.tsx'
import { LivePriceTag } from '#widgets/market/LivePriceTag.tsx'
import { TradeRestrictionCard } from '#widgets/trading/TradeRestrictionCard.tsx'
import type { TradePaneProps } from '#widgets/trading/tradeSearch.ts'
import { TradingEndNotice } from '#widgets/market/TradingEndNotice.tsx'
import { firstOpenOrFirstMarket } from '#widgets/market/defaultMarket.ts'
import { withoutDelistedMarkets } from '#widgets/market/tradingEnd.ts'
import { SuggestBreakCard } from './SuggestBreakCard.tsx'
import { SecondContractPriceChart } from './SecondContractPriceChart.tsx'
import { SecondContractResultCard } from './SecondContractResultCard.tsx'
import { RunningSecondContractCard } from './RunningSecondContractCard.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Row } from '#ui/Row.tsx'
import type { SecondContractResultFilter } from './resultFilter.ts'
import { SecondContractHistory } from './SecondContractHistory.tsx'
import { SecondContractTicket } from './SecondContractTicket.tsx'
import { SecondContractTotals } from './SecondContractTotals.tsx'
import { useSecondContractSummary, useRunningAndJustEndedSecondContracts } from './useSecondOrders.ts'

/** Second contracts: market, ticket, what runs and what ran (docs/rules/timed-contracts.md). */
export function SecondContractPane({ at, go }: TradePaneProps) {
  const { t } = useLingui()
  const symbols = useQuery(apiReadQuery(market.symbols, {}))
  const sets = useQuery({ ...apiReadQuery(secondContracts.sets, {}), staleTime: 60_000 })
  const orders = useRunningAndJustEndedSecondContracts()
  const error = symbols.error ?? sets.error
  const retry = () => {
    void symbols.refetch()
    void sets.refetch()
  }
  if (!symbols.data || !sets.data)
    return error ? <LoadErrorState title={t`The markets could not be read`} error={error} onRetry={retry} /> : <Skeleton lines={10} />
  return (
    <>
      <DataAgeChip at={orders.at} afterMs={20_000} />
      <SecondContractTradeView symbols={symbols.data} sets={sets.data} at={at} go={go} />
    </>
  )
}

interface FloorProps extends TradePaneProps {
  symbols: readonly MarketWithPrice[]
  sets: readonly SecondContractOffer[]
}

function SecondContractTradeView({ symbols, sets, at, go }: FloorProps) {
  const { t } = useLingui()
  const [result, setResult] = useState<SecondContractResultFilter>('all')
  const offeredMarkets = symbols.filter((one) => sets.some((set) => set.symbol === one.symbol))
  const traded = withoutDelistedMarkets(offeredMarkets)
  const listedMarket = traded.find((one) => one.symbol === at.symbol) ?? firstOpenOrFirstMarket(traded)
  const { running } = useRunningAndJustEndedSecondContracts()
  const head = useSecondContractSummary()
  const count = running?.length ?? 0
  if (!listedMarket) return <EmptyState text={t`Nothing is sold at the moment.`} />
  const levels = running?.filter((order) => order.symbol === listedMarket.symbol).flatMap(({ openPrice }) => openPrice ?? []) ?? []
  return (
    <>
      <SegmentedControl
        label={t`Choose a market`}
        look="line"
        value={listedMarket.symbol}
        onChange={(next) => go({ symbol: next })}
        options={traded.map((one) => ({ value: one.symbol, label: `${one.base}/${one.quote}` }))}
      />
      <Row as="p" wrap align="center" gap={2}>
        <LivePriceTag symbol={listedMarket.symbol} places={listedMarket.priceScale} fallback={listedMarket.currentPrice} size="large" />
        <LivePriceChange symbol={listedMarket.symbol} fallback={listedMarket.riseRate} />
      </Row>
      <SecondContractPriceChart key={listedMarket.symbol} symbol={listedMarket.symbol} levels={levels} />
      <TradingEndNotice market={listedMarket} />
      <TradeRestrictionCard product="second" />
      {head.data && <SuggestBreakCard head={head.data} />}
      <SecondContractTicket
        key={`ticket ${listedMarket.symbol}`}
        listed={listedMarket}
        sets={sets.filter((set) => set.symbol === listedMarket.symbol)}
        openCount={count}
        mostOpen={head.data?.maxOpen ?? 5}
      />
      <SegmentedControl
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
          {head.data && <SecondContractTotals head={head.data} />}
          <SecondContractHistory filter={result} onFilter={setResult} symbols={offeredMarkets} />
        </>
      ) : (
        <RunningSecondContracts marketOf={(name) => symbols.find((one) => one.symbol === name)} />
      )}
    </>
  )
}

/** Below the ticket, so that nothing moves under a thumb when one ends. */
function RunningSecondContracts({ marketOf }: { marketOf: (symbol: string) => MarketWithPrice | undefined }) {
  const { t } = useLingui()
  const { running, results, dismiss, error, retry } = useRunningAndJustEndedSecondContracts()
  if (running === undefined)
    return error ? <LoadErrorState title={t`Your contracts could not be read`} error={error} onRetry={retry} /> : <Skeleton lines={4} />
  if (running.length + results.length === 0)
    return <EmptyState text={t`Running contracts will be here, each with its two seconds and its prices.`} />
  return (
    <Grid gap={3}>
      {results.map((order) => (
        <SecondContractResultCard key={order.id} order={order} listed={marketOf(order.symbol)} onDone={() => dismiss(order.id)} />
      ))}
      {running.map((order) => (
        <RunningSecondContractCard key={order.id} order={order} listed={marketOf(order.symbol)} />
      ))}
    </Grid>
  )
}
