import type { Sql } from '#db/database.ts'
import { readNewestRecordedSec } from '#market/record/recordedPrices.ts'
import type { AppContext } from '../core/appContext.ts'
import { forEachBatch } from '../core/batches.ts'
import { log, type LogError } from '../core/log.ts'
import { startRepeatingJob } from '../core/schedule.ts'

/** Whose waiting orders are judged again: one person's, those on some markets, or those that time or our list of markets may have ended. */
export type OrderRecheckScope =
  | { by: 'person'; userId: string }
  | { by: 'markets'; symbols: readonly string[] }
  | { by: 'time'; nowMs: number; listed: readonly string[] }

/** Cancels, in one kind of order, those in this scope that may not be filled any more, each in a transaction of its own, with a notice. */
export type PendingOrderRechecker = (scope: OrderRecheckScope) => Promise<void>

const pollIntervalMs = 1_000
const timeIntervalMs = 60_000
const batch = 200

/**
 * Has a person's waiting orders judged again, in the transaction that changes what they may do. What the record held by then may still fill
 * them. Of two changes the earlier counts.
 */
export async function requestPendingOrderRecheck(app: AppContext, sql: Sql, userId: string): Promise<void> {
  await sql.query(
    `insert into order_recheck (user_id, after_sec, since_ms) values ($1, $2, $3)
     on conflict (user_id) do update set after_sec = least(order_recheck.after_sec, excluded.after_sec), since_ms = excluded.since_ms`,
    [userId, await readNewestRecordedSec(sql, app.market.feed), app.clock.now()],
  )
}

interface Changed {
  user_id: string
  since_ms: string
}

/** Judges again what was asked for and all that waits on halted markets, as soon as every trigger recorded before is acted on. */
export async function recheckRequestedAndHaltedOrders(app: AppContext, kinds: readonly PendingOrderRechecker[]): Promise<void> {
  const heardSec = await heardSecOf(app)
  const read = (behind: Changed = { user_id: '0', since_ms: '0' }) =>
    app.db.query<Changed>(
      `select user_id, since_ms from order_recheck where after_sec <= $1 and (since_ms, user_id) > ($2, $3)
       order by since_ms, user_id limit ${batch}`,
      [heardSec, behind.since_ms, behind.user_id],
    )
  await forEachBatch(batch, read, async (changed) => {
    // A legal record that asked for this is known before it is acted on.
    await app.legal?.refresh()
    for (const { user_id: userId, since_ms } of changed) {
      try {
        await waitForPlacing(app, userId)
        for (const recheck of kinds) await recheck({ by: 'person', userId })
        await app.db.query('delete from order_recheck where user_id = $1 and since_ms = $2', [userId, since_ms])
      } catch (error) {
        log.error(`waiting orders of ${userId} could not be judged again`, error)
      }
    }
  })
  const halted = await app.db.query<{ symbol: string }>('select symbol from market_halt where after_sec <= $1', [heardSec])
  if (halted.length === 0) return
  for (const recheck of kinds) await recheck({ by: 'markets', symbols: halted.map(({ symbol }) => symbol) })
}

/** Judges again what may have ended by itself: the time of a verification, or a market that is listed no more. */
export async function recheckOrdersEndedByTimeOrListing(app: AppContext, kinds: readonly PendingOrderRechecker[]): Promise<void> {
  const listed = app.market.specs.map(({ symbol }) => symbol)
  for (const recheck of kinds) await recheck({ by: 'time', nowMs: app.clock.now(), listed })
}

/** The last second whose triggers are all acted on; without a record of this feed there are none. */
async function heardSecOf({ db, market }: AppContext): Promise<number> {
  const [row] = await db.query<{ heard_sec: string }>('select heard_sec from market_feed where feed = $1', [market.feed])
  return Number(row?.heard_sec ?? 0)
}

/** An order that passed the gate before the change has its wallet locked until it stands: after this it is found. */
const waitForPlacing = (app: AppContext, userId: string): Promise<unknown> =>
  app.db.transaction((sql) =>
    sql.query(
      `select from wallet where user_id in (select $1::bigint union select wallet_id from competition_entry where user_id = $1 and status = 1)
       order by user_id, book for update`,
      [userId],
    ),
  )

/** Judges on any server: each order is cancelled once. Gives back how to stop. */
export function startPendingOrderRechecks(
  app: AppContext,
  kinds: readonly PendingOrderRechecker[],
  report: LogError = log.error,
): () => Promise<void> {
  let timedAt = 0
  const work = async () => {
    await recheckRequestedAndHaltedOrders(app, kinds)
    if (Math.abs(app.clock.now() - timedAt) < timeIntervalMs) return
    timedAt = app.clock.now()
    await recheckOrdersEndedByTimeOrListing(app, kinds)
  }
  return startRepeatingJob('waiting orders judged again', pollIntervalMs, work, { isImmediate: true, report }).stop
}
