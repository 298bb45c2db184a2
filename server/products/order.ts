import type { LanguageCode } from '#contract/calls/account.ts'
import type { ProductOrder } from '#contract/calls/products.ts'
import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { productOrderStatus } from '#contract/states.ts'
import { asInstant, type Instant, serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { isPositive, q8, zero } from '#rules/decimal.ts'
import { serverDaysBetween, addServerDays, startOfServerDay } from '#rules/serverDay.ts'
import { memoizeSqlReads } from './memoizeReads.ts'
import { productCoolingOffMs } from './cooling.ts'
import type { ProductExitQuote } from './kind.ts'
import { productKindOf, type ProductKindsByType } from './kindOf.ts'
import { trimDatabaseNumberZeros } from './plain.ts'
import { productNameOf } from './product.ts'
import type { ProductOrderRow } from './rows.ts'
import { readProductsByIds } from './store.ts'

const moment = (ms: string | null): Instant | null => (ms === null ? null : asInstant(Number(ms)))

/** Until when all money comes back; null once it does not. Before the start always, then 24 hours in the REAL book (docs/rules/earn.md). */
export function productOrderCancelDeadline(kinds: ProductKindsByType, order: ProductOrderRow, now: Instant): Instant | null {
  const cooling = productKindOf(kinds, order).cancelUntil?.(order)
  const least =
    cooling === undefined && order.account_type === accountTypes.real
      ? asInstant(Number(order.bought_ms) + productCoolingOffMs)
      : (cooling ?? null)
  if (order.status === productOrderStatus.notStarted) {
    const starts = order.start_day === null ? null : startOfServerDay(order.start_day)
    // One that could not start yet can still be cancelled.
    return asInstant(Math.max(least ?? 0, starts ?? 0, now + 1))
  }
  return order.status === productOrderStatus.running && least !== null && now < least ? least : null
}

/** How many days it has run: those whose income it has, or those that passed where nothing comes in by the day. */
function daysDone({ start_day, paid_through, weight, days, status }: ProductOrderRow, now: Instant): number {
  if (start_day === null || status === productOrderStatus.notStarted || status === productOrderStatus.cancelled) return 0
  const passed = isPositive(weight)
    ? serverDaysBetween(start_day, addServerDays(paid_through ?? addServerDays(start_day, -1), 1))
    : serverDaysBetween(start_day, serverDayAt(now))
  return Math.max(0, days > 0 ? Math.min(days, passed) : passed)
}

interface Beside {
  today: Decimal
  value: Decimal | null
  leaving: ProductExitQuote | null
}

/** These rows as the wire shows them (docs/rules/earn.md), in the same order. They are the person's own already. */
export async function serializeProductOrders(
  kinds: ProductKindsByType,
  sql: Sql,
  rows: readonly ProductOrderRow[],
  now: Instant,
  lang: LanguageCode,
): Promise<ProductOrder[]> {
  const reading = memoizeSqlReads(sql)
  const today = await incomesOfDay(sql, rows, addServerDays(serverDayAt(now), -1))
  const products = new Map(
    (await readProductsByIds(sql, accountTypes.real, [...new Set(rows.map(({ product_id }) => product_id))])).map((row) => [row.id, row]),
  )
  const values = new Map<string, Decimal>()
  for (const [type, own] of Map.groupBy(rows, (row) => row.type)) {
    const open = own.filter(({ closed_ms }) => closed_ms === null)
    for (const [id, value] of (await productKindOf(kinds, { type }).usdtValues?.(reading, open, now)) ?? []) values.set(id, value)
  }
  const orders: ProductOrder[] = []
  for (const row of rows) {
    const product = products.get(row.product_id)
    const leaving =
      product && row.status === productOrderStatus.running ? await productKindOf(kinds, row).leaving(reading, row, product, now) : null
    orders.push(toOrder(kinds, row, { today: today.get(row.id) ?? zero, value: values.get(row.id) ?? null, leaving }, now, lang))
  }
  return orders
}

function toOrder(
  kinds: ProductKindsByType,
  row: ProductOrderRow,
  { today, value, leaving }: Beside,
  now: Instant,
  lang: LanguageCode,
): ProductOrder {
  const bought = asInstant(Number(row.bought_ms))
  return {
    id: row.id,
    orderNo: row.order_no,
    productId: row.product_id,
    type: row.type,
    name: productNameOf(row.product_id, lang),
    accountType: row.account_type,
    currency: row.currency,
    incomeCurrency: row.income_currency,
    money: q8(row.money),
    ...(row.num !== null && { num: row.num }),
    units: row.units && q8(row.units),
    buyNav: row.buy_nav && trimDatabaseNumberZeros(row.buy_nav),
    value,
    status: row.status,
    startTime: row.start_day === null ? bought : startOfServerDay(row.start_day),
    endTime: row.start_day === null || row.days === 0 ? null : startOfServerDay(addServerDays(row.start_day, row.days)),
    incomeTotal: q8(row.income_total),
    incomeToday: q8(today),
    days: row.days,
    daysDone: daysDone(row, now),
    exitFeeNow: leaving && q8(leaving.fee),
    redeemableNow: leaving && q8(leaving.money),
    exitTime: leaving ? leaving.at : row.status === productOrderStatus.exiting ? moment(row.exit_due_ms) : null,
    exitFee: row.exit_fee && q8(row.exit_fee),
    cancelUntil: productOrderCancelDeadline(kinds, row, now),
    returned: row.returned && q8(row.returned),
    frozenReason: row.status === productOrderStatus.frozen ? (row.frozen_reason as ProductOrder['frozenReason']) : null,
    frozenUntil: row.status === productOrderStatus.frozen ? moment(row.frozen_until_ms) : null,
    lateSince: moment(row.late_since_ms),
    createTime: bought,
    closeTime: moment(row.closed_ms),
  }
}

async function incomesOfDay(sql: Sql, rows: readonly ProductOrderRow[], day: string): Promise<ReadonlyMap<string, Decimal>> {
  const found = await sql.query<{ order_id: string; amount: Decimal }>(
    'select order_id, amount from product_income where order_id = any($1::bigint[]) and day = $2',
    [rows.map(({ id }) => id), day],
  )
  return new Map(found.map(({ order_id, amount }) => [order_id, amount]))
}
