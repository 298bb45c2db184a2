import { retailLossShareMinAccounts } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'

/**
 * Which share of the accounts that closed contracts with real money in the last 12 months lost, from the newest signed numbers, a fraction;
 * undefined while these are of fewer than 90 days or 100 accounts: then nothing but the fixed sentence may be said.
 */
export async function retailLossShare(sql: Sql): Promise<Decimal | undefined> {
  const [row] = await sql.query<{ share: string | null; people: number }>(
    `select body::jsonb #>> '{retail,share}' as share, (body::jsonb #>> '{retail,people}')::int as people from fair_stat order by day desc limit 1`,
  )
  return row && row.share !== null && row.people >= retailLossShareMinAccounts ? asDecimal(row.share) : undefined
}
