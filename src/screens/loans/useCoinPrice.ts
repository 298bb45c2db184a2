import { useQuery } from '@tanstack/react-query'
import { useLivePrice } from '#api/stream/prices.ts'
import { apiReadQuery } from '#api/query.ts'
import { market } from '#contract/calls/market.ts'
import { wallet } from '#contract/calls/wallet.ts'
import { accountTypes } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { add, divide } from '#rules/decimal.ts'

const zeroPrice = asDecimal('0')

/** What the person has of a currency in the real book, where loans live; undefined while it is not known. */
export function useRealAvailableBalanceLookup(): (currency: string) => Decimal | undefined {
  const { data } = useQuery(apiReadQuery(wallet.balances, { accountType: accountTypes.real }))
  return (currency) => data && (data.find((line) => line.currency === currency)?.available ?? zeroPrice)
}

const usdtMarketOf = (currency: string): string => `${currency}USDT`

/** The market of a coin against USDT, as the list last had it. */
const useMarket = (currency: string) => {
  const { data } = useQuery(apiReadQuery(market.symbols, {}))
  return data?.find(({ symbol }) => symbol === usdtMarketOf(currency))
}

/** Digits of a coin's price after the point. */
export const useCoinPriceScale = (currency: string): number => useMarket(currency)?.priceScale ?? 2

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
  const live = useLivePrice(usdtMarketOf(currency))
  const listedMarket = useMarket(currency)
  const mid = live ? divide(add(live.bid, live.ask), '2') : (listedMarket?.currentPrice ?? undefined)
  return {
    mid,
    isStale: live?.stale ?? true,
    places: listedMarket?.priceScale ?? 2,
    tick: listedMarket?.tick ?? asDecimal('0.01'),
    isSimulated: (live?.feedMode ?? listedMarket?.feedMode) === 'SIM',
  }
}
