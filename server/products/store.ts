import type { Decimal } from '#contract/decimal.ts'
import { balanceRecordType } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { productOrderRefType } from './money.ts'
import type { ProductOrderRow, ProductRow } from './rows.ts'

/** A product with how much of it is sold in the book that was asked about, and how much of that still runs. */
export type ProductWithSales = ProductRow & { book: number; sold: ProductRow['min_money']; running: ProductRow['min_money'] }

const selectSold = `select p.*, $1::smallint as book, coalesce(s.amount, 0)::numeric(36, 8) as sold,
    coalesce(s.amount - s.over, 0)::numeric(36, 8) as running
  from product p left join product_sold s on s.product_id = p.id and s.book = $1::smallint`

/** What is offered, of these types, in the order of the list. */
export const readProductsOfTypes = (sql: Sql, book: number, types: readonly number[]): Promise<ProductWithSales[]> =>
  sql.query<ProductWithSales>(`${selectSold} where p.type = any($2::smallint[]) order by p.type, p.place, p.id`, [book, [...types]])

/** These products, in any order. */
export const readProductsByIds = (sql: Sql, book: number, ids: readonly string[]): Promise<ProductWithSales[]> =>
  sql.query<ProductWithSales>(`${selectSold} where p.id = any($2::text[])`, [book, [...ids]])

/** Takes so much of a product, while the cap allows; false when it does not. Whoever comes next waits for this transaction. */
export async function tryReserveProductSaleCapacity(
  sql: Sql,
  { id, total_cap }: ProductRow,
  book: number,
  amount: string,
): Promise<boolean> {
  await sql.query('insert into product_sold (product_id, book) values ($1, $2) on conflict do nothing', [id, book])
  const reserved = await sql.query(
    `update product_sold set amount = amount + $3::numeric where product_id = $1 and book = $2
       and ($4::numeric is null or amount + $3::numeric <= $4::numeric) returning 1`,
    [id, book, amount, total_cap],
  )
  return reserved.length > 0
}

/** Gives it back. */
export const releaseProductSaleCapacity = (sql: Sql, productId: string, book: number, amount: string): Promise<unknown> =>
  sql.query('update product_sold set amount = amount - $3::numeric where product_id = $1 and book = $2', [productId, book, amount])

/** It stays sold, and brings nothing any more. */
export const addEndedProductAmount = (sql: Sql, productId: string, book: number, amount: string): Promise<unknown> =>
  sql.query('update product_sold set over = over + $3::numeric where product_id = $1 and book = $2', [productId, book, amount])

export type NewProductOrder = Pick<
  ProductOrderRow,
  | 'id'
  | 'order_no'
  | 'product_id'
  | 'user_id'
  | 'account_type'
  | 'type'
  | 'currency'
  | 'income_currency'
  | 'money'
  | 'weight'
  | 'num'
  | 'held'
  | 'start_day'
  | 'end_day'
  | 'days'
  | 'terms'
> & { bought_ms: number }

export async function insertProductOrder(sql: Sql, row: NewProductOrder): Promise<ProductOrderRow> {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  const [inserted] = await sql.query<ProductOrderRow>(
    `insert into product_order (${columns.join(', ')}) values (${places.join(', ')}) returning *`,
    Object.values(row),
  )
  return inserted as ProductOrderRow
}

type Changed = Partial<
  Omit<ProductOrderRow, 'id' | 'bought_ms' | 'terms' | 'exit_asked_ms' | 'exit_due_ms' | 'closed_ms' | 'frozen_until_ms'>
> &
  Partial<Record<'exit_asked_ms' | 'exit_due_ms' | 'closed_ms' | 'frozen_until_ms', number | null>>

/** Changes an order that the caller has locked. */
export async function updateProductOrder(sql: Sql, id: string, changed: Changed): Promise<ProductOrderRow> {
  const columns = Object.keys(changed)
  const [row] = await sql.query<ProductOrderRow>(
    `update product_order set ${columns.map((column, index) => `${column} = $${index + 2}`).join(', ')} where id = $1 returning *`,
    [id, ...Object.values(changed)],
  )
  if (!row) throw new Error(`product order ${id} is not there`)
  return row
}

