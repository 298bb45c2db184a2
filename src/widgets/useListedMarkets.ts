import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { madeAt } from '#api/age.ts'
import { query } from '#api/query.ts'
import { queryClient } from '#api/queryClient.ts'
import { type MarketSymbol, market, type Ticker } from '#contract/calls/market.ts'
import { toPlotNumber } from '#rules/plot.ts'
import type { ListedMarket } from './listedMarket.ts'

const listEveryMs = 300_000
const tickerEveryMs = 60_000

const symbolsRead = () => ({ ...query(market.symbols, {}), staleTime: listEveryMs })
const tickersRead = () => ({ ...query(market.tickers, {}), staleTime: tickerEveryMs })

/** Asks for the list before the screen that shows it is drawn. */
export function askForListedMarkets(): void {
  void queryClient.prefetchQuery(symbolsRead())
  void queryClient.prefetchQuery(tickersRead())
}

/** All listed markets with their sparks; order and sparks are refreshed each minute, prices by the stream. */
export function useListedMarkets() {
  const symbols = useQuery(symbolsRead())
  const tickers = useQuery({ ...tickersRead(), refetchInterval: tickerEveryMs })
  const markets = useMemo(() => symbols.data && listed(symbols.data, tickers.data ?? []), [symbols.data, tickers.data])
  const { data, dataUpdatedAt, error, isFetching, refetch } = symbols
  return {
    markets,
    /** When the prices of the list were true, on the device's clock. */
    asOf: data && madeAt(tickers.data ?? data, tickers.dataUpdatedAt || dataUpdatedAt),
    isSimulated: markets?.some(({ feedMode }) => feedMode === 'SIM') ?? false,
    error: markets ? undefined : (error ?? undefined),
    isFetching,
    retry: () => {
      void refetch()
      void tickers.refetch()
    },
  }
}

const listed = (symbols: readonly MarketSymbol[], tickers: readonly Ticker[]): ListedMarket[] => {
  const tickerOf = new Map(tickers.map((ticker) => [ticker.symbol, ticker]))
  return symbols.map(({ symbol, base, quote, name, englishName, category, priceScale, currentPrice, riseRate, feedMode, hot, session }) => {
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
      range: ticker?.high && ticker.low ? toPlotNumber(ticker.high) / toPlotNumber(ticker.low) - 1 : null,
      spark: ticker?.spark.map(toPlotNumber) ?? [],
    }
  })
}
