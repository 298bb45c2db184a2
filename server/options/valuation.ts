import type { Decimal } from '#contract/decimal.ts'
import { add, multiply, q8, zero } from '#rules/decimal.ts'
import type { IvSurface } from '#rules/option.ts'
import type { House } from '../house.ts'
import type { Valuation, ValuationOfMany } from '../valuation.ts'
import { bidOf } from './position.ts'
import { openOptions, openOptionsAt, openRealOptions } from './store.ts'
import { surfacesBy, surfacesNow } from './surface.ts'

/** The same of many people at once. */
export const optionsOfMany =
  (house: House): ValuationOfMany =>
  async (sql, userIds) => {
    const rows = await openRealOptions(sql, userIds)
    if (rows.length === 0) return new Map()
    const surfaces = await surfacesNow(house, sql)
    const sums = new Map<string, Decimal>()
    for (const row of rows) {
      const quote = house.market.quote(row.symbol)
      if (!quote) continue
      const usdt = q8(multiply(bidOf(row, quote.mid, surfaces, house.clock.now()), row.quantity))
      sums.set(row.user_id, add(sums.get(row.user_id) ?? zero, usdt))
    }
    return sums
  }

/**
 * Open options at their bids (product §2.1), or those that were open just before a moment at their bids of then. One without any price counts
 * as nothing and is listed as stale.
 */
export const optionValuation =
  (house: House): Valuation =>
  async (sql, { userId, accountType, prices, atMs }) => {
    const rows = atMs === undefined ? await openOptions(sql, userId, accountType) : await openOptionsAt(sql, userId, accountType, atMs)
    const surfaces = rows.length === 0 ? new Map<string, IvSurface>() : await surfacesBy(house, sql, prices, atMs !== undefined)
    const held = rows.map((row) => {
      const quote = prices.quote(row.symbol)
      const usdt = quote ? q8(multiply(bidOf(row, quote.mid, surfaces, atMs ?? house.clock.now()), row.quantity)) : zero
      return { row, quote, usdt }
    })
    return {
      group: 'option',
      usdt: q8(held.reduce((sum, each) => add(sum, each.usdt), zero)),
      secs: held.flatMap(({ quote }) => quote?.sec ?? []),
      stale: held.filter(({ quote }) => quote?.stale !== false).map(({ row }) => row.symbol),
    }
  }
