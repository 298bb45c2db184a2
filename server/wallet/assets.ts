import type { Assets } from '#contract/calls/wallet.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { unpricedTokens } from '#db/seed/ieo.ts'
import { add, divide, q8 } from '#rules/decimal.ts'
import type { House } from '../house.ts'
import type { Valuation } from '../valuation.ts'
import { worthOf } from '../worth.ts'
import { holdingsOf, sum, valueOf } from './holdings.ts'
import { todayOf } from './today.ts'

/**
 * Everything a person has in one account, in USDT by the newest records (product §2.1). A stale price still values, and its currency is listed;
 * a currency without any price counts as nothing and is listed too. `valuations` are the rooms whose holdings are counted besides balances and
 * contracts. Refuses validation for a target without a price.
 */
export async function assetsOf(
  house: House,
  valuations: readonly Valuation[],
  sql: Sql,
  userId: string,
  accountType: number,
  target: string,
): Promise<Assets> {
  const now = house.clock.now()
  const targetWorth = worthOf(house.market, target)
  if (!targetWorth) throw new Refusal('validation', { field: 'target', rule: 'a currency with a price' })
  const account = { userId, accountType }
  const { balances: valued, contracts, unrealised, others: besides, debt, total, net } = await holdingsOf(house, valuations, sql, account)
  const today = await todayOf(house, valuations, sql, account, net)
  const staleContracts = contracts
    .filter((contract) => house.market.quote(contract.symbol)?.stale !== false)
    .map((contract) => contract.symbol)
  // A new token without a market counts as nothing for good: that is no price that grew old.
  const staleBalances = valued
    .filter(({ worth, balance }) => (worth ? worth.stale : !unpricedTokens.has(balance.currency)))
    .map(({ balance }) => balance.currency)
  const seconds = [
    ...valued.map(({ worth }) => worth?.sec),
    ...contracts.map((contract) => house.market.quote(contract.symbol)?.sec),
    ...besides.flatMap(({ secs }) => secs),
  ].filter((sec) => sec !== undefined)
  return {
    accountType,
    totalUsdt: total,
    total: q8(divide(total, targetWorth.price)),
    target,
    totalDebt: debt,
    net,
    todayPnl: today.pnl,
    todayPnlRate: today.rate,
    asOf: now,
    // The newest second that this valuation used; without any price it is the second of asking.
    priceSec: seconds.length > 0 ? Math.max(...seconds) : Math.floor(now / 1000),
    staleCurrencies: [...new Set([...staleBalances, ...staleContracts, ...besides.flatMap(({ stale }) => stale)])],
    groups: {
      spot: sum(valued.map((each) => valueOf(each, each.balance.available))),
      contract: q8(add(sum(valued.map((each) => valueOf(each, each.balance.margin))), unrealised)),
      option: sum(besides.filter(({ group }) => group === 'option').map(({ usdt }) => usdt)),
      earn: q8(
        add(
          sum(valued.map((each) => valueOf(each, each.balance.invest))),
          ...besides.filter(({ group }) => group === 'earn').map(({ usdt }) => usdt),
        ),
      ),
      collateral: sum(valued.map((each) => valueOf(each, each.balance.collateral))),
      frozen: sum(valued.map((each) => valueOf(each, each.balance.frozen))),
    },
    list: valued.map((each) => ({
      currency: each.balance.currency,
      balance: each.balance.balance,
      usdtValue: valueOf(each, each.balance.balance),
      price: each.worth?.price ?? null,
      priceAgeMs: each.worth?.atMs === undefined ? null : Math.max(0, now - each.worth.atMs),
    })),
  }
}
