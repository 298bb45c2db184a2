import { closeReason } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { type AccountType, lockWallet } from '#ledger/ledger.ts'
import type { PriceRecordSecond } from '#market/market.ts'
import { tradingEndSecond } from '#market/marketClosed.ts'
import { type Quote, marketQuoteFromMid } from '#rules/quote.ts'
import type { AppContext } from '../core/appContext.ts'
import { forEachBatch } from '../core/batches.ts'
import { log } from '../core/log.ts'
import { quoteAtOrderSpread } from '../orders/ownSpread.ts'
import type { PendingOrderRechecker } from '../orders/orderRechecks.ts'
import { cancelPendingSpotOrder, fillPendingSpotOrder } from './limit.ts'
import { findSpotOrderCancelReason, pendingSpotOrderBatchSize, readPendingSpotOrdersInScope } from './recheck.ts'
import {
  tryLockPendingSpotOrder,
  type ExpiredSpotOrder,
  expiredSpotOrderBatchSize,
  readExpiredSpotOrders,
  type SpotOrderRow,
  readSpotOrdersTouchedByMarks,
} from './store.ts'
import { writeSpotOutcomeNotice, notifyStreamsOfSpotOrder } from './notify.ts'
import { transactionWithEffects } from '../core/transactions.ts'

type Found = Awaited<ReturnType<typeof readSpotOrdersTouchedByMarks>>[number]

/** People whose orders one record fills are served side by side, this many at a time; one person's in order. */
const lanes = 6

/** Fills on every record the limit orders that it touches, and cancels beside the records those whose 30 days are over. Gives back how to stop. */
export function startSpotJobs(app: AppContext): () => Promise<void> {
  let expiring: Promise<void> | undefined
  const stop = app.market.onRecord(async (record) => {
    await fillSpotOrdersOnRecord(app, record)
    expiring ??= expireDueSpotOrders(app)
      .catch((error: unknown) => log.error('spot orders could not be expired', error))
      .finally(() => (expiring = undefined))
  })
  return async () => {
    stop()
    await expiring
  }
}

/** One record (docs/rules/spot.md). What was missed while no server ran is found by the same question at the first record after the start. */
export async function fillSpotOrdersOnRecord(app: AppContext, record: PriceRecordSecond): Promise<void> {
  const quotes = new Map<string, Quote & { sec: number }>()
  for (const [symbol, mid] of record.prices) {
    const spec = app.market.spec(symbol)
    if (spec?.category === 'crypto' && record.sec < tradingEndSecond(app.market, symbol))
      quotes.set(symbol, { ...marketQuoteFromMid(mid, spec.spreadBps, spec.tick), sec: record.sec })
  }
  if (quotes.size === 0) return
  const found = await readSpotOrdersTouchedByMarks(
    app.db,
    app.market.feed,
    [...quotes.keys()],
    [...quotes.values()].map(({ mid }) => mid),
  )
  await serve(app, found, async (sql, row) => {
    const on = quotes.get(row.symbol)
    return (
      on &&
      fillPendingSpotOrder(sql, row, quoteAtOrderSpread(app.market, row, on), app.clock.now(), () =>
        findSpotOrderCancelReason(app, sql, row, on.sec),
      )
    )
  })
}

/** Cancels what has waited for its 30 days. */
export async function expireDueSpotOrders(app: AppContext): Promise<void> {
  await forEachBatch(
    expiredSpotOrderBatchSize,
    (behind: ExpiredSpotOrder | undefined) => readExpiredSpotOrders(app.db, app.clock.now(), behind),
    (found) =>
      serve(app, found, (sql, row) => {
        const at = app.clock.now()
        return Number(row.expires_ms) <= at ? cancelPendingSpotOrder(sql, row, closeReason.expiry, at) : Promise.resolve(undefined)
      }),
  )
}

/** Cancels waiting spot orders that may not be filled any more; those that sell coins stand. */
export const createSpotOrderRechecker =
  (app: AppContext): PendingOrderRechecker =>
  (scope) =>
    forEachBatch(
      pendingSpotOrderBatchSize,
      (behind: Found | undefined) => readPendingSpotOrdersInScope(app.db, scope, behind),
      (found) =>
        serve(app, found, async (sql, row) => {
          const reason = await findSpotOrderCancelReason(app, sql, row)
          return reason === undefined ? undefined : cancelPendingSpotOrder(sql, row, reason, app.clock.now())
        }),
    )

async function serve(
  app: AppContext,
  found: readonly Found[],
  act: (sql: Sql, row: SpotOrderRow) => Promise<SpotOrderRow | undefined>,
): Promise<void> {
  const people = [...Map.groupBy(found, ({ user_id }) => user_id).values()]
  const lane = async () => {
    for (let theirs = people.shift(); theirs; theirs = people.shift()) for (const order of theirs) await actOn(app, order, act)
  }
  await Promise.all(Array.from({ length: Math.min(lanes, people.length) }, lane))
}

/** One transaction. A failure is logged and leaves the order as it was: the next record asks again. */
async function actOn(
  app: AppContext,
  order: Found,
  act: (sql: Sql, row: SpotOrderRow) => Promise<SpotOrderRow | undefined>,
): Promise<void> {
  try {
    await transactionWithEffects(app.db, async (sql, afterCommit) => {
      // Wallet first, then the row: the same order as a person's own cancel, so that the two never wait in a circle.
      await lockWallet(sql, order.user_id, order.account_type as AccountType)
      const row = await tryLockPendingSpotOrder(sql, order.id)
      const changed = row && (await act(sql, row))
      if (!changed) return
      await writeSpotOutcomeNotice(app, sql, changed, afterCommit)
      await notifyStreamsOfSpotOrder(app, sql, changed, afterCommit)
    })
  } catch (error) {
    log.error(`spot order ${order.id} could not be settled`, error)
    return
  }
}
