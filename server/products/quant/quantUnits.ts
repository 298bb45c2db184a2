import { asDecimal, type Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { addServerDays } from '#rules/serverDay.ts'
import { trimDatabaseNumberZeros } from '../plain.ts'

/** What a unit was worth at the end of a day; the leaf of it holds from the next day on. */
export interface FundUnitValue {
  nav: Decimal
  day: string
}

/** The first that holds from that day on: what is bought or left at it. */
export async function readFirstFundUnitValueFromDay(sql: Sql, productId: string, day: string): Promise<FundUnitValue | undefined> {
  const [row] = await sql.query<{ day: string; value: Decimal }>(
    'select day, value from product_day where product_id = $1 and day >= $2 and not is_back_test order by day limit 1',
    [productId, addServerDays(day, -1)],
  )
  return row && { nav: trimDatabaseNumberZeros(row.value), day: row.day }
}

/** The newest one of each fund; with `byMs` the newest that was known by then. */
export async function readNewestFundUnitValues(
  sql: Sql,
  productIds: readonly string[],
  byMs?: number,
): Promise<ReadonlyMap<string, FundUnitValue>> {
  const rows = await sql.query<{ id: string; day: string; value: Decimal }>(
    `select asked.id, d.day, d.value from unnest($1::text[]) as asked (id)
     cross join lateral (
       select day, value from product_day where product_id = asked.id and not is_back_test and ($2::bigint is null or decided_ms <= $2)
       order by day desc limit 1
     ) d`,
    [[...productIds], byMs ?? null],
  )
  return new Map(rows.map(({ id, day, value }) => [id, { nav: trimDatabaseNumberZeros(value), day }]))
}

/** The worst that thirty days ever brought, the back-test included, as a fraction; undefined while there are not so many. */
export async function readWorstFund30DayReturn(sql: Sql, productId: string): Promise<Decimal | undefined> {
  const [row] = await sql.query<{ worst: Decimal | null }>(
    `select trunc(min(value / nullif(before, 0) - 1), 4) as worst from (
       select value, lag(value, 30) over (order by day) as before from product_day where product_id = $1
     ) month where before is not null`,
    [productId],
  )
  return row?.worst === null || row?.worst === undefined ? undefined : trimDatabaseNumberZeros(asDecimal(row.worst))
}
