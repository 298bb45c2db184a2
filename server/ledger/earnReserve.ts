import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { isNegative } from '#rules/decimal.ts'
import type { AccountType } from './ledger.ts'

/** Keeps earn_reserve beside the legs of RESERVE_EARN: call it in the transaction that books them, with their sum. Below zero throws. */
export async function adjustEarnReserveRow(sql: Sql, book: AccountType, currency: string, by: Decimal): Promise<void> {
  const params = [book, currency, by]
  const changed = isNegative(by)
    ? await sql.query('update earn_reserve set amount = amount + $3 where book = $1 and currency = $2 returning 1', params)
    : await sql.query(
        `insert into earn_reserve as r (book, currency, amount) values ($1, $2, $3)
         on conflict (book, currency) do update set amount = r.amount + excluded.amount returning 1`,
        params,
      )
  if (changed.length === 0) throw new Error(`the reserve of ${currency} holds nothing and would lose ${by}`)
}
