import { useQuery } from '@tanstack/react-query'
import { usePrice } from '#api/prices.ts'
import { query } from '#api/query.ts'
import { market } from '#contract/calls/market.ts'
import { wallet } from '#contract/calls/wallet.ts'
import { book } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { add, divide } from '#rules/decimal.ts'

const nothing = asDecimal('0')

/** What the person has of a currency in the real book, where loans live; undefined while it is not known. */
export function useAvailable(): (currency: string) => Decimal | undefined {
  const { data } = useQuery(query(wallet.balances, { accountType: book.real }))
  return (currency) => data && (data.find((line) => line.currency === currency)?.available ?? nothing)
}

const marketOf = (currency: string): string => `${currency}USDT`

/** The market of a coin against USDT, as the list last had it. */
const useMarket = (currency: string) => {
  const { data } = useQuery(query(market.symbols, {}))
  return data?.find(({ symbol }) => symbol === marketOf(currency))
}

/** Digits of a coin's price after the point. */
export const usePricePlaces = (currency: string): number => useMarket(currency)?.priceScale ?? 2

export interface CoinPrice {
  /** The middle of the market, as the stream has it or the list last had it. */
  mid: Decimal | undefined
  isStale: boolean
  places: number
  tick: Decimal
  isSimulated: boolean
}

/** The newest price of one coin in USDT. */
export function useCoinPrice(currency: string): CoinPrice {
  const live = usePrice(marketOf(currency))
  const listed = useMarket(currency)
  const mid = live ? divide(add(live.bid, live.ask), '2') : (listed?.currentPrice ?? undefined)
  return {
    mid,
    isStale: live?.stale ?? true,
    places: listed?.priceScale ?? 2,
    tick: listed?.tick ?? asDecimal('0.01'),
    isSimulated: (live?.feedMode ?? listed?.feedMode) === 'SIM',
  }
}
