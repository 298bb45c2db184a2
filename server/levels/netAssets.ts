import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { unpricedTokens } from '#db/seed/ieo.ts'
import { add, q8, subtract, zero } from '#rules/decimal.ts'
import { unrealisedOf } from '../contractValue.ts'
import { debtsOf } from '../debt.ts'
import type { House } from '../house.ts'
import type { ValuationOfMany } from '../valuation.ts'
import { usdtValue, type Worth, worthOf } from '../worth.ts'

/** A currency or a market that somebody holds has no price at all yet: a snapshot of now would be wrong. */
export class NoPriceYet extends Error {}

/**
 * REAL net assets of many people in USDT, loans subtracted, as the asset page counts them (product §2.1, §2.14): five reads for all of them.
 * Throws NoPriceYet where a price is missing, unless `isPatient` is false: then it counts as nothing, as there.
 */
export async function netAssetsOf(
  house: House,
  others: readonly ValuationOfMany[],
  sql: Sql,
  userIds: readonly string[],
  isPatient: boolean,
): Promise<ReadonlyMap<string, Decimal>> {
  const sums = new Map<string, Decimal>(userIds.map((id) => [id, zero]))
  const count = (userId: string, amount: Decimal): unknown => sums.set(userId, add(sums.get(userId) ?? zero, amount))
  const worths = new Map<string, Worth | undefined>()
  const missing = (what: string): void => {
    if (isPatient) throw new NoPriceYet(`${what} has no price`)
  }
  for (const { user_id, currency, amount } of await balancesOf(sql, userIds)) {
    if (!worths.has(currency)) worths.set(currency, worthOf(house.market, currency))
    const worth = worths.get(currency)
    if (worth) count(user_id, usdtValue(amount, worth))
    else if (!unpricedTokens.has(currency)) missing(currency)
  }
  for (const { user_id, ...contract } of await contractsOf(sql, userIds)) {
    const profit = unrealisedOf(house.market, contract)
    if (profit === undefined) missing(contract.symbol)
    else count(user_id, profit)
  }
  for (const valuation of others) for (const [userId, usdt] of await valuation(sql, userIds)) count(userId, usdt)
  for (const [userId, debt] of await debtsOf(sql, userIds, house.clock.now())) count(userId, subtract(zero, debt))
  return new Map([...sums].map(([userId, sum]) => [userId, q8(sum)]))
}

/** By person and currency, all buckets together. */
const balancesOf = (sql: Sql, userIds: readonly string[]) =>
  sql.query<{ user_id: string; currency: string; amount: Decimal }>(
    `select user_id, currency, sum(amount) as amount from balance
     where user_id = any($1::bigint[]) and book = 1 and amount > 0 group by user_id, currency`,
    [[...userIds]],
  )

interface HeldContract {
  user_id: string
  symbol: string
  direction: number
  quantity: Decimal
  contract_size: Decimal
  open_price: Decimal
  margin: Decimal
  added_margin: Decimal
}

const contractsOf = (sql: Sql, userIds: readonly string[]) =>
  sql.query<HeldContract>(
    `select user_id, symbol, direction, quantity, contract_size, open_price, margin, added_margin
     from position where user_id = any($1::bigint[]) and account_type = 1 and status in (1, 2)`,
    [[...userIds]],
  )
