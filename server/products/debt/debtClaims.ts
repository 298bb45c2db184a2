import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { serverDaysBetween } from '#rules/serverDay.ts'
import type { DebtProject } from './debtStore.ts'

/** All that a defaulted project still owes: principal, and interest to the day of the default, of which more may have been paid early. */
export async function readDefaultedDebtAmountOwed(sql: Sql, { product_id, book, annual_rate, ...project }: DebtProject): Promise<Decimal> {
  const [row] = await sql.query<{ claims: Decimal }>(
    `select coalesce(sum(money - coalesce(returned, 0) + greatest(trunc(money * $3 * $4 / 365, 8) - income_total, 0)), 0)::numeric(36, 8) as claims
     from product_order where product_id = $1 and account_type = $2 and type = 5 and status in (1, 3, 6)`,
    [product_id, book, annual_rate, interestDaysUntilDefault(project)],
  )
  return row?.claims as Decimal
}

/**
 * For how many days a defaulted project owes interest: those from its start to the default, at most its term; none come after the default.
 * 0 where it has not started or not defaulted.
 */
export const interestDaysUntilDefault = ({
  start_day,
  defaulted_day,
  days,
}: Pick<DebtProject, 'start_day' | 'defaulted_day' | 'days'>): number =>
  start_day === null || defaulted_day === null ? 0 : Math.min(days, Math.max(0, serverDaysBetween(start_day, defaulted_day)))
