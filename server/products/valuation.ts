import type { Decimal } from '#contract/decimal.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { add, q8, subtract, zero } from '#rules/decimal.ts'
import type { House } from '../house.ts'
import type { Valuation, ValuationOfMany } from '../valuation.ts'
import { usdtValue, worthOf } from '../worth.ts'
import { kindOf, type ProductKinds } from './kindOf.ts'
import type { ProductOrderRow } from './rows.ts'
import { movedSince, openOrders, openOrdersAt, openRealOrders } from './store.ts'

/**
 * What earn products are worth beyond the money that lies in INVEST, which the wallet counts by itself: the gain or loss of units, and
 * machines, which hold no money any more, count nothing. With `atMs` by what was published by then, what came of an order since counted back.
 */
export const productValuation =
  ({ clock }: House, kinds: ProductKinds): Valuation =>
  async (sql, { userId, accountType, prices, atMs }) => {
    const rows = atMs === undefined ? await openOrders(sql, userId, accountType) : await openOrdersAt(sql, userId, accountType, atMs)
    const counted = rows.filter((row) => kinds.has(row.type) && kindOf(kinds, row).worth)
    const gains = await gainsOf(sql, kinds, counted, asInstant(atMs === undefined ? clock.now() : atMs - 1))
    if (atMs !== undefined) await countBack(sql, counted, atMs, gains)
    const worths = [...gains].map(([currency, amount]) => ({ currency, amount, worth: worthOf(prices, currency) }))
    return {
      group: 'earn',
      usdt: q8(worths.reduce((sum, { amount, worth }) => (worth ? add(sum, usdtValue(amount, worth)) : sum), zero)),
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

/** By currency: what units are worth above what was paid for them. An order that is over has none any more. */
async function gainsOf(sql: Sql, kinds: ProductKinds, rows: readonly ProductOrderRow[], at: Instant): Promise<Map<string, Decimal>> {
  const sums = new Map<string, Decimal>()
  const open = rows.filter(({ closed_ms }) => closed_ms === null)
  for (const [type, own] of Map.groupBy(open, (row) => row.type)) {
    const worth = await kindOf(kinds, { type }).worth?.(sql, own, at)
    for (const row of own) {
      const value = worth?.get(row.id)
      if (value !== undefined) sums.set(row.currency, add(sums.get(row.currency) ?? zero, subtract(value, row.held)))
    }
  }
  return sums
}

/** Adds what came of these orders since: money that left INVEST by them was worth that before. */
async function countBack(sql: Sql, rows: readonly ProductOrderRow[], atMs: number, gains: Map<string, Decimal>): Promise<void> {
  if (rows.length === 0) return
  const currencies = new Map(rows.map(({ id, currency }) => [id, currency]))
  for (const { id, amount } of await movedSince(sql, [...currencies.keys()], atMs)) {
    const currency = currencies.get(id) as string
    gains.set(currency, add(gains.get(currency) ?? zero, amount))
  }
}
