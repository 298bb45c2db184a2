import { bankWithdrawalTerms } from '#contract/calls/withdrawals.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { currencySeeds } from '#db/seed/currencies.ts'
import { networks } from '#db/seed/networks.ts'
import type { AppContext } from '../core/appContext.ts'

const byBank: ReadonlySet<string> = new Set(bankWithdrawalTerms.filter(({ canWithdraw }) => canWithdraw).map(({ currency }) => currency))

/** Whether some network or bank sends a currency now; a pause of staff closes one. */
export async function loadWithdrawabilityLookup(sql: Sql): Promise<(currency: string) => boolean> {
  const pauses = await sql.query<{ currency: string; chain_type: string }>('select currency, chain_type from network_pause where withdraw')
  const isOpen = (currency: string, chainType: string): boolean =>
    !pauses.some((pause) => pause.chain_type === chainType && ['*', currency].includes(pause.currency))
  return (currency) =>
    byBank.has(currency) || networks.some((network) => network.currency === currency && isOpen(currency, network.chainType))
}

/**
 * Refuses noWayOut {currency} where coins are real and nothing would take this one out again: what could not leave is not sold
 * (docs/rules/environments.md). Selling and withdrawing never ask.
 */
export async function assertCurrencyWithdrawable(sql: Sql, { config }: Pick<AppContext, 'config'>, currency: string): Promise<void> {
  if (config.env !== 'production') return
  if (!(await loadWithdrawabilityLookup(sql))(currency)) throw new Refusal('noWayOut', { currency })
}

/** The coins that the REAL book sells to nobody now. */
export async function currenciesNotSold(sql: Sql, { config }: Pick<AppContext, 'config'>): Promise<string[]> {
  if (config.env !== 'production') return []
  const hasWayOut = await loadWithdrawabilityLookup(sql)
  return currencySeeds.filter(({ currency, kind }) => kind === 'crypto' && !hasWayOut(currency)).map(({ currency }) => currency)
}
