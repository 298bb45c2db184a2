import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, type SearchSchemaInput, useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { dataAsOf } from '#api/dataAsOf.ts'
import { useProductAvailability } from '#api/features.ts'
import { isContractOfferedRealOrDemo } from '#rules/contractOffers.ts'
import { consumeEmbeddedReply } from '#api/embeddedReply.ts'
import { apiReadQuery } from '#api/query.ts'
import { queryClient } from '#api/queryClient.ts'
import { useHasToken } from '#api/session.ts'
import { type Candle, type MarketWithPrice, market, type CandlePeriod } from '#contract/calls/market.ts'
import { toggleFavouriteMarket, useDevicePreference } from '#device/preferences.ts'
import { formatDateTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { Chip } from '#ui/Chip.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { StarIcon, StarFilledIcon } from '#ui/icons/listIcons.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { candlesQuery } from '#widgets/market/candlesQuery.ts'
import { priceDataGapsInCandles } from '#widgets/market/priceDataGaps.ts'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { useArrangeForHand } from '#widgets/trading/useHandedOrder.ts'
import { isDelisted } from '#widgets/market/tradingEnd.ts'
import { TradingEndNotice } from '#widgets/market/TradingEndNotice.tsx'
import { ChartTextAlternative } from './ChartTextAlternative.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import { MarketChart } from './MarketChart.tsx'
import { type ChartSearchParams, type ChartTab, readChartSearchParams } from './chartSearch.ts'
import { useChartDescription } from './useChartWords.ts'
import { DepthTab } from './DepthTab.tsx'
import { PriceHeader } from './PriceHeader.tsx'
import { MarketActivityLine } from './MarketActivityLine.tsx'
import { SymbolFacts } from './SymbolFacts.tsx'
import { ExchangeTradesTab } from './ExchangeTradesTab.tsx'
import { useOwnChartTrades } from './useOwnChartTrades.ts'

export const Route = createFileRoute('/kline')({
  component: ChartScreen,
  validateSearch: readChartSearchParams,
  // Asked for before the screen is drawn.
  loader: ({ location: { search } }) => {
    const { symbol, period } = readChartSearchParams(search as Partial<ChartSearchParams> & SearchSchemaInput)
    consumeEmbeddedReply(market.symbols, {})
    void queryClient.prefetchQuery(apiReadQuery(market.symbols, {}))
    void queryClient.prefetchQuery(candlesQuery({ symbol, period, limit: barsRead }))
  },
})

const barsRead = 300

/** Bars from before the record began are made by the generator, and must not pass for recorded ones (docs/rules/prices.md). */
function GeneratedNote({ candles }: { candles: readonly Candle[] | undefined }) {
  const newest = candles?.findLast((bar) => bar[6] === 'GEN')
  if (!newest) return null
  const until = formatDateTime(newest[0])
  return (
    <Text tone="muted">
      <Chip tone="violet">
        <Trans>Generated history</Trans>
      </Chip>{' '}
      <Trans>Bars up to {until} come from our published generator, from before the price record began.</Trans>
    </Text>
  )
}

/** Times in which nothing was recorded: no bar and no line stands for them. */
function GapNote({
  candles,
  period,
  category,
}: {
  candles: readonly Candle[] | undefined
  period: CandlePeriod
  category: MarketWithPrice['category']
}) {
  const gaps = priceDataGapsInCandles(candles ?? [], period, category)
  const newest = gaps.at(-1)
  const count = gaps.length
  if (!newest) return null
  const [from, until] = [formatDateTime(newest.fromMs), formatDateTime(newest.untilMs)]
  return (
    <Text tone="muted">
      {count === 1 ? (
        <Trans>
          No prices from {from} to {until}. The dotted line stands for that time.
        </Trans>
      ) : (
        <Trans>
          {count} times without prices, the last from {from} to {until}. The dotted lines stand for them.
        </Trans>
      )}
    </Text>
  )
}

function ChartScreen() {
  const { t } = useLingui()
  const { symbol } = Route.useSearch()
  const symbols = useQuery(apiReadQuery(market.symbols, {}))
  // An answer draws the whole screen: a piece at a time.
  const all = useDeferredValue(symbols.data)
  const listed = all?.find((one) => one.symbol === symbol)
  return (
    <ScreenLayout
      title={listed ? `${listed.base}/${listed.quote}` : symbol}
      back
      simulated={listed?.feedMode === 'SIM'}
      actions={<FavouriteButton symbol={symbol} />}
      bottom={listed && !isDelisted(listed) && <Actions listed={listed} />}
    >
      {listed ? (
        <ListedChart listed={listed} asOf={dataAsOf(all, symbols.dataUpdatedAt)} />
      ) : symbols.isPending || all !== symbols.data ? (
        <>
          <Skeleton lines={2} />
          <Skeleton height="22rem" />
          <Skeleton lines={3} />
        </>
      ) : symbols.error ? (
        <LoadErrorState title={t`The market could not be read`} error={symbols.error} onRetry={() => void symbols.refetch()} />
      ) : (
        <EmptyState
          text={t`We do not list ${symbol}.`}
          action={
            <ButtonLink to={path.markets} kind="secondary">
              <Trans>See all markets</Trans>
            </ButtonLink>
          }
        />
      )}
    </ScreenLayout>
  )
}

/** An alert and a ticket. While the market is closed, no ticket takes an order: the alert comes first. */
function Actions({ listed: { symbol, category, tradable, session } }: { listed: MarketWithPrice }) {
  const handed = useArrangeForHand()
  const hasToken = useHasToken()
  const mode = isContractOfferedRealOrDemo(useProductAvailability(), category) ? 'contract' : 'spot'
  return (
    <Grid columns={2} gap={3}>
      {handed(
        <ButtonLink key="alert" to={path.alerts} search={{ symbol }} kind={session.open ? 'secondary' : 'primary'} size="large" wide>
          <Trans context="button: be told of a price">Alert</Trans>
        </ButtonLink>,
        !hasToken && tradable.contract ? (
          // Whoever has no account is not asked for one: the same ticket, with play money.
          <ButtonLink
            key="practice"
            to={path.demoTrading}
            search={{ symbol }}
            kind={session.open ? 'primary' : 'secondary'}
            size="large"
            wide
          >
            <Trans context="button: trade with play money">Practice</Trans>
          </ButtonLink>
        ) : (
          (mode === 'contract' || tradable.spot) && (
            <ButtonLink
              key="trade"
              to={path.contracts}
              search={{ mode, symbol }}
              kind={session.open ? 'primary' : 'secondary'}
              size="large"
              wide
            >
              <Trans>Trade</Trans>
            </ButtonLink>
          )
        ),
      )}
    </Grid>
  )
}

function FavouriteButton({ symbol }: { symbol: string }) {
  const { t } = useLingui()
  const isFavourite = useDevicePreference('favourites').includes(symbol)
  return (
    <IconButton
      icon={isFavourite ? <StarFilledIcon /> : <StarIcon />}
      label={isFavourite ? t`Remove from favourites` : t`Add to favourites`}
      aria-pressed={isFavourite}
      onClick={() => toggleFavouriteMarket(symbol)}
    />
  )
}

function ListedChart({ listed, asOf }: { listed: MarketWithPrice; asOf: number }) {
  const { t } = useLingui()
  const { symbol, period, full = false } = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const candles = useQuery(candlesQuery({ symbol, period, limit: barsRead }))
  const bars = useDeferredValue(candles.data)
  // What is to be said of the bars stands above the rest: that comes with it, rather than moving down for it.
  const [isSettled, setSettled] = useState(false)
  if (!isSettled && (bars || candles.isError)) setSettled(true)
  const trades = useOwnChartTrades(symbol)
  const words = useChartDescription(listed, bars, trades.open.length)
  return (
    <>
      <PriceHeader listed={listed} asOf={asOf} />
      <TradingEndNotice market={listed} />
      <MarketActivityLine listed={listed} period={period} />
      <MarketChart
        listed={listed}
        period={period}
        onPeriod={(next) => void navigate({ search: (now) => ({ ...now, period: next }), replace: true, resetScroll: false })}
        isFull={full}
        onFull={() => void navigate({ search: (now) => ({ ...now, full: true as const }), resetScroll: false })}
        onEnd={() => void navigate({ search: ({ full: _, ...now }) => now, replace: true, resetScroll: false })}
        hasVolume={bars?.some((bar) => bar[5] !== null) ?? false}
        trades={trades}
        label={words}
        failure={
          candles.error &&
          !candles.data && (
            <LoadErrorState
              title={t`The market could not be read`}
              error={candles.error}
              busy={candles.isFetching}
              onRetry={() => void candles.refetch()}
            />
          )
        }
      />
      <ChartTextAlternative candles={bars} words={words} market={listed} open={trades.open} />
      <GapNote candles={bars} period={period} category={listed.category} />
      <GeneratedNote candles={bars} />
      {isSettled && <Below listed={listed} />}
    </>
  )
}

function Below({ listed }: { listed: MarketWithPrice }) {
  const { t } = useLingui()
  const { tab = listed.feedMode === 'LIVE' ? 'depth' : 'info' } = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const names: Record<ChartTab, string> = {
    depth: t({ message: 'Depth', context: 'tab: the order book' }),
    trades: t({ message: 'Trades', context: 'tab: what was dealt' }),
    info: t({ message: 'Info', context: 'tab: about a market' }),
  }
  return (
    <>
      <SegmentedControl
        label={t`More about this market`}
        value={tab}
        onChange={(next) => void navigate({ search: (now) => ({ ...now, tab: next }), replace: true, resetScroll: false })}
        options={[
          { value: 'depth', label: names.depth },
          { value: 'trades', label: names.trades },
          { value: 'info', label: names.info },
        ]}
      />
      {tab === 'depth' && <DepthTab key={listed.symbol} listed={listed} />}
      {tab === 'trades' && <ExchangeTradesTab key={listed.symbol} listed={listed} />}
      {tab === 'info' && <SymbolFacts listed={listed} />}
    </>
  )
}
