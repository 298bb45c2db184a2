import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { dataAsOf } from '#api/dataAsOf.ts'
import { apiReadQuery } from '#api/query.ts'
import { queryClient } from '#api/queryClient.ts'
import { type MarketWithPrice, market, type Ticker } from '#contract/calls/market.ts'
import { decimalToPlotNumber } from '#rules/plot.ts'
import type { ListedMarket } from './listedMarket.ts'
import { withoutDelistedMarkets } from './tradingEnd.ts'

const listIntervalMs = 300_000
const tickerIntervalMs = 60_000

const symbolsQuery = () => ({ ...apiReadQuery(market.symbols, {}), staleTime: listIntervalMs })
const tickersQuery = () => ({ ...apiReadQuery(market.tickers, {}), staleTime: tickerIntervalMs })

/** Asks for the list before the screen that shows it is drawn. */
export function prefetchListedMarkets(): void {
  void queryClient.prefetchQuery(symbolsQuery())
  void queryClient.prefetchQuery(tickersQuery())
}

/** All listed markets with their sparks; order and sparks are refreshed each minute, prices by the stream. */
export function useListedMarkets() {
  // Sessions begin and end while the list is looked at.
  const symbols = useQuery({ ...symbolsQuery(), refetchInterval: listIntervalMs })
  const tickers = useQuery({ ...tickersQuery(), refetchInterval: tickerIntervalMs })
  const { data, dataUpdatedAt, error, isFetching, refetch } = symbols
  const { data: tickersData, dataUpdatedAt: tickersAt, refetch: refetchTickers } = tickers
  const markets = useMemo(() => data && mergeMarketsWithTickers(withoutDelistedMarkets(data), tickersData ?? []), [data, tickersData])
  const asOf = data && dataAsOf(tickersData ?? data, tickersAt || dataUpdatedAt)
  const listedMarkets = useMemo(
    () => ({
      markets,
      /** When the prices of the list were true, on the device's clock. */
      asOf,
      isSimulated: markets?.some(({ feedMode }) => feedMode === 'SIM') ?? false,
      error: markets ? undefined : (error ?? undefined),
      isFetching,
      retry: () => {
        void refetch()
        void refetchTickers()
      },
    }),
    [markets, asOf, error, isFetching, refetch, refetchTickers],
  )
  // An answer redraws the whole list: a piece at a time, where the store of answers by itself has it all drawn in one go.
  return useDeferredValue(listedMarkets)
}

const mergeMarketsWithTickers = (symbols: readonly MarketWithPrice[], tickers: readonly Ticker[]): ListedMarket[] => {
  const tickerOf = new Map(tickers.map((ticker) => [ticker.symbol, ticker]))
  return symbols.map(
    ({ symbol, base, quote, name, englishName, category, priceScale, currentPrice, riseRate, since24, feedMode, hot, session }) => {
      const ticker = tickerOf.get(symbol)
      return {
        symbol,
        base,
        quote,
        name,
        englishName,
        category,
        places: priceScale,
        // A closed market keeps the price that it closed at.
        price: ticker?.currentPrice ?? currentPrice ?? ticker?.spark.at(-1) ?? null,
        riseRate: ticker?.riseRate ?? riseRate,
        feedMode: session.open ? (ticker?.feedMode ?? feedMode) : 'CLOSED',
        hot,
        turnover: ticker?.amount ?? null,
        opensAt: session.open ? undefined : session.opensAt,
        since24: ticker ? ticker.since24 : since24,
        range: ticker?.high && ticker.low ? decimalToPlotNumber(ticker.high) / decimalToPlotNumber(ticker.low) - 1 : null,
        spark: ticker?.spark.map(decimalToPlotNumber) ?? [],
      }
    },
  )
}
