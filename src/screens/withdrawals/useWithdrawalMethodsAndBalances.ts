import { useQuery } from '@tanstack/react-query'
import { dataAsOf } from '#api/dataAsOf.ts'
import { apiReadQuery } from '#api/query.ts'
import { type CurrencyNetwork, wallet } from '#contract/calls/wallet.ts'
import { bankChainCode, bankWithdrawalTerms } from '#contract/calls/withdrawals.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'

/** One way out of a currency: what it costs, what it takes. */
export interface WithdrawalMethod {
  currency: string
  chainType: string
  min: Decimal
  fee: Decimal
  isPaused: boolean
  /** Why, in the words of the staff; '' where they gave none. */
  pauseReason: string
  /** An announced change of fee or minimum. */
  next?: NonNullable<CurrencyNetwork['next']> | undefined
}

const zeroFee = asDecimal('0')

/** Every way out, and what the person has of each currency; currencies one has come first. */
export function useWithdrawalMethodsAndBalances() {
  const networks = useQuery(apiReadQuery(wallet.networks, {}))
  const balances = useQuery(apiReadQuery(wallet.balances, { accountType: 1 }))
  const chains = networks.data?.map(
    ({ currency, chainType, withdrawMin: min, withdrawFee: fee, suspended, next }): WithdrawalMethod => ({
      currency,
      chainType,
      min,
      fee,
      isPaused: suspended.withdraw,
      pauseReason: suspended.reason,
      next,
    }),
  )
  const banks = bankWithdrawalTerms
    .filter(({ canWithdraw }) => canWithdraw)
    .map(
      ({ currency, min, fee }): WithdrawalMethod => ({
        currency,
        chainType: bankChainCode,
        min: asDecimal(min),
        fee: asDecimal(fee),
        isPaused: false,
        pauseReason: '',
      }),
    )
  const ways = chains && [...chains, ...banks]
  const availableOf = (currency: string): Decimal | undefined =>
    balances.data && (balances.data.find((line) => line.currency === currency)?.available ?? zeroFee)
  const sortRank = (currency: string) => (/[1-9]/.test(availableOf(currency) ?? '') ? 0 : 1)
  const currencies = ways && [...new Set(ways.map(({ currency }) => currency))].toSorted((a, b) => sortRank(a) - sortRank(b))
  return {
    ways,
    currencies,
    availableOf,
    /** When the balances were true. */
    balancesAt: balances.data && dataAsOf(balances.data, balances.dataUpdatedAt),
    error: ways ? undefined : (networks.error ?? undefined),
    retry: () => void networks.refetch(),
    isBusy: networks.isFetching,
  }
}
