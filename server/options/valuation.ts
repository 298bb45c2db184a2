import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { add, multiply, q8, subtract, zero } from '#rules/decimal.ts'
import type { House } from '../house.ts'
import type { Valuation, ValuationOfMany } from '../valuation.ts'
import { bidOf } from './position.ts'
import { openOptions, openRealOptions } from './store.ts'
import { surfacesNow } from './surface.ts'

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

/** Open options at their bids (product §2.1). One without any price counts as nothing and is listed as stale. */
export const optionValuation =
  (house: House): Valuation =>
  async (sql, { userId, accountType, dayStartMs }) => {
    const surfaces = await surfacesNow(house, sql)
    const held = (await openOptions(sql, userId, accountType)).map((row) => {
      const quote = house.market.quote(row.symbol)
      const usdt = quote ? q8(multiply(bidOf(row, quote.mid, surfaces, house.clock.now()), row.quantity)) : zero
      return { row, quote, usdt }
    })
    const usdt = held.reduce((sum, each) => add(sum, each.usdt), zero)
    const premiums = held.reduce((sum, { row }) => add(sum, row.premium), zero)
    return {
      group: 'option',
      usdt: q8(usdt),
      todayUsdt: q8(add(await bookedSince(sql, userId, accountType, dayStartMs), subtract(usdt, premiums))),
      secs: held.flatMap(({ quote }) => quote?.sec ?? []),
      stale: held.filter(({ quote }) => quote?.stale !== false).map(({ row }) => row.symbol),
    }
  }

/** What options really brought since then, in USDT: what came back less the premiums of those that are over, less the fees of those bought. */
async function bookedSince(sql: Sql, userId: string, accountType: number, dayStartMs: number): Promise<Decimal> {
  const [row] = await sql.query<{ booked: Decimal }>(
    `select
       (select coalesce(sum(returned - premium), 0) from option_position
          where user_id = $1 and account_type = $2 and status = 3 and closed_ms >= $3)
       - (select coalesce(sum(fee), 0) from option_position where user_id = $1 and account_type = $2 and id >= $4::bigint and created_ms >= $3) as booked`,
    // Ids begin with the millisecond of their making (server/ids.ts), so the index finds those of today.
    [userId, accountType, dayStartMs, (BigInt(dayStartMs) << 22n).toString()],
  )
  if (!row) throw new Error('sums give one row')
  return row.booked
}
