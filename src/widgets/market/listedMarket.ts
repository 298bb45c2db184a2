import type { MarketWithPrice } from '#contract/calls/market.ts'
import { decimalToPlotNumber } from '#rules/plot.ts'

/** A listed market with its last 24 hours. `price` and `riseRate` are the last read; rows show the live ones over them. */
export interface ListedMarket {
  symbol: string
  base: string
  quote: string
  name: string
  /** Where it is another. */
  englishName: string | undefined
  category: MarketWithPrice['category']
  places: number
  price: string | null
  riseRate: string | null
  feedMode: MarketWithPrice['feedMode']
  /** When its session begins, while it is closed by its hours. */
  opensAt?: number | undefined
  /** When what is of its last 24 h begins, where it has prices of less than that. */
  since24?: number | undefined
  /** Place in the hot list, 1 first. */
  hot: number
  /** Of 24 hours, in the quote currency; null where none exists. */
  turnover: string | null
  /** From low to high of 24 hours, as a share of the low, for ordering; null where there is none. */
  range: number | null
  /** 24 hourly prices, oldest first, for plotting. */
  spark: readonly number[]
}

export const hasTurnover = ({ turnover }: ListedMarket): boolean => decimalToPlotNumber(turnover ?? '0') > 0

/** Turnover of 24 hours in dollars, to order by; 0 where there is none, or no listed market tells what its currency is worth. */
export const turnoverUsdtForSorting = ({ turnover, quote }: ListedMarket, markets: readonly ListedMarket[]): number =>
  decimalToPlotNumber(turnover ?? '0') * usdPriceOf(quote, markets)

const usdPriceOf = (currency: string, markets: readonly ListedMarket[]): number =>
  /^USDT?$/.test(currency)
    ? 1
    : decimalToPlotNumber(markets.find(({ base, quote }) => base === currency && /^USDT?$/.test(quote))?.price ?? '0')
