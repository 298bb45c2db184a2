import type { Decimal } from '#contract/decimal.ts'
import { add, q8, subtract, zero } from '#rules/decimal.ts'
import { type OpenContract, unrealisedProfitOf } from './contractValue.ts'
import { type ValuationPrices, usdtValue, type UsdtPrice } from './usdtPrice.ts'

/** What the value of an account is made of. */
interface Parts {
  /** All buckets of each currency, with what it is worth. */
  balances: readonly { usdtPrice: UsdtPrice | undefined; balance: { balance: Decimal } }[]
  /** Profit of open contracts. */
  unrealised: Decimal
  /** What other modules hold beside balances and contracts. */
  others: readonly { usdt: Decimal }[]
  debt: Decimal
}

/**
 * The one value of an account (docs/rules/ledger.md), in USDT: all buckets (margin and invested principal are buckets) + the unrealised profit of open
 * contracts + what the other modules hold beside them. `net` is that without the debt. A currency without any price counts as nothing.
 */
export function computeAccountValueUsdt({ balances, unrealised, others, debt }: Parts): { total: Decimal; net: Decimal } {
  const total = q8(
    add(sumMoney(balances.map((each) => usdtValueOrZero(each, each.balance.balance))), unrealised, ...others.map(({ usdt }) => usdt)),
  )
  return { total, net: q8(subtract(total, debt)) }
}

export const sumMoney = (amounts: readonly Decimal[]): Decimal => q8(amounts.reduce((total, amount) => add(total, amount), zero))

export const usdtValueOrZero = ({ usdtPrice }: { usdtPrice: UsdtPrice | undefined }, amount: Decimal): Decimal =>
  usdtPrice ? usdtValue(amount, usdtPrice) : q8(zero)

/** The unrealised profit of open contracts; one without a price counts as nothing. */
export const totalUnrealisedProfit = (prices: ValuationPrices, contracts: readonly OpenContract[]): Decimal =>
  sumMoney(contracts.map((contract) => unrealisedProfitOf(prices, contract)).filter((profit) => profit !== undefined))
