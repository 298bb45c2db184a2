import { book } from '#contract/constants.ts'
import { productOrderStatus, recordType } from '#contract/states.ts'
import { post } from '#ledger/ledger.ts'
import { add, isPositive, negate, q8, zero } from '#rules/decimal.ts'
import type { DemoReset } from '../demoBook.ts'
import { releasing, takenBy } from './leave.ts'
import { orderRef, postOrder } from './money.ts'
import { changeOrder, giveSold, openOrders } from './store.ts'

/** Ends every earn product of a demo book that begins anew: what it holds comes back, before its start as a cancelled order. */
export const resetProducts =
  (): DemoReset =>
  async ({ sql, userId, at }) => {
    const open = await openOrders(sql, userId, book.demo, { lock: true })
    for (const order of open) {
      await postOrder(sql, order, releasing(order, order.held), at)
      const { held_income: waiting, income_currency: currency } = order
      if (isPositive(waiting)) {
        const own = { user: userId, currency, type: recordType.income }
        await post(sql, {
          book: book.demo,
          refType: orderRef,
          refId: order.id,
          orderNo: order.order_no,
          at,
          legs: [
            { ...own, bucket: 'INVEST', amount: negate(waiting) },
            { ...own, bucket: 'AVAIL', amount: waiting },
          ],
        })
      }
      await giveSold(sql, order.product_id, book.demo, takenBy(order))
      const isUnstarted = order.status === productOrderStatus.notStarted
      await changeOrder(sql, order.id, {
        status: isUnstarted ? productOrderStatus.cancelled : productOrderStatus.ended,
        closed_ms: at,
        held: zero,
        held_income: zero,
        // Parts of a fund that were left before came back too.
        returned: q8(add(order.returned ?? zero, order.held)),
      })
    }
    return open.length
  }
