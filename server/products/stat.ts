import type { Decimal } from '#contract/decimal.ts'
import { type Instant, serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { add, multiply, q8, zero } from '#rules/decimal.ts'
import { addServerDays } from '#rules/serverDay.ts'
import type { AppContext } from '../core/appContext.ts'
import { usdtPriceOf } from '../risk/usdtPrice.ts'

interface Sums {
  currency: string
  money: Decimal
  reward: Decimal
  today: Decimal
}

/** A person's orders in one book, in USDT by the newest prices; what has no price counts nothing. Of these types where told. */
export async function readProductOrderStats(
  { market }: AppContext,
  sql: Sql,
  userId: string,
  accountType: number,
  types: readonly number[] | undefined,
  now: Instant,
): Promise<{ totalMoney: Decimal; totalReward: Decimal; todayReward: Decimal; runningCount: number; endedCount: number }> {
  const params = [userId, accountType, types ?? null]
  const own = `user_id = $1 and account_type = $2 and ($3::smallint[] is null or type = any($3))`
  const sums = await sql.query<Sums>(
    `select currency, sum(money) as money, sum(reward) as reward, sum(today) as today from (
       select currency, sum(money) filter (where closed_ms is null) as money, null::numeric as reward, null::numeric as today
         from product_order where ${own} group by currency
       union all
       select income_currency, null, sum(income_total), null from product_order where ${own} group by income_currency
       union all
       select o.income_currency, null, null, sum(i.amount) from product_order o join product_income i on i.order_id = o.id
         where o.user_id = $1 and o.account_type = $2 and ($3::smallint[] is null or o.type = any($3))
           and i.day = $4
         group by o.income_currency
     ) parts group by currency`,
    // What came in today is for the day before.
    [...params, addServerDays(serverDayAt(now), -1)],
  )
  const [counted] = await sql.query<{ running: number; ended: number }>(
    `select (coalesce(sum(count) filter (where status in (0, 1, 3, 5, 6)), 0))::integer as running,
       (coalesce(sum(count) filter (where status = 2), 0))::integer as ended
     from product_order_count where ${own}`,
    params,
  )
  const inUsdt = (of: (row: Sums) => Decimal | null): Decimal =>
    q8(sums.reduce((sum, row) => add(sum, multiply(of(row) ?? zero, usdtPriceOf(market, row.currency)?.price ?? zero)), zero))
  return {
    totalMoney: inUsdt(({ money }) => money),
    totalReward: inUsdt(({ reward }) => reward),
    todayReward: inUsdt(({ today }) => today),
    runningCount: counted?.running ?? 0,
    endedCount: counted?.ended ?? 0,
  }
}
