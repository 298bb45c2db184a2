import type { Sql } from '#db/database.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext, CallHandlers } from '../core/handlers.ts'
import { readClaimsTokenKey } from '../core/signedText.ts'
import { submitIeoApplication, cancelIeoApplication } from './apply.ts'
import type { IeoApplicationInput, IeoPaymentInput } from './request.ts'
import { toIeoOrder, toIeoOrders } from './order.ts'
import { payIeoOrder } from './pay.ts'
import { previewIeoApplication, previewIeoPayment } from './preview.ts'
import { ieoStatusAt, toIeos } from './project.ts'
import { createIeoDrawProofReader } from './proof.ts'
import { readAllIeos, ieoOrdersPage } from './store.ts'

/** The signing key, read once. */
function keyOf() {
  let key: Buffer | undefined
  return async (sql: Sql) => (key ??= await readClaimsTokenKey(sql))
}

const pageOf = <T>(records: T[], total: number, { pageNo, pageSize }: { pageNo: number; pageSize: number }) => ({
  records,
  total,
  size: pageSize,
  current: pageNo,
  pages: Math.ceil(total / pageSize),
})

/** Subscriptions of new tokens (docs/rules/token-sales.md): the REAL book alone. */
export function ieoHandlers(app: AppContext): CallHandlers<'ieo'> {
  const ourKey = keyOf()
  const proof = createIeoDrawProofReader()
  return {
    ieos: async ({ pageNo, pageSize, status }, { sql, visitor, lang, now }) => {
      const fitting = (await readAllIeos(sql)).filter((row) => status === undefined || ieoStatusAt(row, now) === status)
      const rows = fitting.slice((pageNo - 1) * pageSize, pageNo * pageSize)
      return pageOf(await toIeos(sql, rows, now, lang, visitor?.userId), fitting.length, { pageNo, pageSize })
    },
    ieoOrders: async ({ pageNo, pageSize }, { sql, visitor }) => {
      const { rows, total } = await ieoOrdersPage(sql, visitor.userId, pageSize, (pageNo - 1) * pageSize)
      return pageOf(await toIeoOrders(sql, rows), total, { pageNo, pageSize })
    },
    applyForIeo: async ({ confirmToken, ...ask }, context) =>
      toIeoOrder(context.sql, await submitIeoApplication(app, await ourKey(context.sql), ask, confirmToken, context)),
    payForIeo: async ({ confirmToken, ...ask }, context) =>
      toIeoOrder(context.sql, await payIeoOrder(app, await ourKey(context.sql), ask, confirmToken, context)),
    cancelIeoOrder: async ({ id }, context) => toIeoOrder(context.sql, await cancelIeoApplication(app, id, context)),
    ieoDraw: ({ ieoId, orderId }, { sql }) => proof(sql, ieoId, orderId),
  }
}

/** The previews that trading shows for applications and payments (docs/rules/wire.md). */
export function ieoPreviewHandlers(app: AppContext) {
  const ourKey = keyOf()
  return {
    ieoApply: async (ask: IeoApplicationInput, context: RequestContext) =>
      previewIeoApplication(app, await ourKey(context.sql), ask, context),
    ieoPay: async (ask: IeoPaymentInput, context: RequestContext) => previewIeoPayment(app, await ourKey(context.sql), ask, context),
  }
}
