import type { SpotOrder } from '#contract/calls/spot.ts'
import type { Decimal } from '#contract/decimal.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'

/** One row of the table `spot_order`. */
export interface SpotRow {
  id: string
  order_no: string
  account_type: number
  symbol: string
  base: string
  direction: number
  price: Decimal
  quantity: Decimal
  notional: Decimal
  fee: Decimal
  fee_rate: Decimal
  give: Decimal
  get: Decimal
  sec: string
  created_ms: string
}

type NewOrder = Pick<
  SpotOrder,
  | 'id'
  | 'orderNo'
  | 'accountType'
  | 'symbol'
  | 'base'
  | 'direction'
  | 'price'
  | 'quantity'
  | 'notional'
  | 'fee'
  | 'feeRate'
  | 'give'
  | 'get'
  | 'sec'
> & {
  userId: string
  createdMs: number
}

export async function insertOrder(sql: Sql, order: NewOrder): Promise<SpotRow> {
  const [row] = await sql.query<SpotRow>(
    `insert into spot_order (id, order_no, user_id, account_type, symbol, base, direction, price, quantity, notional, fee, fee_rate, give, get, sec, created_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) returning *`,
    [
      order.id,
      order.orderNo,
      order.userId,
      order.accountType,
      order.symbol,
      order.base,
      order.direction,
      order.price,
      order.quantity,
      order.notional,
      order.fee,
      order.feeRate,
      order.give,
      order.get,
      order.sec,
      order.createdMs,
    ],
  )
  return row as SpotRow
}

/** One page of one person's orders, newest first, with the count of all. */
export async function ordersPage(
  sql: Sql,
  { userId, accountType, limit, offset }: { userId: string; accountType: number; limit: number; offset: number },
): Promise<{ rows: SpotRow[]; total: number }> {
  const [counted] = await sql.query<{ total: string }>(
    'select count(*) as total from spot_order where user_id = $1 and account_type = $2',
    [userId, accountType],
  )
  const rows = await sql.query<SpotRow>(
    'select * from spot_order where user_id = $1 and account_type = $2 order by id desc limit $3 offset $4',
    [userId, accountType, limit, offset],
  )
  return { rows, total: Number(counted?.total ?? 0) }
}

export const toSpotOrder = ({ id, order_no, account_type, fee_rate, sec, created_ms, ...row }: SpotRow): SpotOrder => ({
  id,
  orderNo: order_no,
  accountType: account_type,
  posType: 1,
  orderType: 1,
  symbol: row.symbol,
  base: row.base,
  direction: row.direction,
  price: row.price,
  quantity: row.quantity,
  notional: row.notional,
  fee: row.fee,
  feeRate: fee_rate,
  give: row.give,
  get: row.get,
  sec: Number(sec),
  status: 3,
  createTime: asInstant(Number(created_ms)),
})
