import type { InstantSpotOrder, SpotOrder } from '#contract/orders/spot.ts'
import type { Decimal } from '#contract/decimal.ts'
import { orderType, positionStatus, posType } from '#contract/states.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'

/** One row of the table `spot_order`. */
export interface SpotOrderRow {
  id: string
  order_no: string
  user_id: string
  account_type: number
  pos_type: number
  order_type: number
  status: number
  symbol: string
  /** The feed that it was accepted on, and the only one that fills it. */
  feed: string
  base: string
  direction: number
  price: Decimal
  quantity: Decimal
  notional: Decimal
  fee: Decimal
  fee_rate: Decimal
  /** Of an order that waits, the spread that it was placed at and is filled at. */
  spread_bps: Decimal | null
  /** The step of the prices that it was made at; null before it was written down. */
  tick: Decimal | null
  give: Decimal
  get: Decimal
  sec: string
  limit_price: Decimal | null
  reserved: Decimal | null
  trigger_price: Decimal | null
  armed_sec: string | null
  expires_ms: string | null
  returned: Decimal | null
  close_reason: number | null
  quote_no: string | null
  created_ms: string
  closed_ms: string | null
}

type Numbers = 'sec' | 'created_ms' | 'closed_ms' | 'armed_sec' | 'expires_ms'
type Optional = 'spread_bps' | 'tick' | 'limit_price' | 'reserved' | 'trigger_price' | 'quote_no'
type NewOrder = Omit<SpotOrderRow, Numbers | Optional | 'returned' | 'close_reason'> &
  Partial<Pick<SpotOrderRow, Optional>> & { sec: number; created_ms: number; closed_ms?: number; armed_sec?: number; expires_ms?: number }

/** Gives nothing when the firm price that it is at was used already; whoever comes while the first is at work waits for it. */
export async function tryInsertSpotOrder(sql: Sql, order: NewOrder): Promise<SpotOrderRow | undefined> {
  const columns = Object.keys(order)
  const places = columns.map((_, index) => `$${index + 1}`)
  const [row] = await sql.query<SpotOrderRow>(
    `insert into spot_order (${columns.join(', ')}) values (${places.join(', ')}) on conflict (quote_no) do nothing returning *`,
    Object.values(order),
  )
  return row
}

export const readSpotOrdersByIds = (sql: Sql, ids: readonly string[]): Promise<SpotOrderRow[]> =>
  sql.query<SpotOrderRow>('select * from spot_order where id = any($1::bigint[])', [[...ids]])

/** Locks the row; the wallet must be locked before it (everyone takes wallet first, so nobody waits in a circle). */
export async function lockSpotOrder(sql: Sql, id: string): Promise<SpotOrderRow | undefined> {
  const [row] = await sql.query<SpotOrderRow>('select * from spot_order where id = $1 for update', [id])
  return row
}

/** Like `lockSpotOrder`, but gives nothing when it does not wait any more or when another server is at it. */
export async function tryLockPendingSpotOrder(sql: Sql, id: string): Promise<SpotOrderRow | undefined> {
  const [row] = await sql.query<SpotOrderRow>('select * from spot_order where id = $1 and status = 0 for update skip locked', [id])
  return row
}

export const readPendingSpotOrders = (sql: Sql, userId: string, accountType: number): Promise<SpotOrderRow[]> =>
  sql.query<SpotOrderRow>('select * from spot_order where user_id = $1 and account_type = $2 and status = 0 order by id', [
    userId,
    accountType,
  ])

interface Filling {
  price: Decimal
  notional: Decimal
  fee: Decimal
  give: Decimal
  get: Decimal
  sec: number
  closed_ms: number
}

