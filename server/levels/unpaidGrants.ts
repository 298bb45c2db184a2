import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { add, zero } from '#rules/decimal.ts'
import type { PlatformLiabilitiesReader } from '../risk/liabilities.ts'

/** What bonuses and envelopes are paid in. */
export const levelGrantCurrency = 'USDT'

/** Bonuses and envelopes that were granted and not paid yet. */
export async function unpaidLevelGrantTotal(sql: Sql): Promise<Decimal> {
  const [row] = await sql.query<{ amount: Decimal }>('select coalesce(sum(amount), 0) as amount from welfare_grant where paid_ms is null')
  return row?.amount ?? zero
}

/** What WELFARE must be enough for: grants that wait, and what is left in vouchers, whose money is set aside in it. */
export const readWelfareLiabilities: PlatformLiabilitiesReader = async (sql) => {
  const [row] = await sql.query<{ rest: Decimal }>('select coalesce(sum(rest), 0) as rest from voucher where rest > 0')
  return [{ account: 'WELFARE', currency: levelGrantCurrency, amount: add(await unpaidLevelGrantTotal(sql), row?.rest ?? zero) }]
}
