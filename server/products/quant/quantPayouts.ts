import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { earnProductType } from '#contract/states.ts'
import { type Instant, serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { adjustEarnReserveRow } from '#ledger/earnReserve.ts'
import { type AccountType, post } from '#ledger/ledger.ts'
import { add, isPositive, multiply, negate, q8, subtract, truncate, zero } from '#rules/decimal.ts'
import type { AppContext } from '../../core/appContext.ts'
import { writeNotices } from '../../notifications/writeNotices.ts'
import { productOrderRefType } from '../money.ts'
import { trimDatabaseNumberZeros } from '../plain.ts'
import { type NewFundExitPayout, type FundExitPayout, computeFundExitPayouts } from './quantShares.ts'
import { type FundUnitValue, readFirstFundUnitValueFromDay } from './quantUnits.ts'
import { earnReserveBalance } from '../reserve.ts'
import { lockIncomeRounds, isIncomePaidPartially } from '../rounds.ts'
import type { ProductOrderRow } from '../rows.ts'
import { loadProductNameByUserLookup, productOrderNoticeOf } from '../notify.ts'
import { transactionWithEffects } from '../../core/transactions.ts'

/** Who leaves a fund at the same moment, in one book: they share what the reserve can pay of their gains. */
interface Group {
  product_id: string
  account_type: AccountType
  currency: string
  exit_due_ms: string
}

const waiting = `o.status = 5 and o.type = ${earnProductType.quant}
  and not exists (select from fund_payout p where p.order_id = o.id and p.at_ms >= o.exit_due_ms)`

/**
 * Fixes what everybody whose exit is due gets, as soon as the unit value is known. Exactly once for each, whoever else is at it. Gives
 * whether there was anything to fix.
 */
export async function recordDueFundExitPayouts(app: AppContext, now: Instant): Promise<boolean> {
  const groups = await app.db.query<Group>(
    `select distinct o.product_id, o.account_type, o.currency, o.exit_due_ms from product_order o
     where ${waiting} and o.exit_due_ms <= $1 order by o.exit_due_ms, o.product_id, o.account_type`,
    [now],
  )
  let isAny = false
  for (const group of groups) {
    const value = await readFirstFundUnitValueFromDay(app.db, group.product_id, serverDayAt(Number(group.exit_due_ms)))
    if (value && (await fixGroup(app, group, value))) isAny = true
  }
  return isAny
}

/** False while it has to wait. */
async function fixGroup(app: AppContext, group: Group, value: FundUnitValue): Promise<boolean> {
  const { db, clock } = app
  const isFixed = await transactionWithEffects(db, async (sql, afterCommit) => {
    // While a day's incomes are being paid, the reserve is promised to them; this group is asked for again in the next look.
    await lockIncomeRounds(sql, 'alone')
    const isReal = group.account_type === accountTypes.real
    if (isReal && (await hasOpenRound(sql, group))) return false
    const orders = await sql.query<ProductOrderRow>(
      `select o.* from product_order o where ${waiting} and o.product_id = $1 and o.account_type = $2 and o.exit_due_ms = $3 order by o.id`,
      [group.product_id, group.account_type, group.exit_due_ms],
    )
    const reserve = isReal ? await earnReserveBalance(sql, group.account_type, group.currency, true) : null
    const payouts = computeFundExitPayouts(orders, value, reserve)
    // Another server has fixed them.
    if (payouts.length === 0) return true
    await writePayouts(sql, payouts, clock.now())
    if (!isReal) return true
    await tellDue(sql, group, value.day, payouts)
    await setAside(sql, group, payouts, clock.now())
    await tellShort(app, sql, orders, payouts, afterCommit)
    return true
  })
  return isFixed
}

const hasOpenRound = async (sql: Sql, { account_type, currency }: Group): Promise<boolean> =>
  (await sql.query('select 1 from product_round where book = $1 and currency = $2 and not is_done limit 1', [account_type, currency]))
    .length > 0

const writePayouts = (sql: Sql, payouts: readonly NewFundExitPayout[], at: number): Promise<unknown> =>
  sql.query(
    `insert into fund_payout (order_id, day, units, nav, cost, gain, paid, money, at_ms)
     select order_id, day, units, nav, cost, gain, paid, money, $2 from jsonb_to_recordset($1::jsonb) as r (
       order_id bigint, day text, units numeric, nav numeric, cost numeric, gain numeric, paid numeric, money numeric)`,
    [JSON.stringify(payouts), at],
  )

const gainsOf = (payouts: readonly NewFundExitPayout[], of: (payout: NewFundExitPayout) => Decimal): Decimal =>
  q8(payouts.reduce((sum, payout) => (isPositive(payout.gain) ? add(sum, of(payout)) : sum), zero))

/** The share stands in the fund's history, as that of a day's incomes does. */
const tellDue = (sql: Sql, { product_id, account_type }: Group, day: string, payouts: readonly NewFundExitPayout[]): Promise<unknown> =>
  sql.query(
    `insert into product_due as d (product_id, book, day, due, paid, is_done) values ($1, $2, $3, $4, $5, true)
     on conflict (product_id, book, day) do update set due = d.due + excluded.due, paid = least(d.paid, excluded.paid)`,
    [product_id, account_type, day, gainsOf(payouts, ({ gain }) => gain), payouts[0]?.paid ?? '1'],
  )

/** Gains that could not be paid whole are said to everybody who had one. */
async function tellShort(
  app: AppContext,
  sql: Sql,
  orders: readonly ProductOrderRow[],
  payouts: readonly NewFundExitPayout[],
  afterCommit: (effect: () => void) => void,
): Promise<void> {
  const [first] = payouts
  if (!first || !isIncomePaidPartially(first)) return
  const touched = orders.filter((_, n) => isPositive(payouts[n]?.gain ?? zero))
  const nameFor = await loadProductNameByUserLookup(
    sql,
    orders[0]?.product_id ?? '',
    touched.map(({ user_id }) => user_id),
  )
  const percent = trimDatabaseNumberZeros(truncate(multiply(first.paid, '100'), 2))
  const notices = touched.map((order) =>
    productOrderNoticeOf(order, 'productShort', { name: nameFor(order.user_id), day: first.day, percent }),
  )
  await writeNotices(app, sql, notices, afterCommit)
}

/** The gains leave the reserve at once, so that nobody else is promised them; each order takes its own from there. */
async function setAside(
  sql: Sql,
  { account_type, currency, product_id }: Group,
  payouts: readonly NewFundExitPayout[],
  at: number,
): Promise<void> {
  const amount = gainsOf(payouts, ({ money, cost }) => subtract(money, cost))
  if (!isPositive(amount)) return
  await post(sql, {
    book: account_type,
    refType: productOrderRefType,
    refId: product_id,
    at: at as Instant,
    legs: [
      { house: 'RESERVE_EARN', currency, amount: negate(amount) },
      { house: 'FUND', currency, amount },
    ],
  })
  await adjustEarnReserveRow(sql, account_type, currency, negate(amount))
}

/** What was fixed for an order's exit; undefined while it is not. */
export async function readFundExitPayout(sql: Sql, { id, exit_due_ms }: ProductOrderRow): Promise<FundExitPayout | undefined> {
  const [row] = await sql.query<FundExitPayout>('select * from fund_payout where order_id = $1 and at_ms >= $2 order by day desc limit 1', [
    id,
    exit_due_ms,
  ])
  return row
}
