import type { EarnProductDay } from '#contract/calls/products.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { truncate } from '#rules/decimal.ts'
import { trimDatabaseNumberZeros } from './plain.ts'

const wireScale = 18

/** The newest days of a product, newest first, with the share that was paid in that book; 1 where nobody had an order. */
export async function readProductDays(sql: Sql, productId: string, accountType: number, limit: number): Promise<EarnProductDay[]> {
  const rows = await sql.query<{
    day: string
    value: Decimal
    inputs: EarnProductDay['inputs']
    is_back_test: boolean
    paid: Decimal | null
  }>(
    `select d.day, d.value, d.inputs, d.is_back_test, due.paid from product_day d
     left join product_due due on due.product_id = d.product_id and due.day = d.day and due.book = $2
     where d.product_id = $1 order by d.day desc limit $3`,
    [productId, accountType, limit],
  )
  return rows.map(({ day, value, inputs, is_back_test, paid }) => ({
    day,
    value: trimDatabaseNumberZeros(truncate(value, wireScale)),
    paid: paid === null ? asDecimal('1') : trimDatabaseNumberZeros(truncate(paid, wireScale)),
    isBackTest: is_back_test,
    inputs,
  }))
}

interface IncomeRow {
  day: string
  basis: Decimal
  paid: Decimal
  amount: Decimal
  at_ms: string
}

/** What came in for an order, newest day first. */
export async function productOrderIncomesPage(
  sql: Sql,
  orderId: string,
  limit: number,
  offset: number,
): Promise<{ rows: IncomeRow[]; total: number }> {
  const [counted] = await sql.query<{ total: string }>('select count(*) as total from product_income where order_id = $1', [orderId])
  const rows = await sql.query<IncomeRow>('select * from product_income where order_id = $1 order by day desc limit $2 offset $3', [
    orderId,
    limit,
    offset,
  ])
  return { rows, total: Number(counted?.total ?? 0) }
}
