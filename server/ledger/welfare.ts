import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { isNegative, zero } from '#rules/decimal.ts'

/** What WELFARE can still give or promise, locked until the transaction ends. */
export async function lockAndReadWelfareFund(sql: Sql, currency: string): Promise<Decimal> {
  const [row] = await sql.query<{ amount: Decimal }>('select amount from welfare_fund where currency = $1 for update', [currency])
  return row?.amount ?? zero
}

/** Keeps welfare_fund beside what WELFARE gives, gets and promises. False, and nothing changed, where it would go below zero. */
export async function tryAdjustWelfareFundRow(sql: Sql, currency: string, by: Decimal): Promise<boolean> {
  const changed = isNegative(by)
    ? await sql.query('update welfare_fund set amount = amount + $2 where currency = $1 and amount + $2 >= 0 returning 1', [currency, by])
    : await sql.query(
        `insert into welfare_fund as w (currency, amount) values ($1, $2)
         on conflict (currency) do update set amount = w.amount + excluded.amount returning 1`,
        [currency, by],
      )
  return changed.length > 0
}
