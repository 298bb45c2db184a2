import type { EarnProduct } from '#contract/calls/products.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { truncate } from '#rules/decimal.ts'

type Last30 = NonNullable<EarnProduct['last30']>

const rateScale = 12
const plain = (value: Decimal): Decimal => asDecimal(truncate(value, rateScale).replace(/\.?0+$/, ''))

/** Average, least and most of the last thirty days that were worked out, and how many of them brought nothing; none before the first day. */
export async function readProductLast30DayStats(sql: Sql, productIds: readonly string[]): Promise<ReadonlyMap<string, Last30>> {
  const rows = await sql.query<{ id: string; avg: Decimal; min: Decimal; max: Decimal; zero_days: number; days: number }>(
    `select asked.id, avg(d.value) as avg, min(d.value) as min, max(d.value) as max,
       (count(*) filter (where d.value = 0))::integer as zero_days, count(*)::integer as days
     from unnest($1::text[]) as asked (id)
     cross join lateral (select value from product_day where product_id = asked.id and not is_back_test order by day desc limit 30) d
     group by asked.id`,
    [[...productIds]],
  )
  return new Map(
    rows.map(({ id, avg, min, max, zero_days, days }) => [
      id,
      { avg: plain(avg), min: plain(min), max: plain(max), zeroDays: zero_days, days },
    ]),
  )
}
