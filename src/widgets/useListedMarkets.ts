import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { madeAt } from '#api/age.ts'
import { query } from '#api/query.ts'
import { queryClient } from '#api/queryClient.ts'
import { type MarketSymbol, market, type Ticker } from '#contract/calls/market.ts'
import { toPlotNumber } from '#rules/plot.ts'

/** A listed market with its last 24 hours. `price` and `riseRate` are the last read; rows show the live ones over them. */
export interface ListedMarket {
  symbol: string
  base: string
  quote: string
  name: string
  category: MarketSymbol['category']
  places: number
  price: string | null
  riseRate: string | null
  feedMode: MarketSymbol['feedMode']
  /** Place in the hot list, 1 first. */
  hot: number
  /** Of 24 hours, in the quote currency; null where none exists. */
  turnover: string | null
  /** From low to high of 24 hours, as a share of the low, for ordering; null where there is none. */
  range: number | null
  /** 24 hourly prices, oldest first, for plotting. */
  spark: readonly number[]
}

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
  return symbols.map(({ symbol, base, quote, name, category, priceScale, currentPrice, riseRate, feedMode, hot, session }) => {
    const ticker = tickerOf.get(symbol)
    return {
      symbol,
      base,
      quote,
      name,
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
