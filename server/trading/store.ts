import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { isRowId } from '../ids.ts'
import type { PositionRow } from './position.ts'

type NewPosition = Pick<
  PositionRow,
  | 'id'
  | 'order_no'
  | 'user_id'
  | 'account_type'
  | 'symbol'
  | 'direction'
  | 'lever'
  | 'quantity'
  | 'contract_size'
  | 'fee_rate'
  | 'open_price'
  | 'margin'
  | 'open_fee'
  | 'trigger_price'
  | 'conversion_rate'
> & { open_sec: number; created_ms: number }

export async function insertPosition(sql: Sql, row: NewPosition): Promise<PositionRow> {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  const [inserted] = await sql.query<PositionRow>(
    `insert into position (${columns.join(', ')}) values (${places.join(', ')}) returning *`,
    Object.values(row),
  )
  return inserted as PositionRow
}

/** Owner-filtered: someone else's id is as unknown as no id. */
export async function positionOf(sql: Sql, id: string, userId: string): Promise<PositionRow | undefined> {
  if (!isRowId(id)) return undefined
  const [row] = await sql.query<PositionRow>('select * from position where id = $1 and user_id = $2', [id, userId])
  return row
}

/** Locks the row; the wallet must be locked before it (everyone takes wallet first, so nobody waits in a circle). */
export async function lockPosition(sql: Sql, id: string): Promise<PositionRow | undefined> {
  const [row] = await sql.query<PositionRow>('select * from position where id = $1 for update', [id])
  return row
}

/** Like lockPosition, but gives nothing when it is closed or when another server is at it. */
export async function claimPosition(sql: Sql, id: string): Promise<PositionRow | undefined> {
  const [row] = await sql.query<PositionRow>('select * from position where id = $1 and status in (1, 2) for update skip locked', [id])
  return row
}

/** Running → settling. */
export async function markSettling(sql: Sql, id: string, closeReason: number): Promise<PositionRow | undefined> {
  const [row] = await sql.query<PositionRow>('update position set status = 2, close_reason = $2 where id = $1 and status = 1 returning *', [
    id,
    closeReason,
  ])
  return row
}

interface ClosedTerms {
  closeReason: number
  closePrice: Decimal
  profit: Decimal
  closeFee: Decimal
  returned: Decimal
  covered: Decimal
  closeSec: number
  closedMs: number
}

/** Running or settling → closed; gives nothing when it was closed already, so that nothing settles twice. */
export async function markClosed(sql: Sql, id: string, terms: ClosedTerms): Promise<PositionRow | undefined> {
  const [row] = await sql.query<PositionRow>(
    `update position set status = 3, close_reason = $2, close_price = $3, profit = $4, close_fee = $5, returned = $6, covered = $7,
       close_sec = $8, closed_ms = $9
     where id = $1 and status in (1, 2) returning *`,
    [id, terms.closeReason, terms.closePrice, terms.profit, terms.closeFee, terms.returned, terms.covered, terms.closeSec, terms.closedMs],
  )
  return row
}

/** All running and settling positions of one book: one indexed read. */
export const openPositionsOf = (sql: Sql, userId: string, accountType: number): Promise<PositionRow[]> =>
  sql.query<PositionRow>('select * from position where user_id = $1 and account_type = $2 and status in (1, 2) order by id desc', [
    userId,
    accountType,
  ])

interface PositionFilter {
  userId: string
  accountType: number
  statuses: readonly number[] | undefined
  symbol: string | undefined
  limit: number
  offset: number
}

/** One page, newest first, with the count of all that match. */
export async function positionsPage(sql: Sql, filter: PositionFilter): Promise<{ rows: PositionRow[]; total: number }> {
  const where = `user_id = $1 and account_type = $2 and ($3::smallint[] is null or status = any($3)) and ($4::text is null or symbol = $4)`
  const values = [filter.userId, filter.accountType, filter.statuses ?? null, filter.symbol ?? null]
  const [counted] = await sql.query<{ total: string }>(`select count(*) as total from position where ${where}`, values)
  const rows = await sql.query<PositionRow>(`select * from position where ${where} order by id desc limit $5 offset $6`, [
    ...values,
    filter.limit,
    filter.offset,
  ])
  return { rows, total: Number(counted?.total ?? 0) }
}

interface RealisedSums {
  today: Decimal
  total: Decimal
  won: number
  lost: number
  staked: Decimal
}

/** Sums over closed positions; the result of one is what came back minus what went in: profit + cover − both fees. */
export async function realisedSums(sql: Sql, userId: string, accountType: number, dayStartMs: number): Promise<RealisedSums> {
  const [row] = await sql.query<{ today: Decimal; total: Decimal; won: string; lost: string; staked: Decimal }>(
    `select coalesce(sum(net) filter (where closed_ms >= $3), 0) as today, coalesce(sum(net), 0) as total,
       count(*) filter (where net > 0) as won, count(*) filter (where net < 0) as lost, coalesce(sum(staked), 0) as staked
     from (select closed_ms, profit + covered - close_fee - open_fee as net, margin + added_margin as staked
       from position where user_id = $1 and account_type = $2 and status = 3) as closed`,
    [userId, accountType, dayStartMs],
  )
  if (!row) throw new Error('sums give one row')
  return { ...row, won: Number(row.won), lost: Number(row.lost) }
}

interface Marked {
  symbols: string[]
  prices: Decimal[]
  /** What one record says a unit of the quote currency's conversion is; null where the quote is USDT already. */
  conversions: (Decimal | null)[]
}

/**
 * Who a record may close: margins that its price can have made insufficient, those whose conversion drifted, and all that wait to settle.
 * Three index scans for each symbol of the record; nothing else is read.
 */
export const candidatesFor = (sql: Sql, marked: Marked, drift: string): Promise<{ id: string; user_id: string; account_type: number }[]> =>
  sql.query(
    `select found.id, found.user_id, found.account_type
     from unnest($1::text[], $2::numeric[], $3::numeric[]) as mark (symbol, price, conversion)
     cross join lateral (
       select id, user_id, account_type from position
         where symbol = mark.symbol and status = 1 and direction = 1 and trigger_price >= mark.price
       union select id, user_id, account_type from position
         where symbol = mark.symbol and status = 1 and direction = 2 and trigger_price <= mark.price
       union select id, user_id, account_type from position
         where symbol = mark.symbol and status = 1 and mark.conversion is not null and conversion_rate < mark.conversion / (1 + $4::numeric)
       union select id, user_id, account_type from position
         where symbol = mark.symbol and status = 1 and mark.conversion is not null and conversion_rate > mark.conversion / (1 - $4::numeric)
       union select id, user_id, account_type from position
         where symbol = mark.symbol and status = 2
     ) as found order by found.id`,
    [marked.symbols, marked.prices, marked.conversions, drift],
  )
