import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import type { OpenContract } from '../contractValue.ts'

export const openContractsOf = (sql: Sql, userId: string, accountType: number): Promise<OpenContract[]> =>
  sql.query<OpenContract>(
    `select symbol, direction, quantity, contract_size, open_price, margin, added_margin
     from position where user_id = $1 and account_type = $2 and status in (1, 2)`,
    [userId, accountType],
  )

/**
 * What contracts really brought since `dayStartMs`, in USDT: profit + cover − close fee of those closed, less the open fees of those opened and all
 * charges. An order may have waited 30 days for its price, no longer.
 */
export async function bookedSince(sql: Sql, userId: string, accountType: number, dayStartMs: number): Promise<Decimal> {
  const [row] = await sql.query<{ booked: Decimal }>(
    `select
       (select coalesce(sum(profit + covered - close_fee), 0) from position
          where user_id = $1 and account_type = $2 and status = 3 and closed_ms >= $3)
       - (select coalesce(sum(open_fee), 0) from position
            where user_id = $1 and account_type = $2 and status in (1, 2, 3) and created_ms >= $3 - 2592000000 and open_sec * 1000 >= $3)
       - (select coalesce(sum(amount), 0) from holding_charge where user_id = $1 and account_type = $2 and at_ms >= $3) as booked`,
    [userId, accountType, dayStartMs],
  )
  if (!row) throw new Error('sums give one row')
  return row.booked
}
