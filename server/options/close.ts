import type { OptionOrder } from '#contract/orders/option.ts'
import { Refusal } from '#contract/refusals.ts'
import { closeReason, positionStatus } from '#contract/states.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { type Book, lockWallet, post } from '#ledger/ledger.ts'
import type { MarketQuote } from '#market/market.ts'
import type { Decimal } from '#contract/decimal.ts'
import { multiply, q8, zero } from '#rules/decimal.ts'
import { lastCloseSeconds } from '#rules/option.ts'
import type { House } from '../house.ts'
import type { Asking } from '../http/handlers.ts'
import { freshQuote } from './ask.ts'
import { payingLegs } from './legs.ts'
import { bidOf, type OptionRow, toOrder } from './position.ts'
import { lockOpenOptions, lockOption, markClosing, markOver, ownOption } from './store.ts'
import { surfacesNow } from './surface.ts'
import { tell } from './tell.ts'

/** The price to leave at now: of the option's own feed, fresh; undefined where there is none. */
export const quoteFor = (house: House, row: OptionRow, nowMs: number): MarketQuote | undefined =>
  row.feed === house.market.feed ? freshQuote(house.market, row.symbol, nowMs) : undefined

/** Whether it is too late to leave: the last minute before the expiry, and all that comes after. */
export const isTooLate = (row: OptionRow, nowMs: number): boolean => nowMs >= (Number(row.expiry_sec) - lastCloseSeconds) * 1000

/** Ends an option at a bid and books it, in a transaction with wallet and row locked. Gives nothing when it was over already. */
export async function sellAt(
  sql: Sql,
  row: OptionRow,
  { bid, sec, reason, at }: { bid: Decimal; sec: number; reason: number; at: Instant },
): Promise<OptionRow | undefined> {
  const returned = q8(multiply(bid, row.quantity))
  const closed = await markOver(sql, row.id, { reason, closePrice: bid, returned, closeSec: sec, closedMs: at })
  if (!closed) return undefined
  await payOut(sql, row, payingLegs(row, returned), at)
  return closed
}

/** Where nothing moves, nothing is booked. */
export async function payOut(sql: Sql, row: OptionRow, legs: ReturnType<typeof payingLegs>, at: Instant): Promise<void> {
  if (legs.length === 0) return
  await post(sql, { book: row.account_type as Book, refType: 'option', refId: row.id, orderNo: row.order_no, at, legs })
}

/**
 * Sells an option back at its bid, or, while the price is stale or the market closed, at the next record. Needs no confirm token.
 * Refuses notFound, notRunning, and settling: in the last minute before the expiry, and while it waits already.
 */
export async function closeOption(house: House, id: string, asking: Asking): Promise<OptionOrder> {
  const { sql, visitor } = asking
  const known = await ownOption(sql, id, visitor.userId)
  if (!known) throw new Refusal('notFound')
  await lockWallet(sql, visitor.userId, known.account_type as Book)
  const row = await lockOption(sql, id)
  if (!row || row.status === positionStatus.closed) throw new Refusal('notRunning')
  const at = house.clock.now()
  if (row.status === positionStatus.settling || isTooLate(row, at)) throw new Refusal('settling')
  const quote = quoteFor(house, row, at)
  const surfaces = await surfacesNow(house, sql)
  const after = quote
    ? await sellAt(sql, row, { bid: bidOf(row, quote.mid, surfaces, at), sec: quote.sec, reason: closeReason.user, at })
    : await markClosing(sql, id, closeReason.user)
  if (!after) throw new Refusal('notRunning')
  await tell(house, sql, [after], asking.afterCommit)
  return toOrder(house, after, surfaces)
}

/** Ends every open option of a DEMO book that begins anew, at the newest bid, however old its price is. The wallet must be locked. */
export async function closeForReset(house: House, sql: Sql, userId: string, book: Book, at: Instant): Promise<OptionRow[]> {
  const surfaces = await surfacesNow(house, sql)
  const closed: OptionRow[] = []
  for (const row of await lockOpenOptions(sql, userId, book)) {
    const quote = house.market.quote(row.symbol)
    const bid = quote ? bidOf(row, quote.mid, surfaces, at) : zero
    const sec = Math.min(quote?.sec ?? Number(row.open_sec), Number(row.expiry_sec) - 1)
    // One that its person closed before, while there was no price, keeps that reason.
    const reason = row.close_reason ?? closeReason.demoReset
    const done = await sellAt(sql, row, { bid, sec, reason, at })
    if (done) closed.push(done)
  }
  return closed
}
