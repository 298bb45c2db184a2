import type { Reply } from '#contract/call.ts'
import type { trading } from '#contract/calls/trading.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import type { SymbolSpec } from '#market/market.ts'
import { isMultipleOf } from '#rules/decimal.ts'
import { liquidationPrice } from '#rules/position.ts'
import { isWithin, type Stops, stopRanges, stopReached } from '#rules/stops.ts'
import type { House } from '../house.ts'
import type { Asking } from '../http/handlers.ts'
import { heldOf, toPosition } from './position.ts'
import { lockRunning } from './running.ts'
import { changeRunning } from './store.ts'
import { tell } from './tell.ts'

/** Refuses priceStep {step} and stopInvalid {field, min, max}: the range on the tick, null where it has no end. */
export function refuseStops(side: number, mark: Decimal, liqPrice: Decimal, spec: SymbolSpec, stops: Stops): void {
  const ranges = stopRanges(side, mark, liqPrice, spec.tick)
  for (const field of ['stopProfit', 'stopLoss'] as const) {
    const price = stops[field]
    if (price == null) continue
    refusePriceStep(price, spec)
    if (!isWithin(price, ranges[field])) throw new Refusal('stopInvalid', { field, ...ranges[field] })
  }
}

export function refusePriceStep(price: Decimal, spec: SymbolSpec): void {
  if (!isMultipleOf(price, spec.tick)) throw new Refusal('priceStep', { step: spec.tick })
}

/**
 * Sets, changes or clears take profit and stop loss of a running position, judged by the newest mark. Clearing needs no price.
 * Refuses notFound, notRunning, settling (also when a stop is being reached right now), feedStale, priceStep and stopInvalid.
 */
export async function setStops(house: House, asked: { id: string } & Stops, asking: Asking): Promise<Reply<typeof trading.setStops>> {
  const { sql, visitor } = asking
  const { row, spec } = await lockRunning(house, sql, asked.id, visitor.userId)
  const quote = house.market.quote(row.symbol)
  const conversion = house.market.conversion(spec.quote)
  const isNewer = quote !== undefined && quote.sec > Number(row.armed_sec)
  if (isNewer && stopReached(row.direction, quote.mid, { stopProfit: row.stop_profit, stopLoss: row.stop_loss }))
    throw new Refusal('settling')
  if (asked.stopProfit != null || asked.stopLoss != null) {
    if (!quote || !conversion) throw new Refusal('feedStale', { age: '—' })
    refuseStops(row.direction, quote.mid, liquidationPrice(heldOf(row, conversion), spec), spec, asked)
  }
  const after = await changeRunning(sql, row.id, {
    stop_profit: asked.stopProfit === undefined ? row.stop_profit : asked.stopProfit,
    stop_loss: asked.stopLoss === undefined ? row.stop_loss : asked.stopLoss,
    armed_sec: Math.max(quote?.sec ?? 0, Number(row.armed_sec)),
  })
  if (!after) throw new Refusal('notRunning')
  await tell(house, sql, after, asking.afterCommit)
  return toPosition(after, house.market)
}
