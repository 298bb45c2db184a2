import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { isRowId } from '../core/ids.ts'
import type { TradingAccountScope } from '../orders/accountType.ts'
import type { PositionRow } from './position.ts'

/** Whose money a position moves: its entry's, or the person's. */
export const positionWalletIdSql = (row: string): string =>
  `coalesce((select e.wallet_id from competition_entry e where e.id = ${row}.entry_id), ${row}.user_id) as wallet_id`
const columns = `position.*, ${positionWalletIdSql('position')},
  (select json_build_object('id', c.id, 'series', c.series, 'name', c.name)
   from competition_entry e join competition c on c.id = e.competition_id where e.id = position.entry_id) as comp`

type NewPosition = Pick<
  PositionRow,
  | 'id'
  | 'order_no'
  | 'user_id'
  | 'account_type'
  | 'symbol'
  | 'feed'
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
> & { open_sec: number | string; created_ms: number | string } & Partial<
    Omit<PositionRow, 'open_sec' | 'created_ms' | 'armed_sec' | 'next_due_sec' | 'expires_ms' | 'wallet_id' | 'comp'>
  > & {
    armed_sec: number | string
    next_due_sec?: number | string | null
    expires_ms?: number | string | null
  }

export async function insertPosition(sql: Sql, row: NewPosition): Promise<PositionRow> {
  const names = Object.keys(row)
  const places = names.map((_, index) => `$${index + 1}`)
  const [inserted] = await sql.query<PositionRow>(
    `insert into position (${names.join(', ')}) values (${places.join(', ')}) returning ${columns}`,
    Object.values(row),
  )
  return inserted as PositionRow
}

/** Owner-filtered: someone else's id is as unknown as no id. */
export async function findOwnPosition(sql: Sql, id: string, userId: string): Promise<PositionRow | undefined> {
  if (!isRowId(id)) return undefined
  const [row] = await sql.query<PositionRow>(`select ${columns} from position where id = $1 and user_id = $2`, [id, userId])
  return row
}

/** Locks the row; the wallet must be locked before it (everyone takes wallet first, so nobody waits in a circle). */
export async function lockPosition(sql: Sql, id: string): Promise<PositionRow | undefined> {
  const [row] = await sql.query<PositionRow>(`select ${columns} from position where id = $1 for update`, [id])
  return row
}

/** Like lockPosition, but gives nothing when it is over, when another server is at it, or when somebody newer than `fence` holds the lease. */
export async function tryLockLivePosition(sql: Sql, id: string, fence?: number): Promise<PositionRow | undefined> {
  const [row] = await sql.query<PositionRow>(
    `select ${columns} from position where id = $1 and status in (0, 1, 2) and ($2::bigint is null or $2 = (select fence from market_lease))
     for update skip locked`,
    [id, fence ?? null],
  )
  return row
}

/** Locks an order that waits; gives nothing when it does not wait any more. The wallet must be locked before it. */
export async function lockPendingContractOrder(sql: Sql, id: string): Promise<PositionRow | undefined> {
  const [row] = await sql.query<PositionRow>(`select ${columns} from position where id = $1 and status = 0 for update`, [id])
  return row
}

