import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import type { WalletAccountKey } from './holdings.ts'

/** An account whose next point is due, and the day it is of. */
export interface DueAccountValue extends WalletAccountKey {
  day: string
}

/** What an account was worth at 00:00 UTC+8 of a day; undefined where that was not stored. */
export async function storedAccountValue(sql: Sql, { userId, accountType }: WalletAccountKey, day: string): Promise<Decimal | undefined> {
  const [row] = await sql.query<{ usdt: Decimal }>('select usdt from account_value where user_id = $1 and book = $2 and day = $3', [
    userId,
    accountType,
    day,
  ])
  return row?.usdt
}

/** Accounts with a point to be stored up to a day, behind the last one given, in the order of their index. */
export async function dueAccountValues(
  sql: Sql,
  upTo: string,
  behind: DueAccountValue | undefined,
  limit: number,
): Promise<DueAccountValue[]> {
  const rows = await sql.query<{ user_id: string; book: number; day: string }>(
    `select user_id, book, day from account_value_next where day <= $1 and (day, user_id, book) > ($2, $3, $4)
     order by day, user_id, book limit $5`,
    [upTo, behind?.day ?? '', behind?.userId ?? '0', behind?.accountType ?? 0, limit],
  )
  return rows.map(({ user_id, book, day }) => ({ userId: user_id, accountType: book, day }))
}

/** Locks an account's next point; false when another server is at it or has done it. */
export const tryLockDueAccountValue = async (sql: Sql, { userId, accountType, day }: DueAccountValue): Promise<boolean> =>
  (
    await sql.query('select from account_value_next where user_id = $1 and book = $2 and day = $3 for update skip locked', [
      userId,
      accountType,
      day,
    ])
  ).length > 0

/** The day of an account's first posting as a number of days since 1970-01-01; undefined before any. */
export async function readFirstPostingDayNumber(sql: Sql, { userId, accountType }: WalletAccountKey): Promise<number | undefined> {
  const [row] = await sql.query<{ day: number }>('select day from leg_day where user_id = $1 and book = $2 order by day limit 1', [
    userId,
    accountType,
  ])
  return row?.day
}

/** Stores a point; one that is there stays as it is. */
export const insertAccountValue = (
  sql: Sql,
  { userId, accountType, day }: DueAccountValue,
  usdt: Decimal,
  nowMs: number,
): Promise<unknown> =>
  sql.query('insert into account_value (user_id, book, day, usdt, stored_ms) values ($1, $2, $3, $4, $5) on conflict do nothing', [
    userId,
    accountType,
    day,
    usdt,
    nowMs,
  ])

export const setNextAccountValueDay = (sql: Sql, { userId, accountType }: WalletAccountKey, day: string): Promise<unknown> =>
  sql.query('update account_value_next set day = $3 where user_id = $1 and book = $2', [userId, accountType, day])
