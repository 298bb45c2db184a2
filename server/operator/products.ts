import { freezeReasons } from '#contract/calls/products.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import { freezeOrder, type FreezeReason, mostFrozenHours, type Unfreezable, unfreezeOrder } from '../products/freeze.ts'
import type { ProductOrderRow } from '../products/rows.ts'
import { type Desk, work } from './desk.ts'
import { StaffRefused } from './refused.ts'
import type { Staff } from './staff.ts'

const isReason = (text: string): text is FreezeReason => (freezeReasons as readonly string[]).includes(text)

/** Freezes an order of an earn product for at most 72 hours, for one of three reasons; its income goes on (product §2.9). Again: a renewal. */
export async function freezeProduct(
  desk: Desk,
  staff: Staff,
  orderNo: string,
  reason: string,
  hours: number,
  note: string,
): Promise<Instant> {
  if (!isReason(reason)) throw new StaffRefused('usage', `"${reason}" is no reason. Reasons: ${freezeReasons.join(', ')}.`)
  if (!(Number.isInteger(hours) && hours >= 1 && hours <= mostFrozenHours))
    throw new StaffRefused('usage', `An order is frozen for 1 to ${mostFrozenHours} hours.`)
  const why = note.trim()
  if (why.length < 10 || why.length > 300) throw new StaffRefused('usage', 'The note is 10 to 300 characters.')
  return work(desk, staff, 'product.freeze', async ({ sql, log, afterCommit }) => {
    const order = found(await freezeOrder(desk.house, sql, orderNo, reason, hours, afterCommit), orderNo)
    await log('product.freeze', { order: orderNo, person: order.user_id, reason, hours: String(hours), note: why })
    return asInstant(Number(order.frozen_until_ms))
  })
}

/** Lets a frozen order go on before its time is over. */
export async function unfreezeProduct(desk: Desk, staff: Staff, orderNo: string): Promise<void> {
  return work(desk, staff, 'product.freeze', async ({ sql, log, afterCommit }) => {
    const order = found(await unfreezeOrder(desk.house, sql, orderNo, afterCommit), orderNo)
    await log('product.unfreeze', { order: orderNo, person: order.user_id })
  })
}

function found(order: ProductOrderRow | Unfreezable, orderNo: string): ProductOrderRow {
  if (order === 'unknown') throw new StaffRefused('refused', `There is no order ${orderNo}.`)
  if (order === 'notRunning') throw new StaffRefused('refused', `Order ${orderNo} is not in a state for that.`)
  return order
}
