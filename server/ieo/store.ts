import type { Decimal } from '#contract/decimal.ts'
import { ieoStatus } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { zero } from '#rules/decimal.ts'
import type { IeoDrawRow, IeoOrderRow, IeoRow, OwnedIeoOrder, IeoUnlockRow } from './rows.ts'

/** Every project, in the order of the list. */
export const readAllIeos = (sql: Sql): Promise<IeoRow[]> => sql.query<IeoRow>('select * from ieo order by place, id')

export const readIeosByIds = (sql: Sql, ids: readonly string[]): Promise<IeoRow[]> =>
  sql.query<IeoRow>('select * from ieo where id = any($1::text[])', [[...new Set(ids)]])

/** A project as it is now; with 'share' nobody moves it on until the transaction ends, with 'update' nobody else even reads it so. */
export async function lockIeo(sql: Sql, id: string, how: 'share' | 'update'): Promise<IeoRow | undefined> {
  const [row] = await sql.query<IeoRow>(`select * from ieo where id = $1 for ${how}`, [id])
  return row
}

/** One state on, once: false when it was moved on already. */
export async function tryAdvanceIeoStatus(sql: Sql, id: string, from: number, to: number): Promise<boolean> {
  const moved = await sql.query('update ieo set status = $3, is_settled = $4 where id = $1 and status = $2 returning 1', [
    id,
    from,
    to,
    to === ieoStatus.finished,
  ])
  return moved.length > 0
}

/** Counts an application in or out while they are taken; whoever comes next waits for this transaction. Undefined once they are over. */
export async function adjustIeoApplicationTotals(sql: Sql, id: string, num: string, by: 1 | -1): Promise<IeoRow | undefined> {
  const [row] = await sql.query<IeoRow>(
    `update ieo set applied = applied + $2::integer * $3::numeric, applicants = applicants + $2::integer
     where id = $1 and status in (0, 1) returning *`,
    [id, by, num],
  )
  return row
}

export const readIeoUnlocks = (sql: Sql, ids: readonly string[]): Promise<IeoUnlockRow[]> =>
  sql.query<IeoUnlockRow>('select * from ieo_unlock where ieo_id = any($1::text[]) order by ieo_id, place', [[...new Set(ids)]])

/** Of those of these that are drawn. */
export const readIeoDraws = (sql: Sql, ids: readonly string[]): Promise<IeoDrawRow[]> =>
  sql.query<IeoDrawRow>('select * from ieo_draw where ieo_id = any($1::text[])', [[...new Set(ids)]])

/** Every application that took part, in the order of the leaves. */
export const readIeoDrawLeaves = (sql: Sql, ieoId: string): Promise<Pick<IeoOrderRow, 'id' | 'num' | 'won' | 'leaf' | 'user_id'>[]> =>
  sql.query('select id, num, won, leaf, user_id from ieo_order where ieo_id = $1 and leaf is not null order by leaf', [ieoId])

/** What lies in a person's INVEST for subscriptions, by order: money paid, and locked tokens. */
export const readIeoInvestedAmountsOfUser = (sql: Sql, userId: string): Promise<{ currency: string; amount: Decimal }[]> =>
  sql.query<{ currency: string; amount: Decimal }>(
    `select part.currency, part.amount from ieo_order o join ieo i on i.id = o.ieo_id
     cross join lateral (values (i.currency, o.held), (i.token, o.tokens_held)) as part (currency, amount)
     where o.user_id = $1 and part.amount > 0`,
    [userId],
  )

/** This person's newest in each project, but for those taken back before the draw. */
export const readNewestOwnOrderOfEachIeo = (sql: Sql, userId: string): Promise<IeoOrderRow[]> =>
  sql.query<IeoOrderRow>(
    `select distinct on (ieo_id) * from ieo_order where user_id = $1 and (status <> -1 or won is not null) order by ieo_id, id desc`,
    [userId],
  )

/** One page, newest first, with the count of all. */
export async function ieoOrdersPage(
  sql: Sql,
  userId: string,
  limit: number,
  offset: number,
): Promise<{ rows: IeoOrderRow[]; total: number }> {
  const [counted] = await sql.query<{ total: string }>('select count(*) as total from ieo_order where user_id = $1', [userId])
  const rows = await sql.query<IeoOrderRow>('select * from ieo_order where user_id = $1 order by id desc limit $2 offset $3', [
    userId,
    limit,
    offset,
  ])
  return { rows, total: Number(counted?.total ?? 0) }
}

export async function insertIeoOrder(
  sql: Sql,
  row: Pick<OwnedIeoOrder, 'id' | 'order_no' | 'ieo_id' | 'user_id' | 'num'> & { created_ms: number },
): Promise<OwnedIeoOrder> {
  const [inserted] = await sql.query<OwnedIeoOrder>(
    'insert into ieo_order (id, order_no, ieo_id, user_id, num, created_ms) values ($1, $2, $3, $4, $5, $6) returning *',
    [row.id, row.order_no, row.ieo_id, row.user_id, row.num, row.created_ms],
  )
  return inserted as OwnedIeoOrder
}

/** As it is now, and nobody else may change it until the transaction ends; undefined for anything but one's own. Lock wallet and project first. */
export async function lockOwnIeoOrder(sql: Sql, id: string, userId: string): Promise<OwnedIeoOrder | undefined> {
  const [row] = await sql.query<OwnedIeoOrder>('select * from ieo_order where id = $1 and user_id = $2 for update', [id, userId])
  return row
}

/** One's own; undefined for anything else. */
export async function findOwnIeoOrder(sql: Sql, id: string, userId: string): Promise<OwnedIeoOrder | undefined> {
  const [row] = await sql.query<OwnedIeoOrder>('select * from ieo_order where id = $1 and user_id = $2', [id, userId])
  return row
}

type Changed = Partial<Omit<IeoOrderRow, 'id' | 'paid_ms' | 'closed_ms'>> & Partial<Record<'paid_ms' | 'closed_ms', number>>

/** Changes an order that the caller has locked. */
export async function updateIeoOrder<Row extends IeoOrderRow>(sql: Sql, id: string, changed: Changed): Promise<Row> {
  const columns = Object.keys(changed)
  const [row] = await sql.query<Row>(
    `update ieo_order set ${columns.map((column, index) => `${column} = $${index + 2}`).join(', ')} where id = $1 returning *`,
    [id, ...Object.values(changed)],
  )
  if (!row) throw new Error(`ieo order ${id} is not there`)
  return row
}

/** What an ended order holds. */
export const emptyIeoHoldings = { held: zero, tokens_held: zero }
