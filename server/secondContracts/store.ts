import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import type { SecondContractRecordedPrice, SecondContractOutcome } from '#rules/second/secondContract.ts'
import type { SecondContractOrderRow } from './order.ts'

type NewOrder = Pick<
  SecondContractOrderRow,
  'id' | 'order_no' | 'user_id' | 'account_type' | 'symbol' | 'set_id' | 'seconds' | 'type' | 'money' | 'odds' | 'feed'
> & {
  accepted_ms: number
  open_sec: number
  close_sec: number
}

export async function insertSecondContractOrder(sql: Sql, row: NewOrder): Promise<SecondContractOrderRow> {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  const [inserted] = await sql.query<SecondContractOrderRow>(
    `insert into second_order (${columns.join(', ')}) values (${places.join(', ')}) returning *`,
    Object.values(row),
  )
  return inserted as SecondContractOrderRow
}

/** How many of this person's are not settled; exact while the wallet is locked. */
export async function countOpenSecondContractOrders(sql: Sql, userId: string, accountType: number): Promise<number> {
  const [row] = await sql.query<{ n: string }>(
    'select count(*) as n from second_order where user_id = $1 and account_type = $2 and status = 1',
    [userId, accountType],
  )
  return Number(row?.n ?? 0)
}

/** Where a reading of due work stopped, so that the next goes on behind it. */
export interface DueSecondContractOrderCursor {
  sec: string
  id: string
}
export const firstDueSecondContractOrderCursor: DueSecondContractOrderCursor = { sec: '0', id: '0' }

/** Those whose opening second is over and whose opening price is not fixed yet. */
export const readSecondContractOrdersWithoutOpenPrice = (
  sql: Sql,
  nowSec: number,
  behind: DueSecondContractOrderCursor,
  limit: number,
): Promise<SecondContractOrderRow[]> =>
  sql.query<SecondContractOrderRow>(
    `select * from second_order where status = 1 and open_price is null and open_sec <= $1 and (open_sec, id) > ($2, $3)
     order by open_sec, id limit $4`,
    [nowSec, behind.sec, behind.id, limit],
  )

/** Those whose closing second has come. */
export const readSecondContractOrdersToSettle = (
  sql: Sql,
  nowSec: number,
  behind: DueSecondContractOrderCursor,
  limit: number,
): Promise<SecondContractOrderRow[]> =>
  sql.query<SecondContractOrderRow>(
    'select * from second_order where status = 1 and close_sec <= $1 and (close_sec, id) > ($2, $3) order by close_sec, id limit $4',
    [nowSec, behind.sec, behind.id, limit],
  )

/** Writes down the open prices of those that run and have none yet, and gives those. One that another server is at is left to it. */
export const storeSecondContractOpenPrices = (
  sql: Sql,
  opens: readonly { id: string; open: SecondContractRecordedPrice }[],
): Promise<SecondContractOrderRow[]> =>
  sql.query<SecondContractOrderRow>(
    `with free as (
       select id from second_order where id = any($1::bigint[]) and status = 1 and open_price is null order by id for update skip locked
     )
     update second_order as o set open_price = fix.price, open_record_sec = fix.sec
     from unnest($1::bigint[], $2::numeric[], $3::bigint[]) as fix (id, price, sec) join free using (id)
     where o.id = fix.id returning o.*`,
    [opens.map(({ id }) => id), opens.map(({ open }) => open.price), opens.map(({ open }) => open.sec)],
  )

/** Locks those of them that are not settled and that no other server is at. */
export const lockUnclaimedSecondContractOrders = (sql: Sql, ids: readonly string[]): Promise<SecondContractOrderRow[]> =>
  sql.query<SecondContractOrderRow>(
    'select * from second_order where id = any($1::bigint[]) and status = 1 order by id for update skip locked',
    [[...ids]],
  )

interface Settled extends SecondContractOutcome {
  open: SecondContractRecordedPrice | undefined
  close: SecondContractRecordedPrice | undefined
  settledMs: number
}

/** Running → settled; gives nothing when it was settled already, so that nothing is paid twice. */
export async function markSecondContractOrderSettled(
  sql: Sql,
  id: string,
  { result, payout, open, close, settledMs }: Settled,
): Promise<SecondContractOrderRow | undefined> {
  const [row] = await sql.query<SecondContractOrderRow>(
    `update second_order set status = 3, result = $2, payout = $3, open_price = $4, open_record_sec = $5, close_price = $6, close_record_sec = $7, settled_ms = $8
     where id = $1 and status = 1 returning *`,
    [id, result, payout, open?.price ?? null, open?.sec ?? null, close?.price ?? null, close?.sec ?? null, settledMs],
  )
  return row
}

