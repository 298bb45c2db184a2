import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { isRowId } from '../core/ids.ts'
import type { StoredPriceAlert } from './alert.ts'

type Terms = Pick<StoredPriceAlert, 'symbol' | 'op' | 'price' | 'rearm_price' | 'channels'> & { changed_sec: number }

export const readPriceAlerts = (sql: Sql, userId: string): Promise<StoredPriceAlert[]> =>
  sql.query<StoredPriceAlert>('select * from price_alert where user_id = $1 order by id desc', [userId])

/** Makes one person's savings wait for one another until the transaction ends, so that none passes the limit beside another. */
export const lockUserPriceAlerts = (sql: Sql, userId: string) =>
  sql.query('select pg_advisory_xact_lock(1017, hashint8($1::bigint))', [userId])

export async function countPriceAlerts(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql.query<{ count: string }>('select count(*) as count from price_alert where user_id = $1', [userId])
  return Number(row?.count ?? 0)
}

export async function insertPriceAlert(
  sql: Sql,
  row: Terms & { id: string; user_id: string; created_ms: number },
): Promise<StoredPriceAlert> {
  const [inserted] = await sql.query<StoredPriceAlert>(
    `insert into price_alert (id, user_id, symbol, op, price, rearm_price, channels, changed_sec, created_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning *`,
    [row.id, row.user_id, row.symbol, row.op, row.price, row.rearm_price, row.channels, row.changed_sec, row.created_ms],
  )
  return inserted as StoredPriceAlert
}

/** Gives a person's own alert new terms; it waits anew. Undefined for an id that is not theirs. */
export async function updatePriceAlert(sql: Sql, id: string, userId: string, terms: Terms): Promise<StoredPriceAlert | undefined> {
  if (!isRowId(id)) return undefined
  const [row] = await sql.query<StoredPriceAlert>(
    `update price_alert set symbol = $3, op = $4, price = $5, rearm_price = $6, channels = $7, changed_sec = greatest(changed_sec, $8),
       status = 1, fired_ms = null, fired_price = null
     where id = $1 and user_id = $2 returning *`,
    [id, userId, terms.symbol, terms.op, terms.price, terms.rearm_price, terms.channels, terms.changed_sec],
  )
  return row
}

/** Whether there was such an alert of this person. */
export async function deletePriceAlert(sql: Sql, id: string, userId: string): Promise<boolean> {
  if (!isRowId(id)) return false
  return (await sql.query('delete from price_alert where id = $1 and user_id = $2 returning 1', [id, userId])).length > 0
}

/** Alerts that a record can concern: two index scans for each symbol of it, nothing else is read. */
export async function findPriceAlertIdsToEvaluate(sql: Sql, symbols: readonly string[], prices: readonly Decimal[]): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select found.id from unnest($1::text[], $2::numeric[]) as record (symbol, price)
     cross join lateral (
       select id from price_alert where symbol = record.symbol and status < 3 and rises_to <= record.price and rises_to > 0
       union all
       select id from price_alert where symbol = record.symbol and status < 3 and falls_to >= record.price and falls_to < 'Infinity'
     ) as found order by found.id`,
    [symbols, prices],
  )
  return rows.map(({ id }) => id)
}

/** Locked in one order, so that two servers never wait in a circle; what another server holds is waited for. */
export const lockPriceAlertRows = (sql: Sql, ids: readonly string[]): Promise<StoredPriceAlert[]> =>
  sql.query<StoredPriceAlert>('select * from price_alert where id = any($1::bigint[]) order by id for update', [ids])

export const markPriceAlertFired = (sql: Sql, id: string, fired: { sec: number; price: Decimal; atMs: number }) =>
  sql.query(
    `update price_alert set status = case when rearm_price is null then 3 else 2 end, changed_sec = $2, fired_price = $3, fired_ms = $4
     where id = $1`,
    [id, fired.sec, fired.price, fired.atMs],
  )

/** Ends all that wait on one market. */
export const endPriceAlertsOfMarket = (sql: Sql, symbol: string) =>
  sql.query('update price_alert set status = 3 where symbol = $1 and status < 3', [symbol])

export const markPriceAlertWaiting = (sql: Sql, id: string, sec: number) =>
  sql.query('update price_alert set status = 1, changed_sec = $2 where id = $1', [id, sec])
