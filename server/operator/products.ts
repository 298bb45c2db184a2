import { earnOrderFreezeReasons } from '#contract/calls/products.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import {
  freezeProductOrder,
  type ProductOrderFreezeReason,
  maxProductOrderFreezeHours,
  type ProductOrderFreezeRefusal,
  unfreezeProductOrder,
} from '../products/freeze.ts'
import type { ProductOrderRow } from '../products/rows.ts'
import { type OperatorContext, runStaffAction } from './operatorContext.ts'
import { StaffError } from './staffError.ts'
import type { StaffMember } from './staff.ts'

const isReason = (text: string): text is ProductOrderFreezeReason => (earnOrderFreezeReasons as readonly string[]).includes(text)

/** Freezes an order of an earn product for at most 72 hours, for one of three reasons; its income goes on (docs/rules/earn.md). Again: a renewal. */
export async function freezeProductOrderAsStaff(
  context: OperatorContext,
  staff: StaffMember,
  orderNo: string,
  reason: string,
  hours: number,
  note: string,
): Promise<Instant> {
  if (!isReason(reason)) throw new StaffError('usage', `"${reason}" is no reason. Reasons: ${earnOrderFreezeReasons.join(', ')}.`)
  if (!(Number.isInteger(hours) && hours >= 1 && hours <= maxProductOrderFreezeHours))
    throw new StaffError('usage', `An order is frozen for 1 to ${maxProductOrderFreezeHours} hours.`)
  const why = note.trim()
  if (why.length < 10 || why.length > 300) throw new StaffError('usage', 'The note is 10 to 300 characters.')
  return runStaffAction(context, staff, 'product.freeze', async ({ sql, log, afterCommit }) => {
    const order = found(await freezeProductOrder(context.app, sql, orderNo, reason, hours, afterCommit), orderNo)
    await log('product.freeze', { order: orderNo, person: order.user_id, reason, hours: String(hours), note: why })
    return asInstant(Number(order.frozen_until_ms))
  })
}

/** Lets a frozen order go on before its time is over. */
export async function unfreezeProductOrderAsStaff(context: OperatorContext, staff: StaffMember, orderNo: string): Promise<void> {
  return runStaffAction(context, staff, 'product.freeze', async ({ sql, log, afterCommit }) => {
    const order = found(await unfreezeProductOrder(context.app, sql, orderNo, afterCommit), orderNo)
    await log('product.unfreeze', { order: orderNo, person: order.user_id })
  })
}

function found(order: ProductOrderRow | ProductOrderFreezeRefusal, orderNo: string): ProductOrderRow {
  if (order === 'unknown') throw new StaffError('refused', `There is no order ${orderNo}.`)
  if (order === 'notRunning') throw new StaffError('refused', `Order ${orderNo} is not in a state for that.`)
  return order
}