interface OrderFilter {
  userId: string
  accountType: number
  statuses: readonly number[] | undefined
  results: readonly number[] | undefined
  symbol: string | undefined
  nowMs: number
  limit: number
  offset: number
}

/** One page, newest first, with the count of all that match. */
export async function secondContractOrdersPage(sql: Sql, filter: OrderFilter): Promise<{ rows: SecondContractOrderRow[]; total: number }> {
  const where = `user_id = $1 and account_type = $2 and ($3::smallint[] is null or result = any($3)) and ($4::text is null or symbol = $4)
    and ($5::smallint[] is null or case when status = 1 and close_sec * 1000 <= $6 then 2 else status end = any($5))`
  const values = [filter.userId, filter.accountType, filter.results ?? null, filter.symbol ?? null, filter.statuses ?? null, filter.nowMs]
  const [counted] = await sql.query<{ total: string }>(`select count(*) as total from second_order where ${where}`, values)
  const rows = await sql.query<SecondContractOrderRow>(`select * from second_order where ${where} order by id desc limit $7 offset $8`, [
    ...values,
    filter.limit,
    filter.offset,
  ])
  return { rows, total: Number(counted?.total ?? 0) }
}

interface PersonSums {
  todayCount: number
  todayStake: Decimal
  todayNet: Decimal
  lifetimeNet: Decimal
  won: number
  lost: number
}

/** Sums of one person; today's are of orders accepted, and for the net settled, since the day began. */
export async function readUserSecondContractSums(sql: Sql, userId: string, accountType: number, dayStartMs: number): Promise<PersonSums> {
  const [row] = await sql.query<{ today: string; staked: Decimal; today_net: Decimal; net: Decimal; won: string; lost: string }>(
    `select count(*) filter (where accepted_ms >= $3) as today, coalesce(sum(money) filter (where accepted_ms >= $3), 0) as staked,
       coalesce(sum(payout - money) filter (where settled_ms >= $3), 0) as today_net, coalesce(sum(payout - money), 0) as net,
       count(*) filter (where result = 1) as won, count(*) filter (where result = 2) as lost
     from second_order where user_id = $1 and account_type = $2`,
    [userId, accountType, dayStartMs],
  )
  if (!row) throw new Error('sums give one row')
  return {
    todayCount: Number(row.today),
    todayStake: row.staked,
    todayNet: row.today_net,
    lifetimeNet: row.net,
    won: Number(row.won),
    lost: Number(row.lost),
  }
}

/** When this person's newest order was accepted, and when the newest of the settled was settled; undefined before the first. */
export async function readNewestSecondContractOrderTimes(
  sql: Sql,
  userId: string,
  accountType: number,
): Promise<{ acceptedMs: number; settledMs: number } | undefined> {
  const [row] = await sql.query<{ accepted_ms: string; settled_ms: string }>(
    `select accepted_ms, coalesce((select max(settled_ms) from second_order where user_id = $1 and account_type = $2 and status = 3), 0) as settled_ms
     from second_order where user_id = $1 and account_type = $2 order by id desc limit 1`,
    [userId, accountType],
  )
  return row && { acceptedMs: Number(row.accepted_ms), settledMs: Number(row.settled_ms) }
}

const streakSeen = 20

/** Losses one after another, ending with the newest win or loss; at most 20. */
export async function countConsecutiveSecondContractLosses(sql: Sql, userId: string, accountType: number): Promise<number> {
  const rows = await sql.query<{ result: number }>(
    `select result from second_order where user_id = $1 and account_type = $2 and status = 3 and result in (1, 2)
     order by close_sec desc, id desc limit ${streakSeen}`,
    [userId, accountType],
  )
  const firstWin = rows.findIndex(({ result }) => result === 1)
  return firstWin < 0 ? rows.length : firstWin
}

/** Everybody's results since then. */
export async function readPlatformSecondContractSums(
  sql: Sql,
  accountType: number,
  sinceMs: number,
): Promise<{ settled: number; won: number; lost: number; net: Decimal }> {
  const [row] = await sql.query<{ settled: string; won: string; lost: string; net: Decimal }>(
    `select count(*) as settled, count(*) filter (where result = 1) as won, count(*) filter (where result = 2) as lost,
       coalesce(sum(payout - money), 0) as net
     from second_order where status = 3 and account_type = $1 and settled_ms >= $2`,
    [accountType, sinceMs],
  )
  if (!row) throw new Error('sums give one row')
  return { settled: Number(row.settled), won: Number(row.won), lost: Number(row.lost), net: row.net }
}
