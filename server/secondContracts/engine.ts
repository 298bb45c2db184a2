import { type AccountType, lockWallet, post } from '#ledger/ledger.ts'
import type { Sql } from '#db/database.ts'
import { computeSecondContractOutcome } from '#rules/second/secondContract.ts'
import type { AppContext } from '../core/appContext.ts'
import { log } from '../core/log.ts'
import { findSecondContractDecidingPrice, readSecondContractPriceRecords, type SecondContractPriceRecords } from './decide.ts'
import { secondContractSettlementLegs } from './legs.ts'
import type { SecondContractOrderRow } from './order.ts'
import {
  type DueSecondContractOrderCursor,
  lockUnclaimedSecondContractOrders,
  readSecondContractOrdersToSettle,
  storeSecondContractOpenPrices,
  firstDueSecondContractOrderCursor,
  markSecondContractOrderSettled,
  readSecondContractOrdersWithoutOpenPrice,
} from './store.ts'
import { notifyStreamsOfSecondContractOrder, notifyStreamsOfSecondContractPayouts } from './notify.ts'
import { transactionWithEffects } from '../core/transactions.ts'
import { startRepeatingJob } from '../core/schedule.ts'

const atOnce = 500
/** People are served side by side, this many at a time; one person's orders in one transaction. */
const lanes = 6
const pollIntervalMs = 1_000

/**
 * Fixes opening prices and settles what is due: at every record, and each second in case none comes. Prices never wait for it.
 * All that is to be done stands in the table, so a server that dies loses nothing and two servers do nothing twice.
 */
export function startSecondContractJobs(app: AppContext): () => Promise<void> {
  const job = startRepeatingJob('timed contracts', pollIntervalMs, () => runDueSecondContractJobs(app))
  const unsubscribe = app.market.onRecord(job.poke)
  return async () => {
    unsubscribe()
    await job.stop()
  }
}

/** Everything that is due now. */
export async function runDueSecondContractJobs(app: AppContext): Promise<void> {
  const nowSec = Math.floor(app.clock.now() / 1000)
  // Settling reads the record itself, so it does not depend on this.
  await eachBatch(
    (behind) => readSecondContractOrdersWithoutOpenPrice(app.db, nowSec, behind, atOnce),
    (row) => row.open_sec,
    (rows) => fixWhatOpened(app, rows),
  ).catch((error: unknown) => log.error('opening prices of second contracts could not be fixed', error))
  await eachBatch(
    (behind) => readSecondContractOrdersToSettle(app.db, nowSec, behind, atOnce),
    (row) => row.close_sec,
    (rows) => settleDue(app, rows),
  )
}

async function eachBatch(
  ask: (behind: DueSecondContractOrderCursor) => Promise<SecondContractOrderRow[]>,
  secOf: (row: SecondContractOrderRow) => string,
  work: (rows: SecondContractOrderRow[]) => Promise<void>,
): Promise<void> {
  for (let behind: DueSecondContractOrderCursor | undefined = firstDueSecondContractOrderCursor; behind; ) {
    const rows = await ask(behind)
    if (rows.length > 0) await work(rows)
    const last: SecondContractOrderRow | undefined = rows.length === atOnce ? rows.at(-1) : undefined
    behind = last && { sec: secOf(last), id: last.id }
  }
}

async function fixWhatOpened(app: AppContext, rows: readonly SecondContractOrderRow[]): Promise<void> {
  const records = await readSecondContractPriceRecords(app.db, rows)
  const opens = rows.flatMap((row) => {
    const open = findSecondContractDecidingPrice(records, row, Number(row.open_sec), app.clock.now())
    return open === 'later' || open === 'none' ? [] : [{ id: row.id, open }]
  })
  if (opens.length === 0) return
  for (const row of await storeSecondContractOpenPrices(app.db, opens)) notifyStreamsOfSecondContractOrder(app, row, (effect) => effect())
}

async function settleDue(app: AppContext, rows: readonly SecondContractOrderRow[]): Promise<void> {
  const records = await readSecondContractPriceRecords(app.db, rows)
  const people = [...Map.groupBy(rows, (row) => `${row.user_id} ${row.account_type}`).values()]
  const serve = async () => {
    for (let theirs = people.shift(); theirs; theirs = people.shift()) await settlePerson(app, theirs, records)
  }
  await Promise.all(Array.from({ length: Math.min(lanes, people.length) }, serve))
}

/** One transaction. A failure is logged and leaves the orders as they were: the next look finds them again. */
async function settlePerson(app: AppContext, due: readonly SecondContractOrderRow[], records: SecondContractPriceRecords): Promise<void> {
  const ready = due.filter((row) => outcomeOf(row, records, app.clock.now()) !== undefined)
  const [first] = ready
  if (!first) return
  try {
    await transactionWithEffects(app.db, async (sql, afterCommit) => {
      // Wallet first, then the rows: the order that everybody keeps, so that nobody waits in a circle.
      await lockWallet(sql, first.user_id, first.account_type as AccountType)
      const settled: SecondContractOrderRow[] = []
      for (const row of await lockUnclaimedSecondContractOrders(
        sql,
        ready.map(({ id }) => id),
      )) {
        const done = await settleOne(sql, row, records, app)
        if (done) settled.push(done)
      }
      await notifyStreamsOfSecondContractPayouts(app, sql, settled, afterCommit)
    })
  } catch (error) {
    log.error(`second contracts of ${first.user_id} could not be settled`, error)
    return
  }
}

async function settleOne(
  sql: Sql,
  row: SecondContractOrderRow,
  records: SecondContractPriceRecords,
  app: AppContext,
): Promise<SecondContractOrderRow | undefined> {
  const at = app.clock.now()
  const outcome = outcomeOf(row, records, at)
  const settled = outcome && (await markSecondContractOrderSettled(sql, row.id, { ...outcome, settledMs: at }))
  if (!settled) return undefined
  const { result, payout } = outcome
  const legs = secondContractSettlementLegs(row, result, payout)
  if (legs.length > 0)
    await post(sql, { book: row.account_type as AccountType, refType: 'second', refId: row.id, orderNo: row.order_no, at, legs })
  return settled
}

/** What the two records say of this order; undefined while one of them may still come. */
function outcomeOf(row: SecondContractOrderRow, records: SecondContractPriceRecords, nowMs: number) {
  const [openSec, closeSec] = [Number(row.open_sec), Number(row.close_sec)]
  if (nowMs < closeSec * 1000) return undefined
  const open =
    row.open_price === null
      ? findSecondContractDecidingPrice(records, row, openSec, nowMs)
      : { sec: Number(row.open_record_sec), price: row.open_price }
  const close = findSecondContractDecidingPrice(records, row, closeSec, nowMs)
  if (open === 'later' || close === 'later') return undefined
  const [from, to] = [open === 'none' ? undefined : open, close === 'none' ? undefined : close]
  return { ...computeSecondContractOutcome(row, from, to), open: from, close: to }
}
