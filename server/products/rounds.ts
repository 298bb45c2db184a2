import { accountTypes } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import type { AccountType } from '#ledger/ledger.ts'
import { add, isZero, q8, zero } from '#rules/decimal.ts'
import { reservePayableShare } from '#rules/earn/earn.ts'
import { addServerDays } from '#rules/serverDay.ts'
import type { AppContext } from '../core/appContext.ts'
import type { ProductKindsByType } from './kindOf.ts'
import { earnReserveBalance } from './reserve.ts'

// Any number that no other lock has.
const lockClass = 40

/** Orders start side by side; while a day's share is being fixed none does, so that what is paid is what was summed. */
export const lockIncomeRounds = (sql: Sql, how: 'shared' | 'alone'): Promise<unknown> =>
  sql.query(`select pg_advisory_xact_lock${how === 'shared' ? '_shared' : ''}($1, 0)`, [lockClass])

/** All products whose incomes are in one currency, in one book: they share a reserve, and a day of theirs is paid as one. */
export interface IncomeDayKey {
  book: AccountType
  currency: string
  day: string
}

const typesWithDays = (kinds: ProductKindsByType): number[] =>
  [...kinds.values()].filter(({ dayValue }) => dayValue).map(({ type }) => type)

/** Every book and currency that has products with days, and the first day of theirs that is not paid whole. */
export async function nextUnpaidIncomeRounds(sql: Sql, kinds: ProductKindsByType, through: string): Promise<IncomeDayKey[]> {
  const rows = await sql.query<{ book: AccountType; currency: string; newest: string | null; open: string | null; since: string }>(
    `select b.book, p.currency, p.since,
       (select max(day) from product_round r where r.book = b.book and r.currency = p.currency) as newest,
       (select min(day) from product_round r where r.book = b.book and r.currency = p.currency and not is_done) as open
     from (values (1::smallint), (2::smallint)) b (book)
     cross join (select income_currency as currency, min(since_day) as since from product where type = any($1::smallint[]) group by 1) p
     order by b.book, p.currency`,
    [typesWithDays(kinds)],
  )
  return rows
    .map(({ book, currency, newest, open, since }) => ({
      book,
      currency,
      day: open ?? (newest === null ? since : addServerDays(newest, 1)),
    }))
    .filter(({ day }) => day <= through)
}

/**
 * Fixes what the orders of a day may ask for and the share of it that the reserve pays, before the first is paid; in the DEMO book incomes
 * are issued and always whole. Gives false while a product that has orders has no value for the day yet, or an order that it counts for has
 * not started.
 */
export function recordIncomeRound(
  { db, clock }: AppContext,
  kinds: ProductKindsByType,
  { book, currency, day }: IncomeDayKey,
): Promise<boolean> {
  return db.transaction(async (sql) => {
    await lockIncomeRounds(sql, 'alone')
    const known = await sql.query('select 1 from product_round where book = $1 and currency = $2 and day = $3', [book, currency, day])
    if (known.length > 0) return true
    if (await hasUnstarted(sql, { book, currency, day })) return false
    const dues = await duesOf(sql, typesWithDays(kinds), { book, currency, day })
    if (dues.some(({ due }) => due === null)) return false
    const due = dues.reduce((sum, round) => add(sum, round.due ?? zero), zero)
    const reserve = book === accountTypes.real ? await earnReserveBalance(sql, book, currency, true) : null
    const paid = reserve === null ? asDecimal('1') : reservePayableShare(reserve, due)
    await sql.query(
      `insert into product_due (product_id, book, day, due, paid)
       select id, $2, $3, due, $4 from unnest($1::text[], $5::numeric[]) as d (id, due)`,
      [dues.map(({ id }) => id), book, day, paid, dues.map((round) => round.due)],
    )
    await sql.query(
      'insert into product_round (book, currency, day, due, reserve, paid, is_done, decided_ms) values ($1, $2, $3, $4, $5, $6, $7, $8)',
      [book, currency, day, q8(due), reserve, paid, dues.length === 0, clock.now()],
    )
    return true
  })
}

/** One that somebody holds while it would start is left for the next look: a day that is fixed without it would never be paid to it. */
const hasUnstarted = async (sql: Sql, { book, currency, day }: IncomeDayKey): Promise<boolean> =>
  (
    await sql.query(
      // In the order of the index of what has not started, which is short.
      `select 1 from product_order where status = 0 and start_day <= $3 and weight > 0 and account_type = $1 and income_currency = $2
       order by start_day, id limit 1`,
      [book, currency, day],
    )
  ).length > 0

/** Of every product with orders on that day, what they may ask for; null where the day's value is not known. */
const duesOf = (
  sql: Sql,
  types: readonly number[],
  { book, currency, day }: IncomeDayKey,
): Promise<{ id: string; due: Decimal | null }[]> =>
  sql.query<{ id: string; due: Decimal | null }>(
    `select p.id, case when d.value is not null then o.due end as due from product p
     left join product_day d on d.product_id = p.id and d.day = $3
     cross join lateral (
       select count(*) as n, coalesce(sum(trunc(weight * d.value, 8)), 0) as due from product_order
       where product_id = p.id and account_type = $1 and status in (1, 3, 5) and weight > 0 and paid_through < $3
         and (end_day is null or end_day > $3)
     ) o
     where p.type = any($4::smallint[]) and p.income_currency = $2 and o.n > 0 order by p.id`,
    [book, currency, day, [...types]],
  )

/** What is still to be paid of a fixed day. */
export interface ProductIncomeDue {
  productId: string
  type: number
  value: Decimal
  paid: Decimal
}

export async function unpaidProductIncomeDues(sql: Sql, { book, currency, day }: IncomeDayKey): Promise<ProductIncomeDue[]> {
  const rows = await sql.query<{ product_id: string; type: number; value: Decimal; paid: Decimal }>(
    `select u.product_id, p.type, d.value, u.paid from product_due u join product p on p.id = u.product_id
     join product_day d on d.product_id = u.product_id and d.day = u.day
     where u.day = $3 and u.book = $1 and p.income_currency = $2 and not u.is_done order by u.product_id`,
    [book, currency, day],
  )
  return rows.map(({ product_id, ...row }) => ({ productId: product_id, ...row }))
}

/** The day is paid whole. */
export const markProductIncomeDuePaid = (sql: Sql, productId: string, { book, day }: IncomeDayKey): Promise<unknown> =>
  sql.query('update product_due set is_done = true where product_id = $1 and book = $2 and day = $3', [productId, book, day])

export const markIncomeRoundPaid = (sql: Sql, { book, currency, day }: IncomeDayKey): Promise<unknown> =>
  sql.query('update product_round set is_done = true where book = $1 and currency = $2 and day = $3 and not is_done', [book, currency, day])

export const isIncomePaidPartially = ({ paid }: { paid: Decimal }): boolean => !isZero(add(paid, '-1'))
