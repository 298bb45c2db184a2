import { readCoolingEndsMsWithHolds } from '#account/holds.ts'
import type { WithdrawalAccount } from '#contract/calls/withdrawals.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { isRowId } from '../core/ids.ts'
import { maskBankAccountNumber } from './maskAccount.ts'

/** One row of the table `withdrawal_account`. `address` is the account's number for a bank. */
export interface WithdrawalAccountRow {
  id: string
  user_id: string
  type: 1 | 2
  currency: string
  chain_type: string
  address: string
  memo: string
  bank_name: string
  real_name: string
  swift: string
  label: string
  own: boolean
  cool_until_ms: string
  is_vouched: boolean
  created_ms: string
  removed_ms: string | null
}

/** Where an account leads: what makes two the same. */
export type WithdrawalAccountTarget = Pick<WithdrawalAccountRow, 'currency' | 'chain_type' | 'address' | 'memo'>

export const isWithdrawalAccountCooling = (row: Pick<WithdrawalAccountRow, 'cool_until_ms'>, nowMs: number): boolean =>
  Number(row.cool_until_ms) > nowMs

/** As the wire shows it (docs/rules/deposits-and-withdrawals.md); of a bank account only the end. */
export function toWithdrawalAccount(row: WithdrawalAccountRow, nowMs: number): WithdrawalAccount {
  const cools = isWithdrawalAccountCooling(row, nowMs)
  return {
    id: row.id,
    type: row.type,
    currency: row.currency,
    ...(row.type === 1
      ? {
          bankName: row.bank_name,
          realName: row.real_name,
          bankAccount: maskBankAccountNumber(row.address),
          ...(row.swift && { swift: row.swift }),
        }
      : { chainType: row.chain_type, address: row.address, ...(row.memo && { memo: row.memo }) }),
    label: row.label,
    own: row.own,
    whitelisted: cools ? 0 : 1,
    ...(cools && { coolUntil: asInstant(Number(row.cool_until_ms)) }),
    isVouched: cools && row.is_vouched,
    createTime: asInstant(Number(row.created_ms)),
  }
}

/** Makes one person's changes of the book wait for one another until the transaction ends. */
export const lockAddressBook = (sql: Sql, userId: string) => sql.query('select pg_advisory_xact_lock(1026, hashint8($1::bigint))', [userId])

/** A hold that began while an address was new lasts for it too. */
async function withHolds(sql: Sql, userId: string, rows: readonly WithdrawalAccountRow[]): Promise<WithdrawalAccountRow[]> {
  if (rows.length === 0) return []
  const untilMs = await readCoolingEndsMsWithHolds(
    sql,
    userId,
    rows.map((row) => Number(row.cool_until_ms)),
  )
  return rows.map((row, n) => ({ ...row, cool_until_ms: String(untilMs[n]) }))
}

/** Newest first. */
export const readWithdrawalAccounts = async (sql: Sql, userId: string): Promise<WithdrawalAccountRow[]> =>
  withHolds(
    sql,
    userId,
    await sql.query<WithdrawalAccountRow>('select * from withdrawal_account where user_id = $1 and removed_ms is null order by id desc', [
      userId,
    ]),
  )

export async function ownWithdrawalAccount(sql: Sql, id: string, userId: string): Promise<WithdrawalAccountRow | undefined> {
  if (!isRowId(id)) return undefined
  const rows = await sql.query<WithdrawalAccountRow>(
    'select * from withdrawal_account where id = $1 and user_id = $2 and removed_ms is null',
    [id, userId],
  )
  return (await withHolds(sql, userId, rows))[0]
}

export async function findWithdrawalAccountByTarget(
  sql: Sql,
  userId: string,
  place: WithdrawalAccountTarget,
): Promise<WithdrawalAccountRow | undefined> {
  const rows = await sql.query<WithdrawalAccountRow>(
    `select * from withdrawal_account
     where user_id = $1 and currency = $2 and chain_type = $3 and address = $4 and memo = $5 and removed_ms is null`,
    [userId, place.currency, place.chain_type, place.address, place.memo],
  )
  return (await withHolds(sql, userId, rows))[0]
}

export async function insertWithdrawalAccount(
  sql: Sql,
  row: Omit<WithdrawalAccountRow, 'cool_until_ms' | 'created_ms' | 'removed_ms'> & { cool_until_ms: number; created_ms: number },
): Promise<WithdrawalAccountRow> {
  const names = Object.keys(row)
  const [inserted] = await sql.query<WithdrawalAccountRow>(
    `insert into withdrawal_account (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')}) returning *`,
    Object.values(row),
  )
  return inserted as WithdrawalAccountRow
}

export async function updateWithdrawalAccount(
  sql: Sql,
  row: WithdrawalAccountRow,
  next: Pick<WithdrawalAccountRow, 'label' | 'address' | 'memo' | 'is_vouched'> & { cool_until_ms: number },
): Promise<WithdrawalAccountRow> {
  const [changed] = await sql.query<WithdrawalAccountRow>(
    'update withdrawal_account set label = $2, address = $3, memo = $4, is_vouched = $5, cool_until_ms = $6 where id = $1 returning *',
    [row.id, next.label, next.address, next.memo, next.is_vouched, next.cool_until_ms],
  )
  return changed as WithdrawalAccountRow
}

export const markWithdrawalAccountRemoved = (sql: Sql, id: string, nowMs: number) =>
  sql.query('update withdrawal_account set removed_ms = $2 where id = $1', [id, nowMs])
