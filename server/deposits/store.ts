import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { newRowId, newOrderNo } from '../core/ids.ts'
import type { DepositRow } from './deposit.ts'

export type NewDeposit = Pick<
  DepositRow,
  | 'user_id'
  | 'currency'
  | 'chain_type'
  | 'chain'
  | 'money'
  | 'value_usdt'
  | 'address'
  | 'tx_hash'
  | 'log_index'
  | 'need_confirmations'
  | 'source'
> &
  Partial<Pick<DepositRow, 'claimed' | 'block_number' | 'block_hash' | 'voucher' | 'due_ms' | 'status' | 'reason' | 'confirmations'>>

export async function insertDeposit(sql: Sql, deposit: NewDeposit, nowMs: number): Promise<DepositRow> {
  const columns = { ...deposit, id: newRowId(nowMs), order_no: newOrderNo('RC', nowMs), created_ms: nowMs, updated_ms: nowMs }
  const names = Object.keys(columns)
  const [row] = await sql.query<DepositRow>(
    `insert into deposit (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning *`,
    Object.values(columns),
  )
  if (!row) throw new Error('the deposit was just written')
  return row
}

/** Whoever reports or claims this transaction takes turns, so that it is credited in one way alone. */
export const lockChainTransaction = (sql: Sql, chain: string, txHash: string): Promise<unknown> =>
  sql.query('select pg_advisory_xact_lock(hashtextextended($1, 25))', [`${chain} ${txHash}`])

/** What is known of a person's part of a transaction in one currency, and has not failed. */
export const lockDepositSightings = (
  sql: Sql,
  { chain, tx_hash, user_id, currency }: Pick<DepositRow, 'chain' | 'tx_hash' | 'user_id' | 'currency'>,
): Promise<DepositRow[]> =>
  sql.query<DepositRow>(
    'select * from deposit where chain = $1 and tx_hash = $2 and user_id = $3 and currency = $4 and status <> -2 order by id for update',
    [chain, tx_hash, user_id, currency],
  )

/** Ends a waiting deposit; undefined when it was decided meanwhile. */
export async function markWaitingDepositEnded(
  sql: Sql,
  id: string,
  to: { status: 1 | -1 | -2; credited?: Decimal; reason?: string; by?: string },
  nowMs: number,
): Promise<DepositRow | undefined> {
  const [row] = await sql.query<DepositRow>(
    `update deposit set status = $2, credited = $3, reason = $4, decided_by = $5, updated_ms = $6 where id = $1 and status = 0 returning *`,
    [id, to.status, to.credited ?? null, to.reason ?? '', to.by ?? '', nowMs],
  )
  return row
}

/** A page of a person's deposits, newest first, and how many there are. */
export async function depositsPage(
  sql: Sql,
  userId: string,
  { status, currency, pageNo, pageSize }: { status?: number | undefined; currency?: string | undefined; pageNo: number; pageSize: number },
): Promise<{ rows: DepositRow[]; total: number }> {
  const where = 'user_id = $1 and ($2::smallint is null or status = $2) and ($3::text is null or currency = $3)'
  const values = [userId, status ?? null, currency ?? null]
  const [count] = await sql.query<{ total: string }>(`select count(*) as total from deposit where ${where}`, values)
  const rows = await sql.query<DepositRow>(`select * from deposit where ${where} order by id desc limit $4 offset $5`, [
    ...values,
    pageSize,
    (pageNo - 1) * pageSize,
  ])
  return { rows, total: Number(count?.total ?? 0) }
}

export async function countWaitingDepositClaims(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql.query<{ count: string }>(
    `select count(*) as count from deposit where user_id = $1 and status = 0 and source <> 'chain'`,
    [userId],
  )
  return Number(row?.count ?? 0)
}
