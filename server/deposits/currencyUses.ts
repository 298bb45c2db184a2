import type { Sql } from '#db/database.ts'
import { productSeeds } from '#db/seed/products.ts'
import { earnProductType } from '#contract/states.ts'
import { tradingEndSecond } from '#market/marketClosed.ts'
import { isSwapMarket, swapBridgeCurrency } from '#rules/swap.ts'
import type { AppContext } from '../core/appContext.ts'
import { loanCollateralCurrencies } from '../terms/loanTerms.ts'
import { availableBankDepositCurrencies } from './bank.ts'
import { listNetworksWithTerms } from '../chains/networks.ts'
import { loadWithdrawabilityLookup } from '../risk/withdrawability.ts'

/** What can be done with a currency now. */
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
  ...loanCollateralCurrencies,
  ...productSeeds.filter(({ type }) => type === earnProductType.pledge).map(({ currency }) => currency),
])

/** Gives it for each currency that is asked for. What is paused by staff cannot be done. */
export async function loadCurrencyUsesLookup(sql: Sql, app: AppContext): Promise<(currency: string) => CurrencyUses> {
  const networks = await listNetworksWithTerms(sql, app)
  const hasWayOut = await loadWithdrawabilityLookup(sql)
  const byBank = await availableBankDepositCurrencies(sql, app)
  const isTraded = ({ symbol }: { symbol: string }) => app.clock.now() < tradingEndSecond(app.market, symbol) * 1000
  const swapped = new Set([
    swapBridgeCurrency,
    ...app.market.specs.filter((spec) => isSwapMarket(spec) && isTraded(spec)).map(({ base }) => base),
  ])
  return (currency) => {
    const own = networks.filter((network) => network.currency === currency)
    return {
      canDeposit: byBank.has(currency) || own.some(({ suspended }) => !suspended.deposit),
      canWithdraw: hasWayOut(currency),
      canFlash: swapped.has(currency),
      canPledge: pledged.has(currency),
    }
  }
}
