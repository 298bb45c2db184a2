import type { Decimal } from '#contract/decimal.ts'
import { balanceRecordType } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import type { AccountType } from '#ledger/ledger.ts'

// Written out as the index has it: fees, results, funding, stakes and what they paid, cover.
const resultTypes = '(5, 8, 9, 14, 15, 16, 38, 39, 40)'
const secondTypes = `(${balanceRecordType.secondStake}, ${balanceRecordType.secondPayout}, ${balanceRecordType.secondRefund})`

export interface TradingResults {
  /** What trading brought since then; open stakes count as lost until they come back (docs/rules/protection.md). */
  net: Decimal
  /** The same of second contracts alone. */
  secondNet: Decimal
  /** What was staked on second contracts. */
  secondStaked: Decimal
}

/** A person's results of one book since a moment, from the ledger itself. */
export async function readTradingResultsSince(sql: Sql, userId: string, book: AccountType, sinceMs: number): Promise<TradingResults> {
  const [row] = await sql.query<TradingResults>(
    `select coalesce(sum(amount), 0)::numeric(36, 8) as net,
       coalesce(sum(amount) filter (where type in ${secondTypes}), 0)::numeric(36, 8) as "secondNet",
       coalesce(-sum(amount) filter (where type = ${balanceRecordType.secondStake}), 0)::numeric(36, 8) as "secondStaked"
     from leg where user_id = $1 and book = $2 and at_ms >= $3 and currency = 'USDT' and user_id is not null and type in ${resultTypes}`,
    [userId, book, sinceMs],
  )
  if (!row) throw new Error('sums give one row')
  return row
}
