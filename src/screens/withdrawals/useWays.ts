import { useQuery } from '@tanstack/react-query'
import { madeAt } from '#api/age.ts'
import { query } from '#api/query.ts'
import { type ListedNetwork, wallet } from '#contract/calls/wallet.ts'
import { bankChain, bankTerms } from '#contract/calls/withdrawals.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'

/** One way out of a currency: what it costs, what it takes. */
export interface Way {
  currency: string
  chainType: string
  min: Decimal
  fee: Decimal
  isPaused: boolean
  /** An announced change of fee or minimum. */
  next?: NonNullable<ListedNetwork['next']> | undefined
}

const nothing = asDecimal('0')

/** Every way out, and what the person has of each currency; currencies one has come first. */
export function useWays() {
  const networks = useQuery(query(wallet.networks, {}))
  const balances = useQuery(query(wallet.balances, { accountType: 1 }))
  const chains = networks.data?.map(
    ({ currency, chainType, withdrawMin: min, withdrawFee: fee, suspended, next }): Way => ({
      currency,
      chainType,
      min,
      fee,
      isPaused: suspended.withdraw,
      next,
    }),
  )
  const banks = bankTerms
    .filter(({ canWithdraw }) => canWithdraw)
    .map(({ currency, min, fee }): Way => ({ currency, chainType: bankChain, min: asDecimal(min), fee: asDecimal(fee), isPaused: false }))
  const ways = chains && [...chains, ...banks]
  const availableOf = (currency: string): Decimal | undefined =>
    balances.data && (balances.data.find((line) => line.currency === currency)?.available ?? nothing)
  const held = (currency: string) => (/[1-9]/.test(availableOf(currency) ?? '') ? 0 : 1)
  const currencies = ways && [...new Set(ways.map(({ currency }) => currency))].toSorted((a, b) => held(a) - held(b))
  return {
    ways,
    currencies,
    availableOf,
    /** When the balances were true. */
    balancesAt: balances.data && madeAt(balances.data, balances.dataUpdatedAt),
    error: ways ? undefined : (networks.error ?? undefined),
    retry: () => void networks.refetch(),
    isBusy: networks.isFetching,
  }
}
