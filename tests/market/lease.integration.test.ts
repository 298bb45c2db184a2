import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createDatabasePool, type Database } from '#db/database.ts'
import { serverDatabaseConnectionName, createRecorderLease, type RecorderLease } from '#market/record/lease.ts'
import { testTarget } from '../support/testDatabase.ts'

let place: Awaited<ReturnType<typeof testTarget>>
let db: Database
const open: RecorderLease[] = []
const pools: Database[] = []
beforeAll(async () => {
  place = await testTarget()
  db = createDatabasePool(place.place)
})
afterEach(async () => {
  for (const lease of open.splice(0)) await lease.stop()
  for (const pool of pools.splice(0)) await pool.close()
})
afterAll(async () => {
  await db.close()
  await place.remove()
})

async function holder(name: string, over: { db?: Database } = {}) {
  const pool = createDatabasePool(place.place, { poolSize: 1, name: serverDatabaseConnectionName(name) })
  pools.push(pool)
  const changes: (number | undefined)[] = []
  const lease = createRecorderLease({ db: over.db ?? pool, holder: name, report: () => {} })
  lease.onChange((fence) => void changes.push(fence))
  open.push(lease)
  await lease.start('sim')
  return { lease, changes, pool }
}

const record = (fence: number, sec: number, feed = 'sim') =>
  db.query("insert into price_record (feed, sec, prices, fence) values ($1, $2, '\\x01', $3) on conflict do nothing returning sec", [
    feed,
    sec,
    fence,
  ])

const soon = async (is: () => boolean): Promise<void> => {
  await expect.poll(is, { interval: 50 }).toBe(true)
}

it('one holds it; when it gives it up another has it at once, under a new number', async () => {
  const [a, b] = [await holder('a'), await holder('b')]
  const first = a.lease.fence()
  expect(first).toBeGreaterThan(0)
  expect(b.lease.fence()).toBeUndefined()
  await new Promise((done) => setTimeout(done, 4_000))
  expect([a.lease.fence(), b.lease.fence()]).toEqual([first, undefined])
  await a.lease.stop()
  await soon(() => b.lease.fence() === first! + 1)
  expect(a.changes).toEqual([first])
})

it('one that does not renew is followed within seconds, its connections are ended, and the database takes no record of it any more', async () => {
  let isStuck = false
  let wakeUp = () => {}
  const awake = new Promise<never>((_, reject) => (wakeUp = () => reject(new Error('woken'))))
  awake.catch(() => {})
  const pool = createDatabasePool(place.place, { poolSize: 2, name: serverDatabaseConnectionName('stuck') })
  pools.push(pool)
  const stuck: Database = { ...pool, query: (text, values) => (isStuck ? awake : pool.query(text, values)) }
  const a = await holder('stuck', { db: stuck })
  const before = a.lease.fence()!
  await db.query('create table if not exists price_record_test partition of price_record default')
  expect(await record(before, 1_000)).toHaveLength(1)
  // In the middle of a transaction, with a lock that the next one needs.
  let isUndone: unknown
  let end!: () => void
  const stillOpen = new Promise<void>((done) => (end = done))
  const asleep = pool
    .transaction(async (sql) => {
      await sql.query('insert into wallet (user_id, book) values (77, 2)')
      await stillOpen
      await sql.query('select 1')
    })
    .catch((error: unknown) => (isUndone = error))
  isStuck = true
  const b = await holder('next')
  expect(b.lease.fence()).toBeUndefined()
  await soon(() => b.lease.fence() !== undefined)
  end()
  const after = b.lease.fence()!
  expect(after).toBe(before + 1)
  expect(a.lease.fence()).toBeUndefined()
  await expect(record(before, 1_001)).rejects.toMatchObject({ code: 'FL004' })
  expect(await record(after, 1_002)).toHaveLength(1)
  await asleep
  expect(isUndone).toBeInstanceOf(Error)
  expect(await db.query('select 1 from wallet where user_id = 77')).toEqual([])
  wakeUp()
})

it('the record has one order: nothing is written before what stands there, and twice is once', async () => {
  const { lease } = await holder('c')
  const fence = lease.fence()!
  expect(await record(fence, 2_000)).toHaveLength(1)
  expect(await record(fence, 2_000)).toEqual([])
  await expect(record(fence, 1_999)).rejects.toMatchObject({ code: 'FL003' })
  expect(await record(fence, 1_999, 'live')).toHaveLength(1)
})

it('a database clock that is set an hour forward or back keeps nobody from it, and leaves one holder', async () => {
  const a = await holder('d')
  const first = a.lease.fence()!
  // What the row says after a jump: it ran out an hour ago, or it runs an hour from now.
  for (const jump of ['- interval', '+ interval']) {
    await db.query(`update market_lease set until = clock_timestamp() ${jump} '1 hour'`)
    const b = await holder(`e${jump}`)
    await new Promise((done) => setTimeout(done, 1_200))
    const holding = [a.lease, b.lease, ...open].filter((file, at, all) => all.indexOf(file) === at && file.fence() !== undefined)
    expect(holding).toHaveLength(1)
    const [row] = await db.query<{ fence: string; near: boolean }>(
      "select fence, until between clock_timestamp() and clock_timestamp() + interval '4 s' as near from market_lease",
    )
    expect(row).toEqual({ fence: String(holding[0]!.fence()), near: true })
  }
  expect(first).toBeGreaterThan(0)
})
