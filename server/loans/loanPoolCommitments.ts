import type { Decimal } from '#contract/decimal.ts'
import { loanStatus } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'

/** What passed loans wait to be paid out of the pool. */
export async function readLoanPoolCommitments(sql: Sql, currency: string): Promise<Decimal> {
  const [row] = await sql.query<{ amount: Decimal }>(
    'select coalesce(sum(amount), 0) as amount from loan where status = $1 and currency = $2',
    [loanStatus.passed, currency],
  )
  if (!row) throw new Error('a sum gives one row')
  return row.amount
}
