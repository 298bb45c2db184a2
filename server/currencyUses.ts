import { bankTerms } from '#contract/calls/withdrawals.ts'
import type { Sql } from '#db/database.ts'
import { productSeeds } from '#db/seed/products.ts'
import { productType } from '#contract/states.ts'
import { isSwapMarket, swapCurrency } from '#rules/swap.ts'
import type { House } from './house.ts'
import { collateralCurrencies } from './loans/sets.ts'
import { networksOf } from './networks.ts'

/** What can be done with a currency now (product §1.6 call 103). */
interface CurrencyUses {
  /** Some network takes it in. */
  canDeposit: boolean
  /** Some network or bank sends it. */
  canWithdraw: boolean
  canFlash: boolean
  /** A pledge loan takes it as collateral, or a pledge product stakes it. */
  canPledge: boolean
}

const pledged: ReadonlySet<string> = new Set([
  ...collateralCurrencies,
  ...productSeeds.filter(({ type }) => type === productType.pledge).map(({ currency }) => currency),
])
const byBank: ReadonlySet<string> = new Set(bankTerms.filter(({ canWithdraw }) => canWithdraw).map(({ currency }) => currency))

/** Gives it for each currency that is asked for. What is paused by staff cannot be done. */
export async function currencyUses(sql: Sql, house: House): Promise<(currency: string) => CurrencyUses> {
  const networks = await networksOf(sql, house)
  const swapped = new Set([swapCurrency, ...house.market.specs.filter(isSwapMarket).map(({ base }) => base)])
  return (currency) => {
    const own = networks.filter((network) => network.currency === currency)
    return {
      canDeposit: own.some(({ suspended }) => !suspended.deposit),
      canWithdraw: byBank.has(currency) || own.some(({ suspended }) => !suspended.withdraw),
      canFlash: swapped.has(currency),
      canPledge: pledged.has(currency),
    }
  }
}