/** Waiting → filled; gives nothing when it was filled or cancelled already, so that nothing is bought twice. */
export async function markSpotOrderFilled(sql: Sql, id: string, filling: Filling): Promise<SpotOrderRow | undefined> {
  const sets = Object.keys(filling).map((column, index) => `${column} = $${index + 2}`)
  const [row] = await sql.query<SpotOrderRow>(
    `update spot_order set status = 3, returned = reserved - $2::numeric, ${sets.map((set, index) => set.replace(`$${index + 2}`, `$${index + 3}`)).join(', ')}
     where id = $1 and status = 0 returning *`,
    [id, filling.give, ...Object.values(filling)],
  )
  return row
}

/** Waiting → cancelled; gives nothing when it was filled or cancelled already. */
export async function markSpotOrderCancelled(sql: Sql, id: string, closeReason: number, atMs: number): Promise<SpotOrderRow | undefined> {
  const [row] = await sql.query<SpotOrderRow>(
    'update spot_order set status = 4, returned = reserved, close_reason = $2, closed_ms = $3 where id = $1 and status = 0 returning *',
    [id, closeReason, atMs],
  )
  return row
}

interface Found {
  id: string
  user_id: string
  account_type: number
}

/**
 * Whom a record of this feed may concern: every waiting order that its mark reaches. Two index scans for each symbol of the record; nothing else is read.
 * The second bound changes no answer: with it the planner expects few rows of an unknown price, and takes the index.
 */
export const readSpotOrdersTouchedByMarks = (
  sql: Sql,
  feed: string,
  symbols: readonly string[],
  marks: readonly Decimal[],
): Promise<Found[]> =>
  sql.query<Found>(
    `select found.id, found.user_id, found.account_type
     from unnest($1::text[], $2::numeric[]) as mark (symbol, price)
     cross join lateral (
       select id, user_id, account_type from spot_order
         where symbol = mark.symbol and feed = $3 and status = 0 and direction = 1 and trigger_price >= mark.price and trigger_price < 'Infinity'
       union all select id, user_id, account_type from spot_order
         where symbol = mark.symbol and feed = $3 and status = 0 and direction = 2 and trigger_price <= mark.price and trigger_price > 0
     ) as found order by found.id`,
    [[...symbols], [...marks], feed],
  )

/** As many are read at once. */
export const expiredSpotOrderBatchSize = 200
export type ExpiredSpotOrder = Found & { expires_ms: string }

/** Waiting orders whose days are over, oldest first, a batch of them behind that one. */
export const readExpiredSpotOrders = (sql: Sql, nowMs: number, behind?: ExpiredSpotOrder): Promise<ExpiredSpotOrder[]> =>
  sql.query<ExpiredSpotOrder>(
    `select id, user_id, account_type, expires_ms from spot_order where status = 0 and expires_ms <= $1 and (expires_ms, id) > ($2, $3)
     order by expires_ms, id limit ${expiredSpotOrderBatchSize}`,
    [nowMs, behind?.expires_ms ?? '0', behind?.id ?? '0'],
  )

export function toSpotOrder(row: SpotOrderRow): SpotOrder | InstantSpotOrder {
  const order = {
    id: row.id,
    orderNo: row.order_no,
    accountType: row.account_type,
    symbol: row.symbol,
    base: row.base,
    direction: row.direction,
    orderType: row.order_type,
    price: row.price,
    quantity: row.quantity,
    notional: row.notional,
    fee: row.fee,
    feeRate: row.fee_rate,
    give: row.give,
    get: row.get,
    sec: Number(row.sec),
    status: row.status,
    createTime: asInstant(Number(row.created_ms)),
    ...(row.limit_price !== null && { limitPrice: row.limit_price }),
    ...(row.reserved !== null && { reserved: row.reserved }),
    ...(row.returned !== null && { returned: row.returned }),
    ...(row.close_reason !== null && { closeReason: row.close_reason }),
    ...(row.status !== positionStatus.pending && { closeTime: asInstant(Number(row.closed_ms ?? row.created_ms)) }),
    ...(row.status === positionStatus.pending && row.order_type === orderType.limit && { expireTime: asInstant(Number(row.expires_ms)) }),
  }
  return row.pos_type === posType.instantSpot ? { posType: 4, ...order } : { posType: 1, ...order }
}
