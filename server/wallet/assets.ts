import type { Assets, Balance } from '#contract/calls/wallet.ts'
import { book } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { startOfWireDay } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { unpricedTokens } from '#db/seed/ieo.ts'
import { type Book, balancesOf } from '#ledger/ledger.ts'
import { balancesFrom } from '#rules/balance.ts'
import { add, divide, isPositive, q8, subtract, truncate, zero } from '#rules/decimal.ts'
import { unrealisedOf } from '../contractValue.ts'
import { debtOf } from '../debt.ts'
import type { House } from '../house.ts'
import type { Valuation, Valued } from '../valuation.ts'
import { bookedSince, openContractsOf } from './store.ts'
import { usdtValue, type Worth, worthOf } from '../worth.ts'

const sum = (amounts: readonly Decimal[]): Decimal => q8(amounts.reduce((total, amount) => add(total, amount), zero))

interface ValuedBalance {
  balance: Balance
  worth: Worth | undefined
}

const valueOf = ({ worth }: ValuedBalance, amount: Decimal): Decimal => (worth ? usdtValue(amount, worth) : q8(zero))

/**
 * Everything a person has in one book, in USDT by the newest records (product §2.1). A stale price still values, and its currency is listed;
 * a currency without any price counts as nothing and is listed too.
 *
 * `others` are the rooms whose holdings are counted besides balances and contracts.
 *
 * todayPnl = what was booked since 00:00 UTC+8 (profit and cover less fees) + the unrealised profit of all open contracts. A contract opened
 * before today counts with its whole unrealised profit, not only with today's part: no mark of the day's start is kept per person.
 * todayPnlRate is that over what the total would be without it. Deposits and grants are no profit and are in neither.
 */
export async function assetsOf(
  house: House,
  others: readonly Valuation[],
  sql: Sql,
  userId: string,
  accountType: number,
  target: string,
): Promise<Assets> {
  const now = house.clock.now()
  const targetWorth = worthOf(house.market, target)
  if (!targetWorth) throw new Refusal('validation', { field: 'target', rule: 'a currency with a price' })
  const balances = balancesFrom(await balancesOf(sql, userId, accountType as Book), { accountType, compId: null }, now, String)
  const valued = balances.map((balance): ValuedBalance => ({ balance, worth: worthOf(house.market, balance.currency) }))
  const contracts = await openContractsOf(sql, userId, accountType)
  const unrealised = sum(contracts.map((contract) => unrealisedOf(house.market, contract)).filter((profit) => profit !== undefined))
  const dayStartMs = startOfWireDay(now)
  const booked = await bookedSince(sql, userId, accountType, dayStartMs)
  const besides: Valued[] = []
  for (const valuation of others) besides.push(await valuation(sql, { userId, accountType, dayStartMs }))
  const total = add(sum(valued.map((each) => valueOf(each, each.balance.balance))), unrealised, ...besides.map(({ usdt }) => usdt))
  // Loans are of the REAL book.
  const debt = accountType === book.real ? (await debtOf(sql, userId, now)).total : q8(zero)
  const todayPnl = add(booked, unrealised, ...besides.map(({ todayUsdt }) => todayUsdt))
  const before = subtract(total, todayPnl)
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
    totalUsdt: q8(total),
    total: q8(divide(total, targetWorth.price)),
    target,
    totalDebt: debt,
    net: q8(subtract(total, debt)),
    todayPnl: q8(todayPnl),
    todayPnlRate: isPositive(before) ? truncate(divide(todayPnl, before), 6) : truncate(zero, 6),
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
