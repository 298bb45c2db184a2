import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { isNegative, zero } from '#rules/decimal.ts'

/** What the house can lend now; exact in a transaction that changes it. */
export async function readLoanPoolBalance(sql: Sql, currency: string): Promise<Decimal> {
  const [row] = await sql.query<{ amount: Decimal }>('select amount from loan_pool where currency = $1', [currency])
  return row?.amount ?? zero
}

/**
 * Keeps loan_pool beside the legs of LOAN_POOL: call it in the transaction that books them, with their sum. False, and nothing changed, where
 * it would go below zero.
 */
export async function tryAdjustLoanPoolRow(sql: Sql, currency: string, by: Decimal): Promise<boolean> {
  const changed = isNegative(by)
    ? await sql.query('update loan_pool set amount = amount + $2 where currency = $1 and amount + $2 >= 0 returning 1', [currency, by])
    : await sql.query(
        `insert into loan_pool as p (currency, amount) values ($1, $2)
         on conflict (currency) do update set amount = p.amount + excluded.amount returning 1`,
        [currency, by],
      )
  return changed.length > 0
}
