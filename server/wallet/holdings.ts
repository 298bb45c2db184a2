import type { Balance } from '#contract/calls/wallet.ts'
import { book } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { type Book, balancesOf } from '#ledger/ledger.ts'
import { balancesFrom } from '#rules/balance.ts'
import { add, q8, subtract, zero } from '#rules/decimal.ts'
import { type OpenContract, unrealisedOf } from '../contractValue.ts'
import { debtAt, debtOf } from '../debt.ts'
import type { House } from '../house.ts'
import { pricesAt } from '../pricesAt.ts'
import type { Valuation, Valued } from '../valuation.ts'
import { type Prices, usdtValue, type Worth, worthOf } from '../worth.ts'
import { balancesAt, contractsAt, openContractsOf } from './store.ts'

export interface ValuedBalance<B = Balance> {
  balance: B
  worth: Worth | undefined
}

export interface Account {
  userId: string
  accountType: number
}

export const sum = (amounts: readonly Decimal[]): Decimal => q8(amounts.reduce((total, amount) => add(total, amount), zero))

export const valueOf = ({ worth }: { worth: Worth | undefined }, amount: Decimal): Decimal => (worth ? usdtValue(amount, worth) : q8(zero))

/** What `valueOf` an account is made of. */
interface Parts {
  balances: readonly { worth: Worth | undefined; balance: { balance: Decimal } }[]
  unrealised: Decimal
  others: readonly Valued[]
  debt: Decimal
}

/**
 * The one value of an account, in USDT: all buckets (margin and invested principal are buckets) + the unrealised profit of open contracts + what
 * the other rooms hold beside them. `net` is that without the debt. A currency without any price counts as nothing.
 */
function totalOf({ balances, unrealised, others, debt }: Parts): { total: Decimal; net: Decimal } {
  const total = q8(add(sum(balances.map((each) => valueOf(each, each.balance.balance))), unrealised, ...others.map(({ usdt }) => usdt)))
  return { total, net: q8(subtract(total, debt)) }
}

const unrealisedBy = (prices: Prices, contracts: readonly OpenContract[]): Decimal =>
  sum(contracts.map((contract) => unrealisedOf(prices, contract)).filter((profit) => profit !== undefined))

/** What an account holds now, by the newest records. A stale price still values. */
export async function holdingsOf(house: House, valuations: readonly Valuation[], sql: Sql, { userId, accountType }: Account) {
  const now = house.clock.now()
  const prices = house.market
  const held = balancesFrom(await balancesOf(sql, userId, accountType as Book), { accountType, compId: null }, now, String)
  const balances = held.map((balance): ValuedBalance => ({ balance, worth: worthOf(prices, balance.currency) }))
  const contracts = await openContractsOf(sql, userId, accountType)
  const others: Valued[] = []
  for (const valuation of valuations) others.push(await valuation(sql, { userId, accountType, prices }))
  // Loans are of the real account.
  const debt = accountType === book.real ? (await debtOf(sql, userId, now)).total : q8(zero)
  const unrealised = unrealisedBy(prices, contracts)
  return { balances, contracts, unrealised, others, debt, ...totalOf({ balances, unrealised, others, debt }) }
}

/**
 * What an account was worth just before 00:00 UTC+8 of a day, without its debt, in USDT: by the last prices recorded before it, from what it
 * holds now without what was booked since. The same whenever it is asked for.
 */
export async function valueAt(
  house: House,
  valuations: readonly Valuation[],
  sql: Sql,
  { userId, accountType }: Account,
  atMs: number,
): Promise<Decimal> {
  const held = await balancesAt(sql, userId, accountType, atMs)
  const contracts = await contractsAt(sql, userId, accountType, atMs)
  const prices = await pricesAt(house.market, sql, atMs)
  const balances = held.map(({ currency, amount }) => ({ balance: { balance: amount }, worth: worthOf(prices, currency) }))
  const others: Valued[] = []
  for (const valuation of valuations) others.push(await valuation(sql, { userId, accountType, prices, atMs }))
  const debt = accountType === book.real ? await debtAt(sql, userId, atMs) : q8(zero)
  return totalOf({ balances, unrealised: unrealisedBy(prices, contracts), others, debt }).net
}
