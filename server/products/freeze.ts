import { productOrderStatus, recordType } from '#contract/states.ts'
import { freezeReasons } from '#contract/calls/products.ts'
import { asInstant, toWire } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { type Book, lockWallet, post } from '#ledger/ledger.ts'
import { isPositive, negate, zero } from '#rules/decimal.ts'
import type { House } from '../house.ts'
import { orderRef } from './money.ts'
import type { ProductOrderRow } from './rows.ts'
import { changeOrder, lockOrder } from './store.ts'
import { notify, tellMoney } from './tell.ts'

const hourMs = 3_600_000
/** No order is frozen for longer without a new reason (product §2.9). */
export const mostFrozenHours = 72

export type FreezeReason = (typeof freezeReasons)[number]
export type Unfreezable = 'unknown' | 'notRunning'

type AfterCommit = (effect: () => void) => void

/** That order with its wallet locked; undefined where there is none of that number. */
async function byOrderNo(sql: Sql, orderNo: string): Promise<ProductOrderRow | undefined> {
  const [found] = await sql.query<Pick<ProductOrderRow, 'id' | 'user_id' | 'account_type'>>(
    'select id, user_id, account_type from product_order where order_no = $1',
    [orderNo],
  )
  if (!found) return undefined
  await lockWallet(sql, found.user_id, found.account_type as Book)
  return lockOrder(sql, found.id)
}

const canFreeze: ReadonlySet<number> = new Set([productOrderStatus.running, productOrderStatus.exiting, productOrderStatus.frozen])

/** Freezes a running order, or freezes it again; income goes on and waits in INVEST. The owner is told. */
export async function freezeOrder(
  house: House,
  sql: Sql,
  orderNo: string,
  reason: FreezeReason,
  hours: number,
  afterCommit: AfterCommit,
): Promise<ProductOrderRow | Unfreezable> {
  const order = await byOrderNo(sql, orderNo)
  if (!order) return 'unknown'
  if (!canFreeze.has(order.status)) return 'notRunning'
  const until = house.clock.now() + hours * hourMs
  const frozen = await changeOrder(sql, order.id, {
    status: productOrderStatus.frozen,
    frozen_reason: reason,
    frozen_until_ms: until,
  })
  await notify(house, sql, frozen, 'productFrozen', { until: toWire(until) }, afterCommit)
  return frozen
}

/** Lets a frozen order go on, before its time is over. */
export async function unfreezeOrder(
  house: House,
  sql: Sql,
  orderNo: string,
  afterCommit: AfterCommit,
): Promise<ProductOrderRow | Unfreezable> {
  const order = await byOrderNo(sql, orderNo)
  if (!order) return 'unknown'
  if (order.status !== productOrderStatus.frozen) return 'notRunning'
  return thaw(house, sql, order, afterCommit)
}

/** It goes on as what it was, and the incomes of its frozen days are paid out. Wallet and order are locked. */
async function thaw(house: House, sql: Sql, order: ProductOrderRow, afterCommit: AfterCommit): Promise<ProductOrderRow> {
  const { user_id: user, income_currency: currency, held_income: amount } = order
  if (isPositive(amount)) {
    await post(sql, {
      book: order.account_type as Book,
      refType: orderRef,
      refId: order.id,
      orderNo: order.order_no,
      at: house.clock.now(),
      legs: [
        { user, currency, bucket: 'INVEST', amount: negate(amount), type: recordType.income },
        { user, currency, bucket: 'AVAIL', amount, type: recordType.income },
      ],
    })
  }
  const thawed = await changeOrder(sql, order.id, {
    status: order.exit_asked_ms === null ? productOrderStatus.running : productOrderStatus.exiting,
    frozen_reason: null,
    frozen_until_ms: null,
    held_income: zero,
  })
  await tellMoney(house, sql, thawed, afterCommit)
  await notify(house, sql, thawed, 'productUnfrozen', {}, afterCommit)
  return thawed
}

/** Lets go on what was frozen until now and not frozen again. */
export async function thawDue(house: House): Promise<void> {
  const found = await house.db.query<{ id: string; user_id: string; account_type: number }>(
    'select id, user_id, account_type from product_order where status = 3 and frozen_until_ms <= $1 order by frozen_until_ms, id limit 500',
    [house.clock.now()],
  )
  for (const { id, user_id, account_type } of found) {
    const effects: (() => void)[] = []
    await house.db
      .transaction(async (sql) => {
        effects.length = 0
        await lockWallet(sql, user_id, account_type as Book)
        const order = await lockOrder(sql, id)
        if (order.status !== productOrderStatus.frozen || Number(order.frozen_until_ms) > asInstant(house.clock.now())) return
        await thaw(house, sql, order, (effect) => effects.push(effect))
      })
      .then(
        () => effects.forEach((effect) => effect()),
        (error: unknown) => console.error(`product order ${id} could not go on`, error),
      )
  }
}
