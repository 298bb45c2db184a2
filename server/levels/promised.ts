import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { zero } from '#rules/decimal.ts'

/** What bonuses and envelopes are paid in. */
export const grantCurrency = 'USDT'

/** Bonuses and envelopes that were granted and not paid yet. */
export async function promisedGrants(sql: Sql): Promise<Decimal> {
  const [row] = await sql.query<{ amount: Decimal }>('select coalesce(sum(amount), 0) as amount from welfare_grant where paid_ms is null')
  return row?.amount ?? zero
}
