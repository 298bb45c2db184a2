import type { Decimal } from '#contract/decimal.ts'
import { balanceRecordType } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { ledgerDayNumber } from '#ledger/recordCounts.ts'
import type { StatementRequest } from './request.ts'

/** What a period did to one currency, all parts of its balance together. */
export interface StatementCurrencySums {
  currency: string
  opening: Decimal
  change: Decimal
  /** Part of the change; below zero. */
  fees: Decimal
  closing: Decimal
}

/**
 * Opening balance, change and closing balance of each currency, from the counters of whole days, so that years before the period cost
 * nothing. `lastId` is the newest record that the sums hold: later ones belong to the next statement.
 */
export async function readStatementSums(
  sql: Sql,
  { userId, book, fromMs, toMs }: StatementRequest,
): Promise<{ sums: StatementCurrencySums[]; lastId: string; count: number }> {
  const values = [userId, book, ledgerDayNumber(fromMs), ledgerDayNumber(toMs), balanceRecordType.fee]
  const rows = await sql.query<StatementCurrencySums & { last: string | null; count: string }>(
    `select currency, opening, change, fees, opening + change as closing, last, count from (
       select currency,
         coalesce(sum(amount) filter (where day < $3), 0)::numeric(36, 8) as opening,
         coalesce(sum(amount) filter (where day between $3 and $4), 0)::numeric(36, 8) as change,
         coalesce(sum(amount) filter (where day between $3 and $4 and type = $5), 0)::numeric(36, 8) as fees,
         max(last_id) filter (where day between $3 and $4) as last,
         coalesce(sum(count) filter (where day between $3 and $4), 0) as count
       from leg_day where user_id = $1 and book = $2 and day <= $4 group by currency) s
     where opening <> 0 or count > 0 order by currency`,
    values,
  )
  const lastId = rows.reduce((newest, { last }) => (last !== null && BigInt(last) > newest ? BigInt(last) : newest), 0n)
  return {
    sums: rows.map(({ currency, opening, change, fees, closing }) => ({ currency, opening, change, fees, closing })),
    lastId: String(lastId),
    count: rows.reduce((sum, { count }) => sum + Number(count), 0),
  }
}
