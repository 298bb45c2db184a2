import type { Decimal } from '#contract/decimal.ts'
import { asInstant, wireDay } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { add, q8, subtract, zero } from '#rules/decimal.ts'
import { dayPlus } from '#rules/serverDay.ts'
import type { House } from '../house.ts'
import type { Valuation, ValuationOfMany } from '../valuation.ts'
import { usdtValue, worthOf } from '../worth.ts'
import { kindOf, type ProductKinds } from './kindOf.ts'
import type { ProductOrderRow } from './rows.ts'
import { openOrders, openRealOrders } from './store.ts'

/**
 * What earn products are worth beyond the money that lies in INVEST, which the wallet counts by itself: the gain or loss of units, and
 * machines, which hold no money any more, count nothing. Today's result is what came in today, and that gain or loss.
 */
export const productValuation =
  ({ market, clock }: House, kinds: ProductKinds): Valuation =>
  async (sql, { userId, accountType, dayStartMs }) => {
    const held = (await openOrders(sql, userId, accountType)).filter((row) => kinds.has(row.type))
    const gains = await gainsOf(sql, kinds, held, clock.now())
    const incomes = await incomesToday(sql, userId, accountType, dayPlus(wireDay(dayStartMs), -1))
    const currencies = [...new Set([...gains.keys(), ...incomes.keys()])]
    const worths = currencies.map((currency) => ({ currency, worth: worthOf(market, currency) }))
    const inUsdt = (amounts: ReadonlyMap<string, Decimal>): Decimal =>
      worths.reduce((sum, { currency, worth }) => (worth ? add(sum, usdtValue(amounts.get(currency) ?? zero, worth)) : sum), zero)
    const usdt = q8(inUsdt(gains))
    return {
      group: 'earn',
      usdt,
      todayUsdt: q8(inUsdt(incomes)),
      secs: worths.flatMap(({ worth }) => worth?.sec ?? []),
      stale: worths.filter(({ worth }) => !worth || worth.stale).map(({ currency }) => currency),
    }
  }

/** What products of many people are worth beyond the money in INVEST: the same rule, their units valued together. */
export const productsOfMany =
  ({ market, clock }: House, kinds: ProductKinds): ValuationOfMany =>
  async (sql, userIds) => {
    const held = (await openRealOrders(sql, userIds)).filter((row) => kinds.has(row.type))
    const sums = new Map<string, Decimal>()
    for (const [type, own] of Map.groupBy(held, (row) => row.type)) {
      const values = await kindOf(kinds, { type }).worth?.(sql, own, asInstant(clock.now()))
      for (const { id, user_id, currency, held: paid } of own) {
        const value = values?.get(id)
        const worth = value === undefined ? undefined : worthOf(market, currency)
        if (value === undefined || !worth) continue
        sums.set(user_id, add(sums.get(user_id) ?? zero, usdtValue(subtract(value, paid), worth)))
      }
    }
    return sums
  }

/** By currency: what units are worth above what was paid for them. */
async function gainsOf(
  sql: Sql,
  kinds: ProductKinds,
  rows: readonly ProductOrderRow[],
  nowMs: number,
): Promise<ReadonlyMap<string, Decimal>> {
  const sums = new Map<string, Decimal>()
  for (const [type, own] of Map.groupBy(rows, (row) => row.type)) {
    const worth = await kindOf(kinds, { type }).worth?.(sql, own, asInstant(nowMs))
    for (const row of own) {
      const value = worth?.get(row.id)
      if (value !== undefined) sums.set(row.currency, add(sums.get(row.currency) ?? zero, subtract(value, row.held)))
    }
  }
  return sums
}

/** By currency: what came in for the day before. */
async function incomesToday(sql: Sql, userId: string, accountType: number, day: string): Promise<ReadonlyMap<string, Decimal>> {
  const rows = await sql.query<{ currency: string; amount: Decimal }>(
    `select o.income_currency as currency, sum(i.amount) as amount
     from product_order o join product_income i on i.order_id = o.id and i.day = $3
     where o.user_id = $1 and o.account_type = $2 group by 1`,
    [userId, accountType, day],
  )
  return new Map(rows.map(({ currency, amount }) => [currency, amount]))
}
