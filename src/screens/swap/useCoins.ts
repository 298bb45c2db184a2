import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAccountType } from '#api/accountType.ts'
import { apiReadQuery } from '#api/query.ts'
import { market } from '#contract/calls/market.ts'
import { wallet } from '#contract/calls/wallet.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { isSwapMarket, swapBridgeCurrency } from '#rules/swap.ts'
import { withoutDelistedMarkets } from '#widgets/market/tradingEnd.ts'

/** A currency that can be swapped, with what the person has of it. */
export interface SwapCoin {
  currency: string
  name: string
  /** Undefined while the balances are not known. */
  available: Decimal | undefined
  /** Of one in USDT, as the list of markets last had it. */
  price: Decimal | null
}

const zeroBalance = asDecimal('0')
const one = asDecimal('1')

/** USDT, then what one has, then the rest in the order of the hot list. */
export function useSwapCoins() {
  const symbols = useQuery(apiReadQuery(market.symbols, {}))
  const balances = useQuery(apiReadQuery(wallet.balances, { accountType: useAccountType() }))
  const coins = useMemo((): SwapCoin[] | undefined => {
    if (!symbols.data) return undefined
    const available = (currency: string) =>
      balances.data && (balances.data.find((line) => line.currency === currency)?.available ?? zeroBalance)
    const swapMarkets = withoutDelistedMarkets(symbols.data)
      .filter(isSwapMarket)
      .toSorted((a, b) => a.hot - b.hot)
    const all = [
      {
        currency: swapBridgeCurrency,
        name: balances.data?.find(({ currency }) => currency === swapBridgeCurrency)?.name ?? swapBridgeCurrency,
        price: one,
      },
      ...swapMarkets.map(({ base, name, currentPrice }) => ({ currency: base, name, price: currentPrice })),
    ]
    const sortRank = (coin: SwapCoin) => (coin.currency === swapBridgeCurrency ? 2 : /[1-9]/.test(coin.available ?? '') ? 1 : 0)
    return all.map((coin): SwapCoin => ({ ...coin, available: available(coin.currency) })).toSorted((a, b) => sortRank(b) - sortRank(a))
  }, [symbols.data, balances.data])
  return {
    coins,
    isSimulated: symbols.data?.some((swapMarkets) => isSwapMarket(swapMarkets) && swapMarkets.feedMode === 'SIM') ?? false,
    error: coins ? undefined : (symbols.error ?? undefined),
    retry: () => void symbols.refetch(),
  }
}
