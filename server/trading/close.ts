import type { Position } from '#contract/calls/trading.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { closeReason, direction, positionStatus } from '#contract/states.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { type Book, lockWallet, post } from '#ledger/ledger.ts'
import type { Market } from '#market/market.ts'
import { closing } from '#rules/position.ts'
import type { Conversion, Quote } from '#rules/quote.ts'
import type { House } from '../house.ts'
import type { Asking } from '../http/handlers.ts'
import { closingLegs, heldMargin } from './legs.ts'
import { freshQuote } from './order.ts'
import { heldOf, type PositionRow, toPosition } from './position.ts'
import { lockPosition, markClosed, markSettling, positionOf } from './store.ts'
import { tell } from './tell.ts'

/** The prices of one record, as one symbol's positions settle on them. */
export interface Settlement extends Quote {
  sec: number
  conversion: Conversion
}

/**
 * Closes at the bid (long) or ask (short) of that record and books it, in the caller's transaction with wallet and row locked.
 * Gives nothing when the row was closed already.
 */
export async function settle(sql: Sql, row: PositionRow, on: Settlement, reason: number, at: Instant): Promise<PositionRow | undefined> {
  const price: Decimal = row.direction === direction.long ? on.bid : on.ask
  const result = closing(heldOf(row, on.conversion), price, row.fee_rate)
  const closed = await markClosed(sql, row.id, { ...result, closeReason: reason, closePrice: price, closeSec: on.sec, closedMs: at })
  if (!closed) return undefined
  await post(sql, {
    book: row.account_type as Book,
    refType: 'position',
    refId: row.id,
    orderNo: row.order_no,
    at,
    legs: closingLegs(row.user_id, heldMargin(row), result),
  })
  return closed
}

/**
 * Closes now, or, while the price is stale or the market closed, at its next record (settling).
 * Refuses notFound, settling and notRunning. Needs no confirm token: leaving is never hindered.
 */
export async function closePosition(house: House, id: string, asking: Asking): Promise<Position> {
  const { sql, visitor } = asking
  const seen = await positionOf(sql, id, visitor.userId)
  if (!seen) throw new Refusal('notFound')
  await lockWallet(sql, visitor.userId, seen.account_type as Book)
  const row = await lockPosition(sql, id)
  if (row?.status === positionStatus.settling) throw new Refusal('settling')
  if (row?.status !== positionStatus.running) throw new Refusal('notRunning')
  const at = house.clock.now()
  const on = settlementNow(house.market, row.symbol, at)
  const after = on ? await settle(sql, row, on, closeReason.user, at) : await markSettling(sql, id, closeReason.user)
  if (!after) throw new Refusal('notRunning')
  await tell(house, sql, after, asking.afterCommit)
  return toPosition(after, house.market)
}

/** The newest record's prices, or undefined when there is none fresh enough to fill on. */
function settlementNow(market: Market, symbol: string, nowMs: number): Settlement | undefined {
  const spec = market.spec(symbol)
  if (!spec) return undefined
  try {
    const { quote, conversion } = freshQuote(market, spec, nowMs)
    return { mid: quote.mid, bid: quote.bid, ask: quote.ask, sec: quote.sec, conversion }
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
