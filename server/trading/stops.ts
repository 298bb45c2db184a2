import type { CallReply } from '#contract/call.ts'
import type { trading } from '#contract/calls/trading.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import type { SymbolSpec } from '#market/market.ts'
import { isMultipleOf } from '#rules/decimal.ts'
import { liquidationPrice } from '#rules/position.ts'
import { isInStopRange, type PositionStops, stopRanges, stopCloseReasonAt } from '#rules/stops.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { openPositionOfRow, toPosition } from './position.ts'
import { lockOwnRunningPosition } from './lockPosition.ts'
import { updateRunningPosition } from './store.ts'
import { notifyStreamsOfPosition } from './notify.ts'

/** Refuses priceStep {step} and stopInvalid {field, min, max}: the range on the tick, null where it has no end. */
export function refuseInvalidStops(side: number, mark: Decimal, liqPrice: Decimal, spec: SymbolSpec, stops: PositionStops): void {
  const ranges = stopRanges(side, mark, liqPrice, spec.tick)
  for (const field of ['stopProfit', 'stopLoss'] as const) {
    const price = stops[field]
    if (price == null) continue
    refuseOffTickPrice(price, spec)
    if (!isInStopRange(price, ranges[field])) throw new Refusal('stopInvalid', { field, ...ranges[field] })
  }
}

export function refuseOffTickPrice(price: Decimal, spec: SymbolSpec): void {
  if (!isMultipleOf(price, spec.tick)) throw new Refusal('priceStep', { step: spec.tick })
}

/**
 * Sets, changes or clears take profit and stop loss of a running position, judged by the newest mark. Clearing needs no price.
 * Refuses notFound, notRunning, settling (also when a stop is being reached right now), feedStale, priceStep and stopInvalid.
 */
export async function setPositionStops(
  app: AppContext,
  input: { id: string } & PositionStops,
  context: RequestContext,
): Promise<CallReply<typeof trading.setStops>> {
  const { sql, visitor } = context
  const { row, spec } = await lockOwnRunningPosition(app, sql, input.id, visitor.userId)
  // Of another feed than the order's nothing is judged.
  const quote = row.feed === app.market.feed ? app.market.quote(row.symbol) : undefined
  const conversion = app.market.conversion(spec.quote)
  const isNewer = quote !== undefined && quote.sec > Number(row.armed_sec)
  if (isNewer && stopCloseReasonAt(row.direction, quote.mid, { stopProfit: row.stop_profit, stopLoss: row.stop_loss }))
    throw new Refusal('settling')
  if (input.stopProfit != null || input.stopLoss != null) {
    if (!quote || !conversion) throw new Refusal('feedStale', { age: '—' })
    refuseInvalidStops(row.direction, quote.mid, liquidationPrice(openPositionOfRow(row, conversion), spec), spec, input)
  }
  const after = await updateRunningPosition(sql, row.id, {
    stop_profit: input.stopProfit === undefined ? row.stop_profit : input.stopProfit,
    stop_loss: input.stopLoss === undefined ? row.stop_loss : input.stopLoss,
    armed_sec: Math.max(quote?.sec ?? 0, Number(row.armed_sec)),
  })
  if (!after) throw new Refusal('notRunning')
  await notifyStreamsOfPosition(app, sql, after, context.afterCommit)
  return toPosition(after, app.market)
}
