import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { ledgerDayNumber } from '#ledger/recordCounts.ts'
import type { OpenContract } from '../risk/contractValue.ts'

export const readOpenContracts = (sql: Sql, userId: string, accountType: number): Promise<OpenContract[]> =>
  sql.query<OpenContract>(
    `select symbol, direction, quantity, contract_size, open_price, margin, added_margin
     from position where user_id = $1 and account_type = $2 and status in (1, 2)`,
    [userId, accountType],
  )

/** Those that were open just before a moment; what was closed of one in parts since then is a row of its own and in it. */
export const readContractsOpenAt = (sql: Sql, userId: string, accountType: number, atMs: number): Promise<OpenContract[]> =>
  sql.query<OpenContract>(
    `select symbol, direction, quantity, contract_size, open_price, margin, added_margin from position
     where user_id = $1 and account_type = $2 and status in (1, 2) and open_sec * 1000 < $3
     union all
     select symbol, direction, quantity, contract_size, open_price, margin, added_margin from position
     where user_id = $1 and account_type = $2 and status = 3 and closed_ms >= $3 and open_sec * 1000 < $3`,
    [userId, accountType, atMs],
  )

/** All buckets together, by currency, just before 00:00 UTC+8 of a day: what is there now without what was booked from that day on. */
export const readBalancesAtDayStart = (sql: Sql, userId: string, accountType: number, dayStartMs: number) =>
  sql.query<{ currency: string; amount: Decimal }>(
    `select currency, sum(amount) as amount from (
       select currency, amount from balance where user_id = $1 and book = $2
       union all select currency, -amount from leg_day where user_id = $1 and book = $2 and day >= $3
     ) moved group by currency having sum(amount) <> 0`,
    [userId, accountType, ledgerDayNumber(dayStartMs)],
  )
