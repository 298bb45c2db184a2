import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import type { OptionPositionRow } from './position.ts'

type NewOption = Omit<
  OptionPositionRow,
  | 'expiry_sec'
  | 'status'
  | 'close_reason'
  | 'close_price'
  | 'settle_price'
  | 'settle_records'
  | 'returned'
  | 'open_sec'
  | 'close_sec'
  | 'created_ms'
  | 'closed_ms'
> & { expiry_sec: number; open_sec: number; created_ms: number }

export async function insertOption(sql: Sql, row: NewOption): Promise<OptionPositionRow> {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  const [inserted] = await sql.query<OptionPositionRow>(
    `insert into option_position (${columns.join(', ')}) values (${places.join(', ')}) returning *`,
    Object.values(row),
  )
  return inserted as OptionPositionRow
}

/** How many of this person's are not over; exact while the wallet is locked. */
export async function countOpenOptions(sql: Sql, userId: string, accountType: number): Promise<number> {
  const [row] = await sql.query<{ n: string }>(
    'select count(*) as n from option_position where user_id = $1 and account_type = $2 and status in (1, 2)',
    [userId, accountType],
  )
  return Number(row?.n ?? 0)
}

export const readOptionsByIds = (sql: Sql, ids: readonly string[]): Promise<OptionPositionRow[]> =>
  sql.query<OptionPositionRow>('select * from option_position where id = any($1::bigint[])', [[...ids]])

/** One of this person's, not locked. */
export async function findOwnOption(sql: Sql, id: string, userId: string): Promise<OptionPositionRow | undefined> {
  const [row] = await sql.query<OptionPositionRow>('select * from option_position where id = $1 and user_id = $2', [id, userId])
  return row
}

/** Anybody's, locked; the wallet must be locked before. */
export async function lockOption(sql: Sql, id: string): Promise<OptionPositionRow | undefined> {
  const [row] = await sql.query<OptionPositionRow>('select * from option_position where id = $1 for update', [id])
  return row
}

/** Every open one of this person in this book. */
export const readOpenOptions = (sql: Sql, userId: string, accountType: number): Promise<OptionPositionRow[]> =>
  sql.query<OptionPositionRow>('select * from option_position where user_id = $1 and account_type = $2 and status in (1, 2)', [
    userId,
    accountType,
  ])

/** Those of this person in this book that were open just before a moment. */
export const readOptionsOpenAt = (sql: Sql, userId: string, accountType: number, atMs: number): Promise<OptionPositionRow[]> =>
  sql.query<OptionPositionRow>(
    `select * from option_position where user_id = $1 and account_type = $2 and status in (1, 2) and created_ms < $3
     union all select * from option_position where user_id = $1 and account_type = $2 and status = 3 and closed_ms >= $3 and created_ms < $3`,
    [userId, accountType, atMs],
  )

/** Of many people, in the REAL book. */
export const readOpenRealOptions = (sql: Sql, userIds: readonly string[]): Promise<OptionPositionRow[]> =>
  sql.query<OptionPositionRow>(
    'select * from option_position where user_id = any($1::bigint[]) and account_type = 1 and status in (1, 2)',
    [[...userIds]],
  )

/** One person's, locked. */
export const lockOpenOptions = (sql: Sql, userId: string, accountType: number): Promise<OptionPositionRow[]> =>
  sql.query<OptionPositionRow>(
    'select * from option_position where user_id = $1 and account_type = $2 and status in (1, 2) order by id for update',
    [userId, accountType],
  )

/** One market's options of one expiry, of one feed's record. */
export interface OptionExpiry {
  feed: string
  symbol: string
  expirySec: number
}

/** The expiries that are past and have options that are not over. */
export async function readUnsettledPastOptionExpiries(sql: Sql, nowSec: number): Promise<OptionExpiry[]> {
  const rows = await sql.query<{ feed: string; symbol: string; expiry_sec: string }>(
    `select distinct feed, symbol, expiry_sec from option_position where status in (1, 2) and expiry_sec <= $1 order by expiry_sec`,
    [nowSec],
  )
  return rows.map(({ feed, symbol, expiry_sec }) => ({ feed, symbol, expirySec: Number(expiry_sec) }))
}

/** Those of one expiry that are not over, behind this id. */
export const readUnsettledOptionsOfExpiry = (
  sql: Sql,
  { feed, symbol, expirySec }: OptionExpiry,
  behindId: string,
  limit: number,
): Promise<OptionPositionRow[]> =>
  sql.query<OptionPositionRow>(
    `select * from option_position where status in (1, 2) and expiry_sec = $1 and id > $2 and symbol = $3 and feed = $4 order by id limit $5`,
    [expirySec, behindId, symbol, feed, limit],
  )

/** Those of one market and feed that are not over and expire after that second. */
export const readOpenOptionsExpiringAfter = (sql: Sql, symbol: string, feed: string, sec: number): Promise<OptionPositionRow[]> =>
  sql.query<OptionPositionRow>(
    'select * from option_position where status in (1, 2) and symbol = $1 and feed = $2 and expiry_sec > $3 order by id',
    [symbol, feed, sec],
  )

/** Those that wait for a record of these markets, behind this id, with more than a minute to their expiry. */
export const optionsAwaitingClosePrice = (
  sql: Sql,
  symbols: readonly string[],
  untilSec: number,
  behindId: string,
  limit: number,
): Promise<OptionPositionRow[]> =>
  sql.query<OptionPositionRow>(
    'select * from option_position where status = 2 and symbol = any($1) and expiry_sec > $2 and id > $3 order by id limit $4',
    [[...symbols], untilSec, behindId, limit],
  )

/** Locks those of them that are not over and that no other server is at. */
export const lockUnclaimedOptions = (sql: Sql, ids: readonly string[]): Promise<OptionPositionRow[]> =>
  sql.query<OptionPositionRow>(
    'select * from option_position where id = any($1::bigint[]) and status in (1, 2) order by id for update skip locked',
    [[...ids]],
  )

/** Running → closing at the next record; nothing when it is not running. */
export async function markOptionAwaitingClosePrice(sql: Sql, id: string, reason: number): Promise<OptionPositionRow | undefined> {
  const [row] = await sql.query<OptionPositionRow>(
    'update option_position set status = 2, close_reason = $2 where id = $1 and status = 1 returning *',
    [id, reason],
  )
  return row
}

interface Over {
  reason: number
  closePrice: Decimal | null
  settlePrice?: Decimal | null
  records?: number
  returned: Decimal
  closeSec: number
  closedMs: number
}

/** Running or closing → over; gives nothing when it was over already, so that nothing is paid twice. */
export async function markOptionOver(sql: Sql, id: string, over: Over): Promise<OptionPositionRow | undefined> {
  const [row] = await sql.query<OptionPositionRow>(
    `update option_position set status = 3, close_reason = $2, close_price = $3, settle_price = $4, settle_records = $5, returned = $6,
       close_sec = $7, closed_ms = $8
     where id = $1 and status in (1, 2) returning *`,
    [id, over.reason, over.closePrice, over.settlePrice ?? null, over.records ?? null, over.returned, over.closeSec, over.closedMs],
  )
  return row
}
