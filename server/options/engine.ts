import { closeReason } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { add, largerDecimal, q8, subtract, zero } from '#rules/decimal.ts'
import { optionCloseCutoffSeconds, optionPayoffAt } from '#rules/option/option.ts'
import { optionMarkets } from '#rules/option/optionChain.ts'
import type { AppContext } from '../core/appContext.ts'
import { findFreshUnderlyingQuote } from './request.ts'
import { isPastOptionCloseCutoff, postOptionLegs, findOptionCloseUnderlyingQuote, bookOptionClose } from './close.ts'
import { endOptionsInBatches, optionBatchSize } from './endOptions.ts'
import { optionPayoutLegs, optionRefundLegs } from './legs.ts'
import { optionBidOf, type OptionPositionRow } from './position.ts'
import { type OptionExpirySettlement, getOrCreateOptionExpirySettlement } from './settlement.ts'
import { optionsAwaitingClosePrice, readUnsettledOptionsOfExpiry, markOptionOver, readUnsettledPastOptionExpiries } from './store.ts'
import { publishOptionSurfaces, readOptionSurfacesNow } from './surface.ts'
import { refundFeeVouchers } from '../orders/vouchers.ts'
import { startRepeatingJob } from '../core/schedule.ts'

const pollIntervalMs = 1_000
const publishEveryMs = 3_600_000

/**
 * Settles what expired, sells what waits for a price and publishes the coming day's surface, each second. Prices never wait for it.
 * All that is to be done stands in the table, so a server that dies loses nothing and two servers do nothing twice.
 */
export function startOptionJobs(app: AppContext): () => Promise<void> {
  let publishAtMs = 0
  const work = async (): Promise<void> => {
    if (app.clock.now() >= publishAtMs) {
      await publishOptionSurfaces(app.db, app.clock.now())
      publishAtMs = app.clock.now() + publishEveryMs
    }
    await runDueOptionJobs(app)
  }
  return startRepeatingJob('options', pollIntervalMs, work).stop
}

/** Everything that is due now. */
export async function runDueOptionJobs(app: AppContext): Promise<void> {
  const nowMs = app.clock.now()
  for (const expiry of await readUnsettledPastOptionExpiries(app.db, Math.floor(nowMs / 1000))) {
    const settlement = await getOrCreateOptionExpirySettlement(app.db, expiry, app.clock.now())
    if (!settlement) continue
    await endOptionsInBatches(
      (behindId) => readUnsettledOptionsOfExpiry(app.db, expiry, behindId, optionBatchSize),
      (row, sql) => settleOne(app, sql, row, settlement),
      app,
    )
  }
  const priced = optionMarkets.map(({ symbol }) => symbol).filter((symbol) => findFreshUnderlyingQuote(app.market, symbol, nowMs))
  if (priced.length === 0) return
  await endOptionsInBatches(
    (behindId) => optionsAwaitingClosePrice(app.db, priced, Math.floor(nowMs / 1000) + optionCloseCutoffSeconds, behindId, optionBatchSize),
    (row, sql) => sellWaiting(app, sql, row),
    app,
  )
}

/** The payoff of the settlement price, or, without one, premium and fee back (docs/rules/options.md). */
async function settleOne(
  app: AppContext,
  sql: Sql,
  row: OptionPositionRow,
  { price, records }: OptionExpirySettlement,
): Promise<OptionPositionRow | undefined> {
  const at = app.clock.now()
  const gain = price && largerDecimal(row.cp === 'C' ? subtract(price, row.strike) : subtract(row.strike, price), zero)
  const returned = price ? optionPayoffAt(row.cp, row.strike, row.quantity, price) : refundOf(row)
  const over = { reason: closeReason.expiry, closePrice: gain, settlePrice: price, records, returned }
  const done = await markOptionOver(sql, row.id, { ...over, closeSec: Number(row.expiry_sec), closedMs: at })
  if (done) await postOptionLegs(sql, row, price ? optionPayoutLegs(row, returned) : optionRefundLegs(row), at)
  if (done && !price) await refundFeeVouchers(sql, row, at)
  return done
}

const refundOf = ({ premium, fee }: OptionPositionRow) => q8(add(premium, fee))

/** Sold at the first good record after it was asked for. */
async function sellWaiting(app: AppContext, sql: Sql, row: OptionPositionRow): Promise<OptionPositionRow | undefined> {
  const at = app.clock.now()
  const quote = findOptionCloseUnderlyingQuote(app, row, at)
  if (!quote || isPastOptionCloseCutoff(row, at)) return undefined
  const bid = optionBidOf(row, quote.mid, await readOptionSurfacesNow(app, sql), at)
  return bookOptionClose(sql, row, { bid, sec: quote.sec, reason: closeReason.user, at })
}