/** One's own; undefined for anything else. */
export async function findOwnProductOrder(sql: Sql, id: string, userId: string): Promise<ProductOrderRow | undefined> {
  const [row] = await sql.query<ProductOrderRow>('select * from product_order where id = $1 and user_id = $2', [id, userId])
  return row
}

/** As it is now, and nobody else may change it until the transaction ends. Lock the wallet first. */
export async function lockProductOrder(sql: Sql, id: string): Promise<ProductOrderRow> {
  const [row] = await sql.query<ProductOrderRow>('select * from product_order where id = $1 for update', [id])
  if (!row) throw new Error(`product order ${id} is not there`)
  return row
}

interface OrderFilter {
  userId: string
  accountType: number
  types: readonly number[] | undefined
  statuses: readonly number[] | undefined
  limit: number
  offset: number
}

/** One page, newest first, with the count of all that match. */
export async function productOrdersPage(sql: Sql, filter: OrderFilter): Promise<{ rows: ProductOrderRow[]; total: number }> {
  const where = `user_id = $1 and account_type = $2 and ($3::smallint[] is null or type = any($3)) and ($4::smallint[] is null or status = any($4))`
  const values = [filter.userId, filter.accountType, filter.types ?? null, filter.statuses ?? null]
  const [counted] = await sql.query<{ total: string }>(
    `select coalesce(sum(count), 0) as total from product_order_count where ${where}`,
    values,
  )
  const rows = await sql.query<ProductOrderRow>(`select * from product_order where ${where} order by id desc limit $5 offset $6`, [
    ...values,
    filter.limit,
    filter.offset,
  ])
  return { rows, total: Number(counted?.total ?? 0) }
}

/** Not over yet, of many people, in the REAL book. */
export const readOpenRealProductOrders = (sql: Sql, userIds: readonly string[]): Promise<ProductOrderRow[]> =>
  sql.query<ProductOrderRow>(
    'select * from product_order where user_id = any($1::bigint[]) and account_type = 1 and status in (0, 1, 3, 5, 6) order by id',
    [[...userIds]],
  )

/** Everything of a person's that was not over just before a moment. */
export const readProductOrdersOpenAt = (sql: Sql, userId: string, accountType: number, atMs: number): Promise<ProductOrderRow[]> =>
  sql.query<ProductOrderRow>(
    `select * from product_order where user_id = $1 and account_type = $2 and bought_ms < $3 and status in (0, 1, 3, 5, 6)
     union all select * from product_order where user_id = $1 and account_type = $2 and bought_ms < $3 and status in (2, 4) and closed_ms >= $3`,
    [userId, accountType, atMs],
  )

/** What came of each of these orders to its person since a moment, incomes apart, in the order's currency: all buckets together. */
export const readProductOrderNonIncomeFlowsSince = (
  sql: Sql,
  orderIds: readonly string[],
  atMs: number,
): Promise<{ id: string; amount: Decimal }[]> =>
  sql.query<{ id: string; amount: Decimal }>(
    `select o.id, sum(l.amount) as amount from product_order o
     join posting p on p.ref_type = $2 and p.ref_id = o.id::text and p.at_ms >= $3
     join leg l on l.posting_id = p.id and l.user_id = o.user_id and l.currency = o.currency and l.type <> $4
     where o.id = any($1::bigint[]) group by o.id`,
    [[...orderIds], productOrderRefType, atMs, balanceRecordType.income],
  )

/** Everything of a person's that is not over, oldest first. With `lock` nobody else may change it; lock the wallet first. */
export const readOpenProductOrders = (sql: Sql, userId: string, accountType: number, { lock = false } = {}): Promise<ProductOrderRow[]> =>
  sql.query<ProductOrderRow>(
    `select * from product_order where user_id = $1 and account_type = $2 and status in (0, 1, 3, 5, 6) order by id ${lock ? 'for update' : ''}`,
    [userId, accountType],
  )
