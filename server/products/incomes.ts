import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { productOrderStatus, earnProductType, balanceRecordType } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { adjustEarnReserveRow } from '#ledger/earnReserve.ts'
import { add, isPositive, multiply, negate, q8, truncate, zero } from '#rules/decimal.ts'
import { earnDailyIncome } from '#rules/earn/earn.ts'
import type { AppContext } from '../core/appContext.ts'
import { writeNotices } from '../notifications/writeNotices.ts'
import type { ProductKindsByType } from './kindOf.ts'
import { productIncomeRefType } from './money.ts'
import { trimDatabaseNumberZeros } from './plain.ts'
import { earnIncomeSourceBucket } from './reserve.ts'
import {
  type ProductIncomeDue,
  markProductIncomeDuePaid,
  markIncomeRoundPaid,
  recordIncomeRound,
  isIncomePaidPartially,
  unpaidProductIncomeDues,
  nextUnpaidIncomeRounds,
  type IncomeDayKey,
} from './rounds.ts'
import type { ProductOrderRow } from './rows.ts'
import { loadProductNameByUserLookup, productOrderNoticeOf } from './notify.ts'
import { transactionWithEffects } from '../core/transactions.ts'

/** Orders that are paid in one transaction. */
export const incomePaymentBatchSize = 500
const lockClass = 41

/**
 * Pays every day up to then, day by day, each order and day once: the share of a day is fixed first, then its orders are paid in batches,
 * and what a crash leaves open is found again. Two servers take turns. Gives whether nothing is left up to that day.
 */
export async function payProductIncomes(app: AppContext, kinds: ProductKindsByType, through: string): Promise<boolean> {
  let isPaid = false
  for (const first of await nextUnpaidIncomeRounds(app.db, kinds, through)) {
    for (let round: IncomeDayKey | undefined = first; round; ) {
      if (!(await recordIncomeRound(app, kinds, round))) break
      if (!(await payRound(app, round))) break
      isPaid = true
      round = (await nextUnpaidIncomeRounds(app.db, kinds, through)).find(
        ({ book, currency }) => book === first.book && currency === first.currency,
      )
    }
  }
  // Nobody is told of each income: whoever looks asks again.
  if (isPaid) app.events.missed()
  return (await nextUnpaidIncomeRounds(app.db, kinds, through)).length === 0
}

/** False where another server is at it. */
async function payRound(app: AppContext, round: IncomeDayKey): Promise<boolean> {
  for (const due of await unpaidProductIncomeDues(app.db, round)) {
    for (let behind: Behind | undefined = fromTheStart; behind; ) {
      const paid: Behind | 'elsewhere' | undefined = await payBatch(app, round, due, behind)
      if (paid === 'elsewhere') return false
      behind = paid
    }
    await markProductIncomeDuePaid(app.db, due.productId, round)
  }
  await markIncomeRoundPaid(app.db, round)
  return true
}

/** Where the last batch ended, so that the next does not walk over what is paid. */
interface Behind {
  paid_through: string
  id: string
}
const fromTheStart: Behind = { paid_through: '0000-01-01', id: '0' }

/** One batch, whole or not at all; gives where it ended, undefined when none was left. */
async function payBatch(
  app: AppContext,
  round: IncomeDayKey,
  due: ProductIncomeDue,
  behind: Behind,
): Promise<Behind | 'elsewhere' | undefined> {
  const result = await transactionWithEffects(app.db, async (sql, afterCommit) => {
    const [turn] = await sql.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1, $2) as mine', [lockClass, round.book])
    if (!turn?.mine) return 'elsewhere'
    const found = await unpaid(sql, round, due, behind)
    const last = found.at(-1)
    if (!last) return undefined
    const orders = await lockAll(sql, round, found)
    await pay(app, sql, round, due, orders, afterCommit)
    return { paid_through: last.paid_through, id: last.id }
  })
  return result
}

interface Found extends Behind {
  user_id: string
}

const unpaid = (sql: Sql, { book, day }: IncomeDayKey, { productId }: ProductIncomeDue, behind: Behind): Promise<Found[]> =>
  sql.query<Found>(
    `select id, user_id, paid_through from product_order
     where product_id = $1 and account_type = $2 and status in (1, 3, 5) and weight > 0 and paid_through < $3
       and (end_day is null or end_day > $3) and (paid_through, id) > ($4, $5)
     order by paid_through, id limit ${incomePaymentBatchSize}`,
    [productId, book, day, behind.paid_through, behind.id],
  )

