import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { zero } from '#rules/decimal.ts'
import { readNewestFundUnitValues } from './quantUnits.ts'

/** It is summed again after this long; meanwhile it can only become less: who joins a fund has no gain before its next unit value. */
const keptMs = 60_000

/** What would come out of the reserve if everybody left a fund at its newest unit value, in the REAL book. */
export function createFundUnrealizedGainsReader(): (sql: Sql, productId: string, now: number) => Promise<Decimal> {
  const cache = new Map<string, { day: string; at: number; amount: Decimal }>()
  return async (sql, productId, now) => {
    const newest = (await readNewestFundUnitValues(sql, [productId])).get(productId)
    if (!newest) return zero
    const known = cache.get(productId)
    if (known?.day === newest.day && Math.abs(now - known.at) < keptMs) return known.amount
    const [row] = await sql.query<{ amount: Decimal }>(
      `select coalesce(sum(greatest(trunc(units * $3::numeric, 8) - held, 0)), 0)::numeric(36, 8) as amount from product_order
       where product_id = $1 and account_type = $2 and type = 3 and status in (1, 3, 5)`,
      [productId, accountTypes.real, newest.nav],
    )
    const amount = row?.amount ?? zero
    cache.set(productId, { day: newest.day, at: now, amount })
    return amount
  }
}
