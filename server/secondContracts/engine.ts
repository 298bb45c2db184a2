import { type Book, lockWallet, post } from '#ledger/ledger.ts'
import type { Sql } from '#db/database.ts'
import { settle } from '#rules/secondContract.ts'
import type { House } from '../house.ts'
import { decided, readRecords, type Records } from './decide.ts'
import { settlingLegs } from './legs.ts'
import type { SecondRow } from './order.ts'
import { type Behind, claimOrders, dueOrders, fixOpens, fromTheStart, markSettled, unfixedOrders } from './store.ts'
import { tellOrder, tellPaid } from './tell.ts'

const atOnce = 500
/** People are served side by side, this many at a time; one person's orders in one transaction. */
const lanes = 6
const lookEveryMs = 1_000

/**
 * Fixes opening prices and settles what is due: at every record, and each second in case none comes. Prices never wait for it.
 * All that is to be done stands in the table, so a server that dies loses nothing and two servers do nothing twice.
 */
export function startSecondContracts(house: House): () => Promise<void> {
  let isStopped = false
  let isAskedAgain = false
  let running: Promise<void> | undefined
  const work = async (): Promise<void> => {
    do {
      isAskedAgain = false
      await workDue(house).catch((error: unknown) => console.error('second contracts could not be settled', error))
    } while (isAskedAgain && !isStopped)
    running = undefined
  }
  const poke = (): void => {
    isAskedAgain = true
    if (!isStopped) running ??= work()
  }
  const deafen = house.market.onRecord(poke)
  const timer = setInterval(poke, lookEveryMs)
  return async () => {
    isStopped = true
    deafen()
    clearInterval(timer)
    await running
  }
}

/** Everything that is due now. */
export async function workDue(house: House): Promise<void> {
  const nowSec = Math.floor(house.clock.now() / 1000)
  // Settling reads the record itself, so it does not depend on this.
  await eachBatch(
    (behind) => unfixedOrders(house.db, nowSec, behind, atOnce),
    (row) => row.open_sec,
    (rows) => fixWhatOpened(house, rows),
  ).catch((error: unknown) => console.error('opening prices of second contracts could not be fixed', error))
  await eachBatch(
    (behind) => dueOrders(house.db, nowSec, behind, atOnce),
    (row) => row.close_sec,
    (rows) => settleDue(house, rows),
  )
}

async function eachBatch(
  ask: (behind: Behind) => Promise<SecondRow[]>,
  secOf: (row: SecondRow) => string,
  work: (rows: SecondRow[]) => Promise<void>,
): Promise<void> {
  for (let behind: Behind | undefined = fromTheStart; behind; ) {
    const rows = await ask(behind)
    if (rows.length > 0) await work(rows)
    const last: SecondRow | undefined = rows.length === atOnce ? rows.at(-1) : undefined
    behind = last && { sec: secOf(last), id: last.id }
  }
}

async function fixWhatOpened(house: House, rows: readonly SecondRow[]): Promise<void> {
  const records = await readRecords(house.db, rows)
  const opens = rows.flatMap((row) => {
    const open = decided(records, row, Number(row.open_sec), house.clock.now())
    return open === 'later' || open === 'none' ? [] : [{ id: row.id, open }]
  })
  if (opens.length === 0) return
  for (const row of await fixOpens(house.db, opens)) tellOrder(house, row, (effect) => effect())
}

async function settleDue(house: House, rows: readonly SecondRow[]): Promise<void> {
  const records = await readRecords(house.db, rows)
  const people = [...Map.groupBy(rows, (row) => `${row.user_id} ${row.account_type}`).values()]
  const serve = async () => {
    for (let theirs = people.shift(); theirs; theirs = people.shift()) await settlePerson(house, theirs, records)
  }
  await Promise.all(Array.from({ length: Math.min(lanes, people.length) }, serve))
}

/** One transaction. A failure is logged and leaves the orders as they were: the next look finds them again. */
async function settlePerson(house: House, due: readonly SecondRow[], records: Records): Promise<void> {
  const ready = due.filter((row) => outcomeOf(row, records, house.clock.now()) !== undefined)
  const [first] = ready
  if (!first) return
  const effects: (() => void)[] = []
  try {
    await house.db.transaction(async (sql) => {
      effects.length = 0
      // Wallet first, then the rows: the order that everybody keeps, so that nobody waits in a circle.
      await lockWallet(sql, first.user_id, first.account_type as Book)
      const settled: SecondRow[] = []
      for (const row of await claimOrders(
        sql,
        ready.map(({ id }) => id),
      )) {
        const done = await settleOne(sql, row, records, house)
        if (done) settled.push(done)
      }
      await tellPaid(house, sql, settled, (effect) => effects.push(effect))
    })
  } catch (error) {
    console.error(`second contracts of ${first.user_id} could not be settled`, error)
    return
  }
  for (const effect of effects) effect()
}

async function settleOne(sql: Sql, row: SecondRow, records: Records, house: House): Promise<SecondRow | undefined> {
  const at = house.clock.now()
  const outcome = outcomeOf(row, records, at)
  const settled = outcome && (await markSettled(sql, row.id, { ...outcome, settledMs: at }))
  if (!settled) return undefined
  const { result, payout } = outcome
  const legs = settlingLegs(row, result, payout)
  if (legs.length > 0)
    await post(sql, { book: row.account_type as Book, refType: 'second', refId: row.id, orderNo: row.order_no, at, legs })
  return settled
}

/** What the two records say of this order; undefined while one of them may still come. */
function outcomeOf(row: SecondRow, records: Records, nowMs: number) {
  const [openSec, closeSec] = [Number(row.open_sec), Number(row.close_sec)]
  if (nowMs < closeSec * 1000) return undefined
  const open = row.open_price === null ? decided(records, row, openSec, nowMs) : { sec: Number(row.open_record_sec), price: row.open_price }
  const close = decided(records, row, closeSec, nowMs)
  if (open === 'later' || close === 'later') return undefined
  const [from, to] = [open === 'none' ? undefined : open, close === 'none' ? undefined : close]
  return { ...settle(row, from, to), open: from, close: to }
}
