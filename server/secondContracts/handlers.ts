import type { SecondContractOrderRequest, SecondContractOrderPreview } from '#contract/calls/secondContracts.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { assertMarketNotHalted } from '#market/halts.ts'
import type { AppContext } from '../core/appContext.ts'
import type { LeafIndexLookup } from '../core/leafIndex.ts'
import type { RequestContext, CallHandlers } from '../core/handlers.ts'
import { assertCanTrade, lockAndAssertCanTrade, type TradePermissionQuery } from '../risk/assertCanTrade.ts'
import { readClaimsTokenKey } from '../core/signedText.ts'
import { buySecondContract } from './buy.ts'
import { createSecondContractSummaryReader } from './accountSummary.ts'
import { toSecondContractOrder, withSecondContractOrderLeafIndexes } from './order.ts'
import { previewSecondContractOrder } from './preview.ts'
import { secondContractOffersForEnv } from '../terms/secondContractTerms.ts'
import { secondContractOffersAt } from './offersByTime.ts'
import { secondContractOrdersPage } from './store.ts'

/** Second contracts (docs/rules/timed-contracts.md). Both books. `placesOf` says where records stand in the signed list. */
export function secondContractsHandlers(app: AppContext, placesOf: LeafIndexLookup): CallHandlers<'secondContracts'> {
  let key: Buffer | undefined
  const ourKey = async (sql: Sql) => (key ??= await readClaimsTokenKey(sql))
  const headOf = createSecondContractSummaryReader(app)
  return {
    sets: ({ symbol }) =>
      secondContractOffersForEnv(app.config.env, secondContractOffersAt(app.terms, app.clock.now())).filter(
        (set) => symbol === undefined || set.symbol === symbol,
      ),
    buy: async ({ confirmToken, ...ask }, context) => {
      await lockAndAssertCanTrade(app, secondAsk(ask), context)
      return buySecondContract(app, await ourKey(context.sql), ask, confirmToken, context)
    },
    orders: async ({ pageNo, pageSize, accountType, status, symbol, result }, { sql, visitor, now }) => {
      const { rows, total } = await secondContractOrdersPage(sql, {
        userId: visitor.userId,
        accountType,
        symbol,
        statuses: status?.map((text) => numberIn(text, 'status', 1, 3)),
        results: result?.map((text) => numberIn(text, 'result', 1, 4)),
        nowMs: now,
        limit: pageSize,
        offset: (pageNo - 1) * pageSize,
      })
      const records = await withSecondContractOrderLeafIndexes(
        rows.map((row) => toSecondContractOrder(row, now)),
        placesOf,
      )
      return { records, total, size: pageSize, current: pageNo, pages: Math.ceil(total / pageSize) }
    },
    head: async ({ accountType }, { sql, visitor }) => {
      const head = await headOf(sql, visitor.userId, accountType)
      return { ...head, running: await withSecondContractOrderLeafIndexes(head.running, placesOf) }
    },
  }
}

/** The preview that trading shows for second contracts. */
export function secondContractPreviewHandler(app: AppContext) {
  let key: Buffer | undefined
  return async (ask: SecondContractOrderRequest, context: RequestContext): Promise<SecondContractOrderPreview> => {
    const { sql, visitor } = context
    await assertMarketNotHalted(sql, ask.symbol)
    await assertCanTrade(app, secondAsk(ask), context)
    return previewSecondContractOrder(app, (key ??= await readClaimsTokenKey(sql)), sql, visitor, ask)
  }
}

/** As the gate asks about it: the whole stake may be lost. */
const secondAsk = ({ accountType, symbol, money }: SecondContractOrderRequest): TradePermissionQuery => ({
  accountType,
  product: 'second',
  symbols: [symbol],
  stake: money,
})

function numberIn(text: string, field: string, least: number, most: number): number {
  const value = Number(text)
  if (!/^\d$/.test(text) || value < least || value > most) throw new Refusal('validation', { field, rule: `${least} to ${most}` })
  return value
}
