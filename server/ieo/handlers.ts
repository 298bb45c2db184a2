import type { Sql } from '#db/database.ts'
import type { House } from '../house.ts'
import type { Asking, Handlers } from '../http/handlers.ts'
import { signingKey } from '../signedText.ts'
import { apply, cancelApplication } from './apply.ts'
import type { ApplyAsk, PayAsk } from './ask.ts'
import { toOrder, toOrders } from './order.ts'
import { pay } from './pay.ts'
import { previewApply, previewPay } from './preview.ts'
import { statusAt, toIeos } from './project.ts'
import { proofs } from './proof.ts'
import { allIeos, ordersPage } from './store.ts'

/** The signing key, read once. */
function keyOf() {
  let key: Buffer | undefined
  return async (sql: Sql) => (key ??= await signingKey(sql))
}

const pageOf = <T>(records: T[], total: number, { pageNo, pageSize }: { pageNo: number; pageSize: number }) => ({
  records,
  total,
  size: pageSize,
  current: pageNo,
  pages: Math.ceil(total / pageSize),
})

/** Subscriptions of new tokens (product §1.4, §2.11): the REAL book alone. */
export function ieoHandlers(house: House): Handlers<'ieo'> {
  const ourKey = keyOf()
  const proof = proofs()
  return {
    ieos: async ({ pageNo, pageSize, status }, { sql, visitor, lang, now }) => {
      const fitting = (await allIeos(sql)).filter((row) => status === undefined || statusAt(row, now) === status)
      const rows = fitting.slice((pageNo - 1) * pageSize, pageNo * pageSize)
      return pageOf(await toIeos(sql, rows, now, lang, visitor?.userId), fitting.length, { pageNo, pageSize })
    },
    ieoOrders: async ({ pageNo, pageSize }, { sql, visitor }) => {
      const { rows, total } = await ordersPage(sql, visitor.userId, pageSize, (pageNo - 1) * pageSize)
      return pageOf(await toOrders(sql, rows), total, { pageNo, pageSize })
    },
    applyForIeo: async ({ confirmToken, ...ask }, asking) =>
      toOrder(asking.sql, await apply(house, await ourKey(asking.sql), ask, confirmToken, asking)),
    payForIeo: async ({ confirmToken, ...ask }, asking) =>
      toOrder(asking.sql, await pay(house, await ourKey(asking.sql), ask, confirmToken, asking)),
    cancelIeoOrder: async ({ id }, asking) => toOrder(asking.sql, await cancelApplication(house, id, asking)),
    ieoDraw: ({ ieoId, orderId }, { sql }) => proof(sql, ieoId, orderId),
  }
}

/** The previews that trading shows for applications and payments (product §1.11). */
export function ieoPreviews(house: House) {
  const ourKey = keyOf()
  return {
    ieoApply: async (ask: ApplyAsk, asking: Asking) => previewApply(house, await ourKey(asking.sql), ask, asking),
    ieoPay: async (ask: PayAsk, asking: Asking) => previewPay(house, await ourKey(asking.sql), ask, asking),
  }
}
