import { accountTypes } from '#contract/constants.ts'
import { productOrderStatus, balanceRecordType } from '#contract/states.ts'
import { post } from '#ledger/ledger.ts'
import { add, isPositive, negate, q8, zero } from '#rules/decimal.ts'
import type { DemoOrderResetter } from '../orders/demoAccount.ts'
import { productReleaseLegs, productOrderCapUsage } from './redeem.ts'
import { productOrderRefType, postProductOrderLegs } from './money.ts'
import { updateProductOrder, releaseProductSaleCapacity, readOpenProductOrders } from './store.ts'

/** Ends every earn product of a demo book that begins anew: what it holds comes back, before its start as a cancelled order. */
export const createDemoProductOrderResetter =
  (): DemoOrderResetter =>
  async ({ sql, userId, at }) => {
    const open = await readOpenProductOrders(sql, userId, accountTypes.demo, { lock: true })
    for (const order of open) {
      await postProductOrderLegs(sql, order, productReleaseLegs(order, order.held), at)
      const { held_income: waiting, income_currency: currency } = order
      if (isPositive(waiting)) {
        const own = { user: userId, currency, type: balanceRecordType.income }
        await post(sql, {
          book: accountTypes.demo,
          refType: productOrderRefType,
          refId: order.id,
          orderNo: order.order_no,
          at,
          legs: [
            { ...own, bucket: 'INVEST', amount: negate(waiting) },
            { ...own, bucket: 'AVAIL', amount: waiting },
          ],
        })
      }
      await releaseProductSaleCapacity(sql, order.product_id, accountTypes.demo, productOrderCapUsage(order))
      const isUnstarted = order.status === productOrderStatus.notStarted
      await updateProductOrder(sql, order.id, {
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
