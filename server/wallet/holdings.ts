import type { CurrencyBalance } from '#contract/calls/wallet.ts'
import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { type AccountType, readLedgerBalances } from '#ledger/ledger.ts'
import { currencyBalancesFromBuckets } from '#rules/balance.ts'
import { q8, zero } from '#rules/decimal.ts'
import { computeAccountValueUsdt, totalUnrealisedProfit } from '../risk/accountValue.ts'
import { readLoanDebtBefore, readLoanDebt } from '../risk/debt.ts'
import type { AppContext } from '../core/appContext.ts'
import { valuationPricesAt } from '../risk/pricesAt.ts'
import type { AssetValuationReader, ValuedHolding } from '../risk/valuation.ts'
import { type UsdtPrice, usdtPriceOf } from '../risk/usdtPrice.ts'
import { readBalancesAtDayStart, readContractsOpenAt, readOpenContracts } from './store.ts'

export interface ValuedBalance<B = CurrencyBalance> {
  balance: B
  usdtPrice: UsdtPrice | undefined
}

export interface WalletAccountKey {
  userId: string
  accountType: number
}

/** What an account holds now, by the newest records. A stale price still values. */
export async function readAccountHoldings(
  app: AppContext,
  valuations: readonly AssetValuationReader[],
  sql: Sql,
  { userId, accountType }: WalletAccountKey,
) {
  const now = app.clock.now()
  const prices = app.market
  const held = currencyBalancesFromBuckets(
    await readLedgerBalances(sql, userId, accountType as AccountType),
    { accountType, compId: null },
    now,
    String,
  )
  const balances = held.map((balance): ValuedBalance => ({ balance, usdtPrice: usdtPriceOf(prices, balance.currency) }))
  const contracts = await readOpenContracts(sql, userId, accountType)
  const others: ValuedHolding[] = []
  for (const valuation of valuations) others.push(...(await valuation(sql, { userId, accountType, prices })))
  // Loans are of the real account.
  const debt = accountType === accountTypes.real ? (await readLoanDebt(sql, userId, now)).total : q8(zero)
  const unrealised = totalUnrealisedProfit(prices, contracts)
  return { balances, contracts, unrealised, others, debt, ...computeAccountValueUsdt({ balances, unrealised, others, debt }) }
}

/**
 * What an account was worth just before 00:00 UTC+8 of a day, in USDT, its debt subtracted: by the last prices recorded before it, from
 * what it holds now without what was booked since. `atMs` is that 00:00, in epoch ms. The same whenever it is asked for.
 */
export async function accountNetValueAtDayStart(
  app: AppContext,
  valuations: readonly AssetValuationReader[],
  sql: Sql,
  { userId, accountType }: WalletAccountKey,
  atMs: number,
): Promise<Decimal> {
  const held = await readBalancesAtDayStart(sql, userId, accountType, atMs)
  const contracts = await readContractsOpenAt(sql, userId, accountType, atMs)
  const prices = await valuationPricesAt(app.market, sql, atMs)
  const balances = held.map(({ currency, amount }) => ({ balance: { balance: amount }, usdtPrice: usdtPriceOf(prices, currency) }))
  const others: ValuedHolding[] = []
  for (const valuation of valuations) others.push(...(await valuation(sql, { userId, accountType, prices, atMs })))
  const debt = accountType === accountTypes.real ? await readLoanDebtBefore(sql, userId, atMs) : q8(zero)
  return computeAccountValueUsdt({ balances, unrealised: totalUnrealisedProfit(prices, contracts), others, debt }).net
}
