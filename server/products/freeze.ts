import { productOrderStatus, balanceRecordType } from '#contract/states.ts'
import { earnOrderFreezeReasons } from '#contract/calls/products.ts'
import { asInstant, instantToWireTime } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { type AccountType, lockWallet, post } from '#ledger/ledger.ts'
import { isPositive, negate, zero } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'
import { forEachBatch } from '../core/batches.ts'
import { log } from '../core/log.ts'
import { productOrderRefType } from './money.ts'
import type { ProductOrderRow } from './rows.ts'
import { updateProductOrder, lockProductOrder } from './store.ts'
import { writeProductOrderNotice, notifyProductOrderBalances } from './notify.ts'
import { type AfterCommit, transactionWithEffects } from '../core/transactions.ts'

const hourMs = 3_600_000
/** No order is frozen for longer without a new reason (docs/rules/earn.md). */
export const maxProductOrderFreezeHours = 72

export type ProductOrderFreezeReason = (typeof earnOrderFreezeReasons)[number]
export type ProductOrderFreezeRefusal = 'unknown' | 'notRunning'

/** That order with its wallet locked; undefined where there is none of that number. */
async function byOrderNo(sql: Sql, orderNo: string): Promise<ProductOrderRow | undefined> {
  const [found] = await sql.query<Pick<ProductOrderRow, 'id' | 'user_id' | 'account_type'>>(
    'select id, user_id, account_type from product_order where order_no = $1',
    [orderNo],
  )
  if (!found) return undefined
  await lockWallet(sql, found.user_id, found.account_type as AccountType)
  return lockProductOrder(sql, found.id)
}

const canFreeze: ReadonlySet<number> = new Set([productOrderStatus.running, productOrderStatus.exiting, productOrderStatus.frozen])

/** Freezes a running order, or freezes it again; income goes on and waits in INVEST. The owner is told. */
export async function freezeProductOrder(
  app: AppContext,
  sql: Sql,
  orderNo: string,
  reason: ProductOrderFreezeReason,
  hours: number,
  afterCommit: AfterCommit,
): Promise<ProductOrderRow | ProductOrderFreezeRefusal> {
  const order = await byOrderNo(sql, orderNo)
  if (!order) return 'unknown'
  if (!canFreeze.has(order.status)) return 'notRunning'
  const until = app.clock.now() + hours * hourMs
  const frozen = await updateProductOrder(sql, order.id, {
    status: productOrderStatus.frozen,
    frozen_reason: reason,
    frozen_until_ms: until,
  })
  await writeProductOrderNotice(app, sql, frozen, 'productFrozen', { until: instantToWireTime(until) }, afterCommit)
  return frozen
}

/** Lets a frozen order go on, before its time is over. */
export async function unfreezeProductOrder(
  app: AppContext,
  sql: Sql,
  orderNo: string,
  afterCommit: AfterCommit,
): Promise<ProductOrderRow | ProductOrderFreezeRefusal> {
  const order = await byOrderNo(sql, orderNo)
  if (!order) return 'unknown'
  if (order.status !== productOrderStatus.frozen) return 'notRunning'
  return thaw(app, sql, order, afterCommit)
}

/** It goes on as what it was, and the incomes of its frozen days are paid out. Wallet and order are locked. */
async function thaw(app: AppContext, sql: Sql, order: ProductOrderRow, afterCommit: AfterCommit): Promise<ProductOrderRow> {
  const { user_id: user, income_currency: currency, held_income: amount } = order
  if (isPositive(amount)) {
    await post(sql, {
      book: order.account_type as AccountType,
      refType: productOrderRefType,
      refId: order.id,
      orderNo: order.order_no,
      at: app.clock.now(),
      legs: [
        { user, currency, bucket: 'INVEST', amount: negate(amount), type: balanceRecordType.income },
        { user, currency, bucket: 'AVAIL', amount, type: balanceRecordType.income },
      ],
    })
  }
  const thawed = await updateProductOrder(sql, order.id, {
    status: order.exit_asked_ms === null ? productOrderStatus.running : productOrderStatus.exiting,
    frozen_reason: null,
    frozen_until_ms: null,
    held_income: zero,
  })
  await notifyProductOrderBalances(app, sql, thawed, afterCommit)
  await writeProductOrderNotice(app, sql, thawed, 'productUnfrozen', {}, afterCommit)
  return thawed
}

/** Lets go on what was frozen until now and not frozen again. */
export function unfreezeDueProductOrders(app: AppContext): Promise<void> {
  const now = app.clock.now()
  const read = (behind: DueThaw = { id: '0', user_id: '0', account_type: 0, frozen_until_ms: '0' }) =>
    app.db.query<DueThaw>(
      `select id, user_id, account_type, frozen_until_ms from product_order
       where status = 3 and frozen_until_ms <= $1 and (frozen_until_ms, id) > ($2, $3) order by frozen_until_ms, id limit ${atOnce}`,
      [now, behind.frozen_until_ms, behind.id],
    )
  return forEachBatch(atOnce, read, async (found) => {
    for (const due of found)
      await unfreezeOne(app, due).catch((error: unknown) => log.error(`product order ${due.id} could not go on`, error))
  })
}

const atOnce = 500

interface DueThaw {
  id: string
  user_id: string
  account_type: number
  frozen_until_ms: string
}

const unfreezeOne = (app: AppContext, { id, user_id, account_type }: DueThaw): Promise<void> =>
  transactionWithEffects(app.db, async (sql, afterCommit) => {
    await lockWallet(sql, user_id, account_type as AccountType)
    const order = await lockProductOrder(sql, id)
    if (order.status !== productOrderStatus.frozen || Number(order.frozen_until_ms) > asInstant(app.clock.now())) return
    await thaw(app, sql, order, afterCommit)
  })
