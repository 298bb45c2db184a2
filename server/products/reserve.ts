import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import type { AccountType, HouseBucket } from '#ledger/ledger.ts'
import { zero } from '#rules/decimal.ts'

/** Where incomes come from: the reserve alone; in the DEMO book they are issued, so that its reserve is always exactly enough. */
export const earnIncomeSourceBucket = (book: AccountType): HouseBucket => (book === accountTypes.real ? 'RESERVE_EARN' : 'ISSUE')

/** What the reserve holds; with `hold` nobody else may change it until the transaction ends. */
export async function earnReserveBalance(sql: Sql, book: AccountType, currency: string, hold = false): Promise<Decimal> {
  const [row] = await sql.query<{ amount: Decimal }>(
    `select amount from earn_reserve where book = $1 and currency = $2 ${hold ? 'for update' : ''}`,
    [book, currency],
  )
  return row?.amount ?? zero
}
