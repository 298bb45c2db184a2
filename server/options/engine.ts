import { closeReason } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { type AccountType, lockWallet } from '#ledger/ledger.ts'
import { add, largerDecimal, q8, subtract, zero } from '#rules/decimal.ts'
import { optionCloseCutoffSeconds, optionPayoffAt } from '#rules/option/option.ts'
import { optionMarkets } from '#rules/option/optionChain.ts'
import type { AppContext } from '../core/appContext.ts'
import { log } from '../core/log.ts'
import { freshOptionQuote } from './request.ts'
import { isPastLastOptionClose, postOptionPayout, optionCloseQuote, closeOptionAtBid } from './close.ts'
import { optionPayoutLegs, optionRefundLegs } from './legs.ts'
import { optionBidOf, type OptionPositionRow } from './position.ts'
import { type OptionSettlement, readOptionSettlement } from './settlement.ts'
import { lockUnclaimedOptions, closingOptions, dueOptions, markOptionOver, pastOptionExpiries } from './store.ts'
import { publishOptionSurfaces, optionSurfacesNow } from './surface.ts'
import { refundFeeVouchers } from '../orders/vouchers.ts'
import { writeOptionOutcomeNotices, notifyOptions } from './notify.ts'
import { transactionWithEffects } from '../core/transactions.ts'
import { every } from '../core/schedule.ts'

const atOnce = 500
/** People are served side by side, this many at a time; one person's options in one transaction. */
const lanes = 6
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
  return every('options', pollIntervalMs, work).stop
}

/** Everything that is due now. */
export async function runDueOptionJobs(app: AppContext): Promise<void> {
  const nowMs = app.clock.now()
  for (const expiry of await pastOptionExpiries(app.db, Math.floor(nowMs / 1000))) {
    const settlement = await readOptionSettlement(app.db, expiry, app.clock.now())
    if (!settlement) continue
    await eachBatch(
      (behindId) => dueOptions(app.db, expiry, behindId, atOnce),
      (row, sql) => settleOne(app, sql, row, settlement),
      app,
    )
  }
  const priced = optionMarkets.map(({ symbol }) => symbol).filter((symbol) => freshOptionQuote(app.market, symbol, nowMs))
  if (priced.length === 0) return
  await eachBatch(
    (behindId) => closingOptions(app.db, priced, Math.floor(nowMs / 1000) + optionCloseCutoffSeconds, behindId, atOnce),
    (row, sql) => sellWaiting(app, sql, row),
    app,
  )
}

type EndOne = (row: OptionPositionRow, sql: Sql) => Promise<OptionPositionRow | undefined>

async function eachBatch(ask: (behindId: string) => Promise<OptionPositionRow[]>, end: EndOne, app: AppContext): Promise<void> {
  for (let behindId: string | undefined = '0'; behindId !== undefined; ) {
    const rows = await ask(behindId)
    const people = [...Map.groupBy(rows, (row) => `${row.user_id} ${row.account_type}`).values()]
    const serve = async () => {
      for (let theirs = people.shift(); theirs; theirs = people.shift()) await endOfPerson(app, theirs, end)
    }
    await Promise.all(Array.from({ length: Math.min(lanes, people.length) }, serve))
    behindId = rows.length === atOnce ? rows.at(-1)?.id : undefined
  }
}

/** One transaction. A failure is logged and leaves the options as they were: the next look finds them again. */
async function endOfPerson(app: AppContext, rows: readonly OptionPositionRow[], end: EndOne): Promise<void> {
  const [first] = rows
  if (!first) return
  try {
    await transactionWithEffects(app.db, async (sql, afterCommit) => {
      // Wallet first, then the rows: the order that everybody keeps, so that nobody waits in a circle.
      await lockWallet(sql, first.user_id, first.account_type as AccountType)
      const ended: OptionPositionRow[] = []
      for (const row of await lockUnclaimedOptions(
        sql,
        rows.map(({ id }) => id),
      )) {
        const done = await end(row, sql)
        if (done) ended.push(done)
      }
      await writeOptionOutcomeNotices(app, sql, ended, afterCommit)
      await notifyOptions(app, sql, ended, afterCommit)
    })
  } catch (error) {
    log.error(`options of ${first.user_id} could not be settled`, error)
    return
  }
}

/** The payoff of the settlement price, or, without one, premium and fee back (docs/rules/options.md). */
async function settleOne(
  app: AppContext,
  sql: Sql,
  row: OptionPositionRow,
  { price, records }: OptionSettlement,
): Promise<OptionPositionRow | undefined> {
  const at = app.clock.now()
  const gain = price && largerDecimal(row.cp === 'C' ? subtract(price, row.strike) : subtract(row.strike, price), zero)
  const returned = price ? optionPayoffAt(row.cp, row.strike, row.quantity, price) : refundOf(row)
  const over = { reason: closeReason.expiry, closePrice: gain, settlePrice: price, records, returned }
  const done = await markOptionOver(sql, row.id, { ...over, closeSec: Number(row.expiry_sec), closedMs: at })
  if (done) await postOptionPayout(sql, row, price ? optionPayoutLegs(row, returned) : optionRefundLegs(row), at)
  if (done && !price) await refundFeeVouchers(sql, row, at)
  return done
}

const refundOf = ({ premium, fee }: OptionPositionRow) => q8(add(premium, fee))

/** Sold at the first good record after it was asked for. */
async function sellWaiting(app: AppContext, sql: Sql, row: OptionPositionRow): Promise<OptionPositionRow | undefined> {
  const at = app.clock.now()
  const quote = optionCloseQuote(app, row, at)
  if (!quote || isPastLastOptionClose(row, at)) return undefined
  const bid = optionBidOf(row, quote.mid, await optionSurfacesNow(app, sql), at)
  return closeOptionAtBid(sql, row, { bid, sec: quote.sec, reason: closeReason.user, at })
}
