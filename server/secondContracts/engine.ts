import { type AccountType, lockWallet, post } from '#ledger/ledger.ts'
import type { Sql } from '#db/database.ts'
import { computeSecondContractOutcome } from '#rules/second/secondContract.ts'
import type { AppContext } from '../core/appContext.ts'
import { log } from '../core/log.ts'
import { findSecondDecidingPrice, readSecondPriceRecords, type SecondPriceRecords } from './decide.ts'
import { secondSettlementLegs } from './legs.ts'
import type { SecondOrderRow } from './order.ts'
import {
  type DueSecondOrderCursor,
  lockUnclaimedSecondOrders,
  dueSecondOrders,
  storeSecondOpenPrices,
  firstDueSecondOrderCursor,
  markSecondOrderSettled,
  secondOrdersWithoutOpenPrice,
} from './store.ts'
import { notifySecondOrder, notifySecondPayouts } from './notify.ts'
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
    (behind) => secondOrdersWithoutOpenPrice(app.db, nowSec, behind, atOnce),
    (row) => row.open_sec,
    (rows) => fixWhatOpened(app, rows),
  ).catch((error: unknown) => log.error('opening prices of second contracts could not be fixed', error))
  await eachBatch(
    (behind) => dueSecondOrders(app.db, nowSec, behind, atOnce),
    (row) => row.close_sec,
    (rows) => settleDue(app, rows),
  )
}

async function eachBatch(
  ask: (behind: DueSecondOrderCursor) => Promise<SecondOrderRow[]>,
  secOf: (row: SecondOrderRow) => string,
  work: (rows: SecondOrderRow[]) => Promise<void>,
): Promise<void> {
  for (let behind: DueSecondOrderCursor | undefined = firstDueSecondOrderCursor; behind; ) {
    const rows = await ask(behind)
    if (rows.length > 0) await work(rows)
    const last: SecondOrderRow | undefined = rows.length === atOnce ? rows.at(-1) : undefined
    behind = last && { sec: secOf(last), id: last.id }
  }
}

async function fixWhatOpened(app: AppContext, rows: readonly SecondOrderRow[]): Promise<void> {
  const records = await readSecondPriceRecords(app.db, rows)
  const opens = rows.flatMap((row) => {
    const open = findSecondDecidingPrice(records, row, Number(row.open_sec), app.clock.now())
    return open === 'later' || open === 'none' ? [] : [{ id: row.id, open }]
  })
  if (opens.length === 0) return
  for (const row of await storeSecondOpenPrices(app.db, opens)) notifySecondOrder(app, row, (effect) => effect())
}

async function settleDue(app: AppContext, rows: readonly SecondOrderRow[]): Promise<void> {
  const records = await readSecondPriceRecords(app.db, rows)
  const people = [...Map.groupBy(rows, (row) => `${row.user_id} ${row.account_type}`).values()]
  const serve = async () => {
    for (let theirs = people.shift(); theirs; theirs = people.shift()) await settlePerson(app, theirs, records)
  }
  await Promise.all(Array.from({ length: Math.min(lanes, people.length) }, serve))
}

/** One transaction. A failure is logged and leaves the orders as they were: the next look finds them again. */
async function settlePerson(app: AppContext, due: readonly SecondOrderRow[], records: SecondPriceRecords): Promise<void> {
  const ready = due.filter((row) => outcomeOf(row, records, app.clock.now()) !== undefined)
  const [first] = ready
  if (!first) return
  try {
    await transactionWithEffects(app.db, async (sql, afterCommit) => {
      // Wallet first, then the rows: the order that everybody keeps, so that nobody waits in a circle.
      await lockWallet(sql, first.user_id, first.account_type as AccountType)
      const settled: SecondOrderRow[] = []
      for (const row of await lockUnclaimedSecondOrders(
        sql,
        ready.map(({ id }) => id),
      )) {
        const done = await settleOne(sql, row, records, app)
        if (done) settled.push(done)
      }
      await notifySecondPayouts(app, sql, settled, afterCommit)
    })
  } catch (error) {
    log.error(`second contracts of ${first.user_id} could not be settled`, error)
    return
  }
}

async function settleOne(sql: Sql, row: SecondOrderRow, records: SecondPriceRecords, app: AppContext): Promise<SecondOrderRow | undefined> {
  const at = app.clock.now()
  const outcome = outcomeOf(row, records, at)
  const settled = outcome && (await markSecondOrderSettled(sql, row.id, { ...outcome, settledMs: at }))
  if (!settled) return undefined
  const { result, payout } = outcome
  const legs = secondSettlementLegs(row, result, payout)
  if (legs.length > 0)
    await post(sql, { book: row.account_type as AccountType, refType: 'second', refId: row.id, orderNo: row.order_no, at, legs })
  return settled
}

/** What the two records say of this order; undefined while one of them may still come. */
function outcomeOf(row: SecondOrderRow, records: SecondPriceRecords, nowMs: number) {
  const [openSec, closeSec] = [Number(row.open_sec), Number(row.close_sec)]
  if (nowMs < closeSec * 1000) return undefined
  const open =
    row.open_price === null
      ? findSecondDecidingPrice(records, row, openSec, nowMs)
      : { sec: Number(row.open_record_sec), price: row.open_price }
  const close = findSecondDecidingPrice(records, row, closeSec, nowMs)
  if (open === 'later' || close === 'later') return undefined
  const [from, to] = [open === 'none' ? undefined : open, close === 'none' ? undefined : close]
  return { ...computeSecondContractOutcome(row, from, to), open: from, close: to }
}
