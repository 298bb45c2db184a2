import type { OptionOrder } from '#contract/orders/option.ts'
import { Refusal } from '#contract/refusals.ts'
import { closeReason, positionStatus } from '#contract/states.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { type AccountType, lockWallet, post } from '#ledger/ledger.ts'
import type { MarketQuote } from '#market/market.ts'
import type { Decimal } from '#contract/decimal.ts'
import { multiply, q8, zero } from '#rules/decimal.ts'
import { optionCloseCutoffSeconds } from '#rules/option/option.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { findFreshUnderlyingQuote } from './request.ts'
import { optionPayoutLegs } from './legs.ts'
import { optionBidOf, type OptionPositionRow, toOptionOrder } from './position.ts'
import { lockOpenOptions, lockOption, markOptionAwaitingClosePrice, markOptionOver, findOwnOption } from './store.ts'
import { readOptionSurfacesNow } from './surface.ts'
import { notifyStreamsOfOptions } from './notify.ts'

/** The price to leave at now: of the option's own feed, fresh; undefined where there is none. */
export const findOptionCloseUnderlyingQuote = (app: AppContext, row: OptionPositionRow, nowMs: number): MarketQuote | undefined =>
  row.feed === app.market.feed ? findFreshUnderlyingQuote(app.market, row.symbol, nowMs) : undefined

/** Whether it is too late to leave: the last minute before the expiry, and all that comes after. */
export const isPastOptionCloseCutoff = (row: OptionPositionRow, nowMs: number): boolean =>
  nowMs >= (Number(row.expiry_sec) - optionCloseCutoffSeconds) * 1000

/** Ends an option at a bid and books it, in a transaction with wallet and row locked. Gives nothing when it was over already. */
export async function bookOptionClose(
  sql: Sql,
  row: OptionPositionRow,
  { bid, sec, reason, at }: { bid: Decimal; sec: number; reason: number; at: Instant },
): Promise<OptionPositionRow | undefined> {
  const returned = q8(multiply(bid, row.quantity))
  const closed = await markOptionOver(sql, row.id, { reason, closePrice: bid, returned, closeSec: sec, closedMs: at })
  if (!closed) return undefined
  await postOptionLegs(sql, row, optionPayoutLegs(row, returned), at)
  return closed
}

/** Where nothing moves, nothing is booked. */
export async function postOptionLegs(
  sql: Sql,
  row: OptionPositionRow,
  legs: ReturnType<typeof optionPayoutLegs>,
  at: Instant,
): Promise<void> {
  if (legs.length === 0) return
  await post(sql, { book: row.account_type as AccountType, refType: 'option', refId: row.id, orderNo: row.order_no, at, legs })
}

/**
 * Sells an option back at its bid, or, while the price is stale or the market closed, at the next record. Needs no confirm token.
 * Refuses notFound, notRunning, and settling: in the last minute before the expiry, and while it waits already.
 */
export async function closeOption(app: AppContext, id: string, context: RequestContext): Promise<OptionOrder> {
  const { sql, visitor } = context
  const known = await findOwnOption(sql, id, visitor.userId)
  if (!known) throw new Refusal('notFound')
  await lockWallet(sql, visitor.userId, known.account_type as AccountType)
  const row = await lockOption(sql, id)
  if (!row || row.status === positionStatus.closed) throw new Refusal('notRunning')
  const at = app.clock.now()
  if (row.status === positionStatus.settling || isPastOptionCloseCutoff(row, at)) throw new Refusal('settling')
  const quote = findOptionCloseUnderlyingQuote(app, row, at)
  const surfaces = await readOptionSurfacesNow(app, sql)
  const after = quote
    ? await bookOptionClose(sql, row, { bid: optionBidOf(row, quote.mid, surfaces, at), sec: quote.sec, reason: closeReason.user, at })
    : await markOptionAwaitingClosePrice(sql, id, closeReason.user)
  if (!after) throw new Refusal('notRunning')
  await notifyStreamsOfOptions(app, sql, [after], context.afterCommit)
  return toOptionOrder(app, after, surfaces)
}

/** Ends every open option of a DEMO book that begins anew, at the newest bid, however old its price is. The wallet must be locked. */
export async function closeOptionsForDemoReset(
  app: AppContext,
  sql: Sql,
  userId: string,
  book: AccountType,
  at: Instant,
): Promise<OptionPositionRow[]> {
  const surfaces = await readOptionSurfacesNow(app, sql)
  const closed: OptionPositionRow[] = []
  for (const row of await lockOpenOptions(sql, userId, book)) {
    const quote = app.market.quote(row.symbol)
    const bid = quote ? optionBidOf(row, quote.mid, surfaces, at) : zero
    const sec = Math.min(quote?.sec ?? Number(row.open_sec), Number(row.expiry_sec) - 1)
    // One that its person closed before, while there was no price, keeps that reason.
    const reason = row.close_reason ?? closeReason.demoReset
    const done = await bookOptionClose(sql, row, { bid, sec, reason, at })
    if (done) closed.push(done)
  }
  return closed
}
