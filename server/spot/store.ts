import type { SpotOrder } from '#contract/orders/spot.ts'
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

export const ordersByIds = (sql: Sql, ids: readonly string[]): Promise<SpotRow[]> =>
  sql.query<SpotRow>('select * from spot_order where id = any($1::bigint[])', [[...ids]])

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
