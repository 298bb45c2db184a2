import type { WithdrawalRejectionReason, WithdrawalStep } from '#contract/calls/withdrawals.ts'
import type { Decimal } from '#contract/decimal.ts'
import { type WithdrawalStatus } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { isRowId } from '../core/ids.ts'

/** One row of the table `withdrawal`, as the database gives it. */
export interface WithdrawalRow {
  id: string
  order_no: string
  user_id: string
  currency: string
  chain_type: string
  money: Decimal
  fee: Decimal
  /** When it was asked for; null where it had no price. */
  usdt_value: Decimal | null
  day: string
  account_id: string | null
  address: string
  memo: string
  bank_name: string
  real_name: string
  swift: string
  label: string
  is_young: boolean
  beneficiary: { type: 'self' | 'other'; name: string; vasp?: string } | null
  remark: string
  status: WithdrawalStatus
  phase: 'review' | 'approved' | 'signed' | 'done'
  reason: WithdrawalRejectionReason | null
  legal_reference: string
  review_by_ms: string
  escalated_ms: string | null
  approved_ms: string | null
  approved_by: string
  /** When, and by which member of staff, it was taken to be sent by hand. */
  taken_ms: string | null
  taken_by: string
  payer: string | null
  payer_address: string | null
  nonce: string | null
  raw_tx: string | null
  tx_hash: string | null
  /** Of several: the one that a block holds, else the one that was sent last. */
  sent_hash: string | null
  signed_ms: string | null
  confirmations: number
  need_confirmations: number
  paid_ms: string | null
  final_ms: string | null
  created_ms: string
  updated_ms: string
}

export interface WithdrawalStepRow {
  withdrawal_id: string
  status: number
  note: WithdrawalStep
  at_ms: string
}

type NewRow = Pick<
  WithdrawalRow,
  | 'id'
  | 'order_no'
  | 'user_id'
  | 'currency'
  | 'chain_type'
  | 'money'
  | 'fee'
  | 'usdt_value'
  | 'day'
  | 'account_id'
  | 'address'
  | 'memo'
  | 'bank_name'
  | 'real_name'
  | 'swift'
  | 'label'
  | 'is_young'
  | 'beneficiary'
  | 'remark'
  | 'phase'
  | 'approved_by'
  | 'need_confirmations'
> & { review_by_ms: number; approved_ms: number | null; created_ms: number }

export async function insertWithdrawal(sql: Sql, row: NewRow): Promise<WithdrawalRow> {
  const values = { ...row, beneficiary: row.beneficiary && JSON.stringify(row.beneficiary), updated_ms: row.created_ms }
  const names = Object.keys(values)
  const [inserted] = await sql.query<WithdrawalRow>(
    `insert into withdrawal (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')}) returning *`,
    Object.values(values),
  )
  return inserted as WithdrawalRow
}

export const addWithdrawalStep = (sql: Sql, id: string, note: WithdrawalStep, status: number, atMs: number): Promise<unknown> =>
  sql.query('insert into withdrawal_step (withdrawal_id, status, note, at_ms) values ($1, $2, $3, $4)', [id, status, note, atMs])

export const readWithdrawalSteps = (sql: Sql, ids: readonly string[]): Promise<WithdrawalStepRow[]> =>
  sql.query<WithdrawalStepRow>(
    'select withdrawal_id, status, note, at_ms from withdrawal_step where withdrawal_id = any($1::bigint[]) order by id',
    [ids],
  )

/** A person's own one; undefined for an id that is not theirs. */
export async function ownWithdrawal(sql: Sql, id: string, userId: string): Promise<WithdrawalRow | undefined> {
  if (!isRowId(id)) return undefined
  const [row] = await sql.query<WithdrawalRow>('select * from withdrawal where id = $1 and user_id = $2', [id, userId])
  return row
}

/** As it is right now, held by nobody. */
export async function withdrawalById(sql: Sql, id: string): Promise<WithdrawalRow | undefined> {
  const [row] = await sql.query<WithdrawalRow>('select * from withdrawal where id = $1', [id])
  return row
}

/** The ways on which something is approved and not sent. */
export const readApprovedWithdrawalRoutes = (sql: Sql) =>
  sql.query<Pick<WithdrawalRow, 'currency' | 'chain_type'>>(`select distinct currency, chain_type from withdrawal where phase = 'approved'`)

/** Waits for whoever changes it, and keeps others waiting until the transaction ends. */
export async function lockWithdrawal(sql: Sql, id: string): Promise<WithdrawalRow | undefined> {
  if (!isRowId(id)) return undefined
  const [row] = await sql.query<WithdrawalRow>('select * from withdrawal where id = $1 for update', [id])
  return row
}

export interface WithdrawalQuery {
  userId: string
  statuses: readonly number[] | undefined
  currency: string | undefined
  limit: number
  offset: number
}

export async function withdrawalsPage(sql: Sql, query: WithdrawalQuery): Promise<{ rows: WithdrawalRow[]; total: number }> {
  const where = `user_id = $1 and ($2::smallint[] is null or status = any($2)) and ($3::text is null or currency = $3)`
  const values = [query.userId, query.statuses ?? null, query.currency ?? null]
  const [count] = await sql.query<{ total: string }>(`select count(*) as total from withdrawal where ${where}`, values)
  const rows = await sql.query<WithdrawalRow>(`select * from withdrawal where ${where} order by id desc limit $4 offset $5`, [
    ...values,
    query.limit,
    query.offset,
  ])
  return { rows, total: Number(count?.total ?? 0) }
}

/** Moves a locked row on; every change says when. */
export async function updateWithdrawal(
  sql: Sql,
  id: string,
  fields: Partial<Record<keyof WithdrawalRow, unknown>>,
  now: number,
): Promise<WithdrawalRow> {
  const values = { ...fields, updated_ms: now }
  const sets = Object.keys(values).map((name, n) => `${name} = $${n + 2}`)
  const [row] = await sql.query<WithdrawalRow>(`update withdrawal set ${sets.join(', ')} where id = $1 returning *`, [
    id,
    ...Object.values(values),
  ])
  if (!row) throw new Error(`withdrawal ${id} is gone`)
  return row
}
