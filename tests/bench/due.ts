import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { asDecimal } from '#contract/decimal.ts'
import { asInstant } from '#contract/time.ts'
import { createDatabasePool, type Database } from '#db/database.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { grantDemoBalance, lockWallet, post } from '#ledger/ledger.ts'
import { newRowId, newOrderNo } from '#server/core/ids.ts'
import { secondContractBuyingLegs } from '#server/secondContracts/legs.ts'
import { insertSecondContractOrder } from '#server/secondContracts/store.ts'
import { testTarget } from '../support/testDatabase.ts'
import { sized } from './support/size.ts'
import { quantile, type Row } from './support/table.ts'

const count = sized(1_000, 40)
const people = sized(200, 10)
const dueSeconds = sized(10, 4)
const killedAfterMs = sized(4_000, 1_500)
const lasts = 60
const script = new URL('../trading/serverProcess.ts', import.meta.url).pathname

/** A thousand second contracts due in the same ten seconds, on two servers of one database; the one that records the prices is killed after four. */
export async function due(): Promise<Row[]> {
  const { place, remove } = await testTarget()
  const db = createDatabasePool(place)
  const dataDir = mkdtempSync(join(tmpdir(), 'fairlead-bench-'))
  const url = `postgresql://${place.user}@${encodeURIComponent(place.socketDir)}:${place.port}/${place.database}`
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: url, PORT: '0' }
  const servers: ChildProcess[] = []
  try {
    for (let n = 0; n < 2; n++) {
      const server = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'ignore'] })
      servers.push(server)
      await once(server.stdout, 'data')
    }
    await wait(dueSeconds * 1_000 + 3_000)
    // Bought as it were in the seconds that are recorded already.
    const firstOpenSec = Math.floor(Date.now() / 1000) - dueSeconds - 1
    await buyAll(db, firstOpenSec)
    const dueFrom = (firstOpenSec + lasts) * 1000
    await wait(Math.max(0, dueFrom + killedAfterMs - Date.now()))
    servers[0]!.kill('SIGKILL')
    const killedMs = Date.now()
    const tookMs = await nextRecord(db)
    const rows = await settledOf(db)
    const gap = await gapOf(db)
    const isBetween = (sec: string) => Number(sec) * 1000 > killedMs - 1_000 && Number(sec) * 1000 < killedMs + tookMs
    const late = rows.map(({ late_ms }) => Number(late_ms))
    const calm = rows.filter(({ close_sec }) => !isBetween(close_sec)).map(({ late_ms }) => Number(late_ms))
    const between = rows.filter(({ close_sec }) => isBetween(close_sec)).map(({ late_ms }) => Number(late_ms))
    const faults = await findAllLedgerViolations(db)
    if (faults.length > 0) throw new Error(`the ledger is not whole: ${JSON.stringify(faults)}`)
    const [twice] = await db.query<{ n: string }>(
      "select count(*) as n from (select from posting where ref_type = 'second' group by ref_id having count(*) <> 2) as odd",
    )
    return [
      {
        name: `Second contracts due in ${dueSeconds} s, one of two servers killed`,
        figure: rows.length,
        unit: 'settled',
        beside: { what: 'bought', figure: count },
      },
      { name: 'Settled early', figure: late.filter((ms) => ms < 0).length, unit: '', canBeZero: true },
      { name: 'Settled twice, or never', figure: Number(twice!.n), unit: '', canBeZero: true },
      { name: 'Lateness before and after the hand-over, median', figure: quantile(calm, 0.5), unit: 'ms' },
      { name: 'The same, p99', figure: quantile(calm, 0.99), unit: 'ms', beside: { what: 'a second', figure: 1_000 } },
      {
        name: 'Hand-over: from the kill to the next record',
        figure: tookMs,
        unit: 'ms',
        beside: { what: 'seconds nobody recorded', figure: gap.length * 1_000 },
      },
      {
        name: `Lateness in the hand-over (${between.length}), p99`,
        figure: quantile(between, 0.99),
        unit: 'ms',
        beside: { what: 'the hand-over', figure: tookMs },
      },
    ]
  } finally {
    for (const server of servers) server.kill('SIGKILL')
    await db.close()
    await remove()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function buyAll(db: Database, firstOpenSec: number): Promise<void> {
  const at = asInstant(Date.now())
  for (let n = 0; n < people; n++) await db.transaction((sql) => grantDemoBalance(sql, String(5_000 + n), at))
  const buy = (n: number) =>
    db.transaction(async (sql) => {
      const user = String(5_000 + (n % people))
      const openSec = firstOpenSec + (n % dueSeconds)
      const accepted = openSec * 1000 - 1 - (n % 900)
      await lockWallet(sql, user, 2)
      const row = await insertSecondContractOrder(sql, {
        id: newRowId(accepted),
        order_no: newOrderNo('SC', accepted),
        user_id: user,
        account_type: 2,
        symbol: 'BTCUSDT',
        set_id: `BTCUSDT-${lasts}`,
        seconds: lasts,
        type: 1 + (n % 2),
        money: asDecimal('20.00000000'),
        odds: asDecimal('0.80'),
        feed: 'sim',
        accepted_ms: accepted,
        open_sec: openSec,
        close_sec: openSec + lasts,
      })
      await post(sql, { book: 2, refType: 'second', refId: row.id, orderNo: row.order_no, at, legs: secondContractBuyingLegs(row) })
    })
  let next = 0
  const lane = async () => {
    while (next < count) await buy(next++)
  }
  await Promise.all(Array.from({ length: 8 }, lane))
}

async function settledOf(db: Database): Promise<{ late_ms: string; close_sec: string }[]> {
  for (const end = Date.now() + 90_000; Date.now() < end; await wait(500)) {
    const [open] = await db.query<{ n: string }>('select count(*) as n from second_order where status = 1')
    if (open!.n === '0') break
  }
  return db.query('select settled_ms - close_sec * 1000 as late_ms, close_sec from second_order where status = 3')
}

async function gapOf(db: Database): Promise<number[]> {
  const rows = await db.query<{ sec: string }>(
    `select sec from generate_series((select min(sec) from price_record), (select max(sec) from price_record)) as sec
     where not exists (select from price_record as record where record.feed = 'sim' and record.sec = sec.sec)`,
  )
  return rows.map(({ sec }) => Number(sec))
}

/** How long it takes until a successor records, in ms. */
async function nextRecord(db: Database): Promise<number> {
  const from = performance.now()
  const newest = async () =>
    (await db.query<{ fence: string }>("select fence from price_record where feed = 'sim' order by sec desc limit 1"))[0]?.fence
  for (const before = await newest(); (await newest()) === before; await wait(20)) {
    if (performance.now() - from > 30_000) throw new Error('nobody took over')
  }
  return performance.now() - from
}