/** Running → settling; only records after the second `seenSec`, the newest when it was asked for, close it. */
export async function markPositionSettling(sql: Sql, id: string, closeReason: number, seenSec: number): Promise<PositionRow | undefined> {
  const [row] = await sql.query<PositionRow>(
    `update position set status = 2, close_reason = $2, armed_sec = greatest(armed_sec, $3) where id = $1 and status = 1 returning ${columns}`,
    [id, closeReason, seenSec],
  )
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
export async function markPositionClosed(sql: Sql, id: string, terms: ClosedTerms): Promise<PositionRow | undefined> {
  const [row] = await sql.query<PositionRow>(
    `update position set status = 3, close_reason = $2, close_price = $3, profit = $4, close_fee = $5, returned = $6, covered = $7,
       close_sec = $8, closed_ms = $9
     where id = $1 and status in (1, 2) returning ${columns}`,
    [id, terms.closeReason, terms.closePrice, terms.profit, terms.closeFee, terms.returned, terms.covered, terms.closeSec, terms.closedMs],
  )
  return row
}

/** What is changed of a position while it runs. */
type RunningChange = Partial<
  Pick<
    PositionRow,
    | 'quantity'
    | 'margin'
    | 'added_margin'
    | 'open_fee'
    | 'funding'
    | 'trigger_price'
    | 'warn_price'
    | 'warned'
    | 'stop_profit'
    | 'stop_loss'
  > & { armed_sec: number; next_due_sec: number }
>

/** Changes a running position; gives nothing when it does not run any more. */
export async function updateRunningPosition(sql: Sql, id: string, change: RunningChange): Promise<PositionRow | undefined> {
  const sets = Object.keys(change).map((column, index) => `${column} = $${index + 2}`)
  const [row] = await sql.query<PositionRow>(`update position set ${sets.join(', ')} where id = $1 and status = 1 returning ${columns}`, [
    id,
    ...Object.values(change),
  ])
  return row
}

type Filling = Pick<PositionRow, 'open_price' | 'margin' | 'open_fee' | 'conversion_rate' | 'trigger_price' | 'warn_price' | 'warned'> & {
  open_sec: number
  armed_sec: number
  next_due_sec: number
}

/** Pending → running; gives nothing when it was filled or cancelled already. */
export async function markContractOrderFilled(sql: Sql, id: string, filling: Filling): Promise<PositionRow | undefined> {
  const sets = Object.keys(filling).map((column, index) => `${column} = $${index + 2}`)
  const [row] = await sql.query<PositionRow>(
    `update position set status = 1, ${sets.join(', ')} where id = $1 and status = 0 returning ${columns}`,
    [id, ...Object.values(filling)],
  )
  return row
}

/** Pending → cancelled; gives nothing when it was filled or cancelled already. */
export async function markContractOrderCancelled(
  sql: Sql,
  id: string,
  closeReason: number,
  atMs: number,
): Promise<PositionRow | undefined> {
  const [row] = await sql.query<PositionRow>(
    `update position set status = 4, close_reason = $2, closed_ms = $3 where id = $1 and status = 0 returning ${columns}`,
    [id, closeReason, atMs],
  )
  return row
}

/** Whose positions are asked for: all of one book, which in a competition is that of one entry. */
type InBook = Pick<TradingAccountScope, 'userId' | 'book' | 'entryId'>
const isInBook = 'user_id = $1 and account_type = $2 and ($3::bigint is null or entry_id = $3)'
const inBook = ({ userId, book, entryId }: InBook) => [userId, book, entryId]

/** All running and settling positions of one book: one indexed read. */
export const readOpenPositions = (sql: Sql, own: InBook): Promise<PositionRow[]> =>
  sql.query<PositionRow>(`select ${columns} from position where ${isInBook} and status in (1, 2) order by id desc`, inBook(own))

/** All pending orders of one book. */
export const readPendingContractOrders = (sql: Sql, own: InBook): Promise<PositionRow[]> =>
  sql.query<PositionRow>(`select ${columns} from position where ${isInBook} and status = 0`, inBook(own))

export const readPositionsByIds = (sql: Sql, ids: readonly string[]): Promise<PositionRow[]> =>
  sql.query<PositionRow>(`select ${columns} from position where id = any($1::bigint[])`, [[...ids]])

interface RealisedSums {
  today: Decimal
  total: Decimal
  won: number
  lost: number
  staked: Decimal
}

/** Sums over closed positions; the result of one is what came back minus what went in: profit + cover − both fees and charges. */
export async function readRealisedPositionSums(sql: Sql, own: InBook, dayStartMs: number): Promise<RealisedSums> {
  const [row] = await sql.query<{ today: Decimal; total: Decimal; won: string; lost: string; staked: Decimal }>(
    `select coalesce(sum(net) filter (where closed_ms >= $4), 0) as today, coalesce(sum(net), 0) as total,
       count(*) filter (where net > 0) as won, count(*) filter (where net < 0) as lost, coalesce(sum(staked), 0) as staked
     from (select closed_ms, profit + covered - close_fee - open_fee + funding as net, margin + added_margin as staked
       from position where ${isInBook} and status = 3) as closed`,
    [...inBook(own), dayStartMs],
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
 * Whom a record of this feed may concern: every position and pending order with a level that its price reaches (close-out, warning, stops, limit), those
 * whose conversion drifted, and all that wait to settle. A few index scans for each symbol of the record; nothing else is read.
 * The second bound changes no answer: with it the planner expects few rows of an unknown price, and takes the index.
 */
export const readPossiblyTriggeredPositions = (
  sql: Sql,
  feed: string,
  marked: Marked,
  drift: string,
): Promise<{ id: string; account_type: number; wallet_id: string }[]> =>
  sql.query(
    `select found.id, found.account_type, ${positionWalletIdSql('found')}
     from unnest($1::text[], $2::numeric[], $3::numeric[]) as mark (symbol, price, conversion)
     cross join lateral (
       select id, user_id, account_type, entry_id from position
         where symbol = mark.symbol and feed = $5 and status in (0, 1) and falls_to >= mark.price and falls_to < 'Infinity'
       union select id, user_id, account_type, entry_id from position
         where symbol = mark.symbol and feed = $5 and status in (0, 1) and rises_to <= mark.price and rises_to > 0
       union select id, user_id, account_type, entry_id from position
         where symbol = mark.symbol and feed = $5 and status = 1 and mark.conversion is not null and conversion_rate < mark.conversion / (1 + $4::numeric)
       union select id, user_id, account_type, entry_id from position
         where symbol = mark.symbol and feed = $5 and status = 1 and mark.conversion is not null and conversion_rate > mark.conversion / (1 - $4::numeric)
       union select id, user_id, account_type, entry_id from position
         where symbol = mark.symbol and feed = $5 and status = 2
     ) as found order by found.id`,
    [marked.symbols, marked.prices, marked.conversions, drift, feed],
  )
