import type { LanguageCode } from '#contract/calls/account.ts'
import type { ProductOrder } from '#contract/calls/products.ts'
import { book } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { productOrderStatus } from '#contract/states.ts'
import { asInstant, type Instant, wireDay } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { isPositive, q8, zero } from '#rules/decimal.ts'
import { daysBetween, dayPlus, startOfDay } from '#rules/serverDay.ts'
import { askedOnce } from './askedOnce.ts'
import { coolingMs } from './cooling.ts'
import type { Leaving } from './kind.ts'
import { kindOf, type ProductKinds } from './kindOf.ts'
import { nameOf, plain } from './product.ts'
import type { ProductOrderRow } from './rows.ts'
import { productsById } from './store.ts'

const moment = (ms: string | null): Instant | null => (ms === null ? null : asInstant(Number(ms)))

/** Until when all money comes back; null once it does not. Before the start always, then 24 hours in the REAL book (product §2.9). */
export function cancelUntilOf(kinds: ProductKinds, order: ProductOrderRow, now: Instant): Instant | null {
  const cooling = kindOf(kinds, order).cancelUntil?.(order)
  const least =
    cooling === undefined && order.account_type === book.real ? asInstant(Number(order.bought_ms) + coolingMs) : (cooling ?? null)
  if (order.status === productOrderStatus.notStarted) {
    const starts = order.start_day === null ? null : startOfDay(order.start_day)
    // One that could not start yet can still be cancelled.
    return asInstant(Math.max(least ?? 0, starts ?? 0, now + 1))
  }
  return order.status === productOrderStatus.running && least !== null && now < least ? least : null
}

/** How many days it has run: those whose income it has, or those that passed where nothing comes in by the day. */
function daysDone({ start_day, paid_through, weight, days, status }: ProductOrderRow, now: Instant): number {
  if (start_day === null || status === productOrderStatus.notStarted || status === productOrderStatus.cancelled) return 0
  const passed = isPositive(weight)
    ? daysBetween(start_day, dayPlus(paid_through ?? dayPlus(start_day, -1), 1))
    : daysBetween(start_day, wireDay(now))
  return Math.max(0, days > 0 ? Math.min(days, passed) : passed)
}

interface Beside {
  today: Decimal
  value: Decimal | null
  leaving: Leaving | null
}

/** These rows as the wire shows them (product §1.4), in the same order. They are the person's own already. */
export async function toOrders(
  kinds: ProductKinds,
  sql: Sql,
  rows: readonly ProductOrderRow[],
  now: Instant,
  lang: LanguageCode,
): Promise<ProductOrder[]> {
  const reading = askedOnce(sql)
  const today = await incomesOfDay(sql, rows, dayPlus(wireDay(now), -1))
  const products = new Map(
    (await productsById(sql, book.real, [...new Set(rows.map(({ product_id }) => product_id))])).map((row) => [row.id, row]),
  )
  const worth = new Map<string, Decimal>()
  for (const [type, own] of Map.groupBy(rows, (row) => row.type)) {
    const open = own.filter(({ closed_ms }) => closed_ms === null)
    for (const [id, value] of (await kindOf(kinds, { type }).worth?.(reading, open, now)) ?? []) worth.set(id, value)
  }
  const shown: ProductOrder[] = []
  for (const row of rows) {
    const product = products.get(row.product_id)
    const leaving =
      product && row.status === productOrderStatus.running ? await kindOf(kinds, row).leaving(reading, row, product, now) : null
    shown.push(toOrder(kinds, row, { today: today.get(row.id) ?? zero, value: worth.get(row.id) ?? null, leaving }, now, lang))
  }
  return shown
}

function toOrder(
  kinds: ProductKinds,
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
    name: nameOf(row.product_id, lang),
    accountType: row.account_type,
    currency: row.currency,
    incomeCurrency: row.income_currency,
    money: q8(row.money),
    ...(row.num !== null && { num: row.num }),
    units: row.units && q8(row.units),
    buyNav: row.buy_nav && plain(row.buy_nav),
    value,
    status: row.status,
    startTime: row.start_day === null ? bought : startOfDay(row.start_day),
    endTime: row.start_day === null || row.days === 0 ? null : startOfDay(dayPlus(row.start_day, row.days)),
    incomeTotal: q8(row.income_total),
    incomeToday: q8(today),
    days: row.days,
    daysDone: daysDone(row, now),
    exitFeeNow: leaving && q8(leaving.fee),
    redeemableNow: leaving && q8(leaving.money),
    exitTime: leaving ? leaving.at : row.status === productOrderStatus.exiting ? moment(row.exit_due_ms) : null,
    exitFee: row.exit_fee && q8(row.exit_fee),
    cancelUntil: cancelUntilOf(kinds, row, now),
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
