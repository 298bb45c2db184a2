import * as z from 'zod/mini'
import { type AnyPosTypeOrderRequest, trading } from '#contract/calls/trading.ts'
import { accountTypes } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import { assertMarketNotHalted } from '#market/halts.ts'
import { resolveCompetitionEntry } from '../orders/competition.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext, CallHandlers } from '../core/handlers.ts'
import { assertCanTrade, lockAndAssertCanTrade, tradePermissionQueryOfOrder } from '../risk/assertCanTrade.ts'
import type { OrderKindHandler } from '../orders/orderKind.ts'
import { resolveTradingAccountScope } from '../orders/accountType.ts'
import { nextHoldingChargeRates } from './holding.ts'
import { createOrderKindRegistry } from './kinds.ts'
import { addPositionMargin } from './margin.ts'
import { closePositionPart } from './part.ts'
import { type NonPositionPreviewHandlers, dispatchPreview, type PreviewHandlers } from './previewers.ts'
import { setPositionStops } from './stops.ts'
import { readPositionsSummary } from './summary.ts'

/** The one way of all orders, each done by its kind, and what contracts alone have (docs/architecture.md). Reads serve both books. */
export function tradingHandlers(
  app: AppContext,
  kinds: readonly OrderKindHandler[],
  others: NonPositionPreviewHandlers,
): CallHandlers<'trading'> {
  const orders = createOrderKindRegistry(kinds)
  const previewers: PreviewHandlers = {
    ...others,
    position: async (input, context) => {
      const order = await resolveOrder(input, context)
      await assertCanTrade(app, tradePermissionQueryOfOrder(app, order), context)
      await assertMarketNotHalted(context.sql, order.symbol)
      return orders.kindOf(order.posType).preview(order, context)
    },
  }
  return {
    preview: (input, context) => dispatchPreview(previewers, input, context),
    openPosition: async ({ confirmToken, ...input }, context) => {
      const order = await resolveOrder(input, context)
      await lockAndAssertCanTrade(app, tradePermissionQueryOfOrder(app, order), context)
      await assertMarketNotHalted(context.sql, order.symbol)
      return orders.kindOf(order.posType).place(order, confirmToken, context)
    },
    closePosition: async ({ id }, context) => (await orders.kindOfOwn(context.sql, id, context.visitor.userId)).close(id, context),
    setStops: (input, context) => setPositionStops(app, input, context),
    addMargin: (input, context) => addPositionMargin(app, input, context),
    closePart: (input, context) => closePositionPart(app, input, context),
    cancelLimit: async ({ id }, context) => {
      const kind = await orders.kindOfOwn(context.sql, id, context.visitor.userId)
      return kind.cancel(id, context).catch(async (error: unknown) => {
        if (error instanceof Refusal && error.refusal === 'notRunning') throw await conflict(kind, id, context)
        throw error
      })
    },
    holdingRates: ({ symbol }, { sql }) => nextHoldingChargeRates(sql, app.market, symbol, app.clock.now()),
    positions: async ({ pageNo, pageSize, accountType, posType, status, symbol, compId }, { sql, visitor }) => {
      const entry = compId === undefined ? undefined : await resolveCompetitionEntry(sql, visitor.userId, compId)
      const { records, total } = await orders.page(sql, {
        userId: visitor.userId,
        accountType: entry ? accountTypes.competition : accountType,
        entryId: entry?.id,
        posType,
        statuses: status?.map(statusNumber),
        symbol,
        limit: pageSize,
        offset: (pageNo - 1) * pageSize,
      })
      return { records, total, size: pageSize, current: pageNo, pages: Math.ceil(total / pageSize) }
    },
    positionsSummary: async (input, { sql, visitor }) =>
      readPositionsSummary(app, sql, await resolveTradingAccountScope(sql, visitor.userId, input)),
  }
}

/** An order in a competition says which one; where it does not, the only one that runs is meant. */
async function resolveOrder(order: AnyPosTypeOrderRequest, { sql, visitor }: RequestContext): Promise<AnyPosTypeOrderRequest> {
  if (order.posType !== 2 || order.accountType !== accountTypes.competition || order.compId !== undefined) return order
  return { ...order, compId: (await resolveCompetitionEntry(sql, visitor.userId, undefined)).competition_id }
}

/** It does not wait, and maybe never did: the answer shows what it is (docs/rules/wire.md). */
async function conflict(kind: OrderKindHandler, id: string, { sql }: RequestContext): Promise<Refusal> {
  const [now] = await kind.serialize(sql, [id])
  return new Refusal('stateConflict', now && z.encode(trading.cancelLimit.reply, now))
}

function statusNumber(text: string): number {
  if (!/^[0-4]$/.test(text)) throw new Refusal('validation', { field: 'status', rule: '0 to 4' })
  return Number(text)
}
