import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useBook } from '#api/book.ts'
import { query } from '#api/query.ts'
import { market } from '#contract/calls/market.ts'
import { wallet } from '#contract/calls/wallet.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { isSwapMarket, swapCurrency } from '#rules/swap.ts'

/** A currency that can be swapped, with what the person has of it. */
export interface Coin {
  currency: string
  name: string
  /** Undefined while the balances are not known. */
  available: Decimal | undefined
  /** Of one in USDT, as the list of markets last had it. */
  price: Decimal | null
}

const nothing = asDecimal('0')
const one = asDecimal('1')

/** USDT, then what one has, then the rest in the order of the hot list. */
export function useCoins() {
  const symbols = useQuery(query(market.symbols, {}))
  const balances = useQuery(query(wallet.balances, { accountType: useBook() }))
  const coins = useMemo((): Coin[] | undefined => {
    if (!symbols.data) return undefined
    const available = (currency: string) =>
      balances.data && (balances.data.find((line) => line.currency === currency)?.available ?? nothing)
    const listed = symbols.data.filter(isSwapMarket).toSorted((a, b) => a.hot - b.hot)
    const all = [
      { currency: swapCurrency, name: balances.data?.find(({ currency }) => currency === swapCurrency)?.name ?? swapCurrency, price: one },
      ...listed.map(({ base, name, currentPrice }) => ({ currency: base, name, price: currentPrice })),
    ]
    const held = (coin: Coin) => (coin.currency === swapCurrency ? 2 : /[1-9]/.test(coin.available ?? '') ? 1 : 0)
    return all.map((coin): Coin => ({ ...coin, available: available(coin.currency) })).toSorted((a, b) => held(b) - held(a))
  }, [symbols.data, balances.data])
  return {
    coins,
    isSimulated: symbols.data?.some((listed) => isSwapMarket(listed) && listed.feedMode === 'SIM') ?? false,
    error: coins ? undefined : (symbols.error ?? undefined),
    retry: () => void symbols.refetch(),
  }
}