/** Wallets first, in the order that everybody keeps, then the orders; gives those that are still unpaid. */
async function lockAll(sql: Sql, { book, day }: IncomeDayKey, found: readonly Found[]): Promise<ProductOrderRow[]> {
  await sql.query('select from wallet where book = $1 and user_id = any($2::bigint[]) order by user_id for update', [
    book,
    [...new Set(found.map(({ user_id }) => user_id))],
  ])
  return sql.query<ProductOrderRow>(
    `select * from product_order where id = any($1::bigint[]) and status in (1, 3, 5) and paid_through < $2 order by id for update`,
    [found.map(({ id }) => id), day],
  )
}

interface Paid {
  order: ProductOrderRow
  amount: Decimal
  /** A frozen order's income waits in INVEST with its principal. */
  isHeld: boolean
}

async function pay(
  app: AppContext,
  sql: Sql,
  round: IncomeDayKey,
  due: ProductIncomeDue,
  orders: readonly ProductOrderRow[],
  afterCommit: (effect: () => void) => void,
): Promise<void> {
  const { book, currency, day } = round
  const at = app.clock.now()
  const paid = orders.map((order): Paid => {
    return { order, amount: earnDailyIncome(order.weight, due.value, due.paid), isHeld: order.status === productOrderStatus.frozen }
  })
  await sql.query(
    `insert into product_income (order_id, day, basis, paid, amount, at_ms)
     select id, $3, $4, $5, amount, $6 from unnest($1::bigint[], $2::numeric[]) as i (id, amount)`,
    [paid.map(({ order }) => order.id), paid.map(({ amount }) => amount), day, due.value, due.paid, at],
  )
  await postIncomes(
    sql,
    round,
    due,
    at,
    paid.filter(({ amount }) => isPositive(amount)),
  )
  await sql.query(
    `update product_order o set paid_through = $3, income_total = o.income_total + i.amount,
       held_income = o.held_income + case when i.is_held then i.amount else 0 end
     from unnest($1::bigint[], $2::numeric[], $4::boolean[]) as i (id, amount, is_held) where o.id = i.id`,
    [paid.map(({ order }) => order.id), paid.map(({ amount }) => amount), day, paid.map(({ isHeld }) => isHeld)],
  )
  const sum = q8(paid.reduce((total, { amount }) => add(total, amount), zero))
  if (book === accountTypes.real && isPositive(sum)) await adjustEarnReserveRow(sql, book, currency, negate(sum))
  if (isIncomePaidPartially(due)) await tellShort(app, sql, due, day, paid, afterCommit)
}

async function postIncomes(
  sql: Sql,
  { book, currency, day }: IncomeDayKey,
  due: ProductIncomeDue,
  at: number,
  paid: readonly Paid[],
): Promise<void> {
  if (paid.length === 0) return
  await sql.query('select post_each($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)', [
    book,
    productIncomeRefType,
    at,
    currency,
    due.type === earnProductType.miner ? balanceRecordType.minerOutput : balanceRecordType.income,
    earnIncomeSourceBucket(book),
    paid.map(({ order }) => `${order.id}-${day}`),
    paid.map(({ order }) => order.order_no),
    paid.map(({ order }) => order.user_id),
    paid.map(({ isHeld }) => (isHeld ? 'INVEST' : 'AVAIL')),
    paid.map(({ amount }) => amount),
  ])
}

/** A day that the reserve could not pay whole is said to everybody it touches. */
async function tellShort(
  app: AppContext,
  sql: Sql,
  { paid: share, productId }: ProductIncomeDue,
  day: string,
  paid: readonly Paid[],
  afterCommit: (effect: () => void) => void,
): Promise<void> {
  const nameFor = await loadProductNameByUserLookup(
    sql,
    productId,
    paid.map(({ order }) => order.user_id),
  )
  const notices = paid.map(({ order }) =>
    productOrderNoticeOf(order, 'productShort', {
      name: nameFor(order.user_id),
      day,
      percent: trimDatabaseNumberZeros(truncate(multiply(share, '100'), 2)),
    }),
  )
  await writeNotices(app, sql, notices, afterCommit)
}
