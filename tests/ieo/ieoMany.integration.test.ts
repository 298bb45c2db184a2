import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#db/database.ts'
import { asDecimal } from '#contract/decimal.ts'
import { wireTimeToInstant } from '#contract/time.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { post } from '#ledger/ledger.ts'
import { isIeoApplicationIncluded, verifyIeoDraw } from '#rules/ieo/ieoDraw.ts'
import { log } from '#server/core/log.ts'
import { runDueIeoJobs } from '#server/ieo/engine.ts'
import { tryMarkIeoCancelled } from '#server/ieo/refund.ts'
import { sha256 } from '#server/ieo/secret.ts'
import { countedDatabase } from '../support/countedDatabase.ts'
import { failingDatabase, ieoFixture } from './ieoFixture.ts'

// Many applications, two servers, a server that dies, and days without any (docs/rules/token-sales.md).

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const end of ends.splice(0)) await end()
})

async function world() {
  const made = await ieoFixture()
  ends.push(made.end)
  return made
}

/** Applications of so many people, each with a verified account's worth of money. */
async function manyApplications(db: Database, count: number, money = 500): Promise<void> {
  await db.query(
    `insert into ieo_order (id, order_no, ieo_id, user_id, num, created_ms)
     select 1000000 + n, 'IEX' || n, 'tidewater', 500000 + n, 1 + (n * 7919) % 5000, 1 from generate_series(1, $1::integer) n`,
    [count],
  )
  await db.query(
    `update ieo set (applied, applicants) = (select sum(num), count(*) from ieo_order where ieo_id = 'tidewater') where id = 'tidewater'`,
  )
  await db.query('insert into wallet (user_id, book) select user_id, 1 from ieo_order where user_id is not null')
  await db.query(
    `select post_entry(1::smallint, 'test', id::text, '', '', null, 1, array[user_id, null], array['USDT', 'USDT'], array['AVAIL', 'CHAIN_IN'],
       array[${money}, -${money}], array[1, null]::smallint[]) from ieo_order where user_id is not null`,
  )
}

/** Of every second order all that was won is paid, of every sixth a half at most; as paying does it. */
async function payMany(db: Database): Promise<number> {
  const rows = await db.query<{ id: string; order_no: string; user_id: string; won: string }>(
    `select id, order_no, user_id, won from ieo_order where ieo_id = 'tidewater' and status = 1 and id % 2 = 0 order by id`,
  )
  for (const { id, order_no: orderNo, user_id: user, won } of rows) {
    const num = Number(id) % 6 === 0 ? Math.ceil(Number(won) / 2) : Number(won)
    const amount = asDecimal(((num * 5) / 100).toFixed(2))
    await db.transaction(async (sql) => {
      const own = { user, currency: 'USDT', type: 23 } as const
      await post(sql, {
        book: 1,
        refType: 'ieo',
        refId: id,
        orderNo,
        at: wireTimeToInstant('2026-11-29 00:00:00'),
        legs: [
          { ...own, bucket: 'AVAIL', amount: asDecimal(`-${amount}`) },
          { ...own, bucket: 'INVEST', amount },
        ],
      })
      await sql.query('update ieo_order set status = 3, paid_num = $2, amount = $3, held = $3, paid_ms = 1 where id = $1', [
        id,
        num,
        amount,
      ])
    })
  }
  return rows.length
}

const states = async (db: Database) =>
  Object.fromEntries(
    (
      await db.query<{ status: number; count: string }>(
        `select status, count(*) from ieo_order where ieo_id = 'tidewater' group by status order by status`,
      )
    ).map(({ status, count }) => [status, Number(count)]),
  )

/** What is wrong with tokens and money of the orders, against what was paid; nothing when each moved once. */
const wrong = async (db: Database) => {
  const rows = await db.query<{ id: string }>(
    `select o.id from ieo_order o left join lateral (
       select coalesce(sum(amount) filter (where currency = 'TIDE'), 0) as tokens,
         coalesce(sum(amount) filter (where currency = 'TIDE' and bucket = 'AVAIL'), 0) as free,
         coalesce(sum(-amount) filter (where currency = 'USDT'), 0) as money
       from leg where user_id = o.user_id and posting_id in (select id from posting where ref_type = 'ieo' and ref_id = o.id::text)
     ) l on true
     where o.ieo_id = 'tidewater' and (
       l.tokens <> case when o.status in (4, 5) then o.paid_num else 0 end or l.free <> o.tokens_free
       or l.money <> case when o.status in (4, 5) then o.amount else 0 end)`,
  )
  return rows.map(({ id }) => id)
}

describe('many applications', () => {
  it('are drawn, delivered, lapsed and unlocked once by two servers at the same time', async () => {
    const { db, app, work, at, proof, clock } = await world()
    await manyApplications(db, 300)
    await Promise.all([at('2026-11-28 13:00:00'), work(), runDueIeoJobs({ ...app })])
    await Promise.all([work(), runDueIeoJobs({ ...app })])
    const published = await proof('tidewater')
    expect(await verifyIeoDraw(sha256, published)).toMatchObject({ isSecret: true, isRoot: true, isSeed: true, isResult: true })
    expect(published.all.reduce((sum, [, , won]) => sum + Number(won), 0)).toBe(200_000)
    for (const at of [0, 1, 17, 255, 256, 299]) {
      const { leafIndex, path } = await proof('tidewater', published.all[at]![0])
      expect(leafIndex).toBe(at)
      expect(await isIeoApplicationIncluded(sha256, published, at, path)).toBe(true)
    }
    const winners = published.all.filter(([, , won]) => won !== '0').length
    expect(await db.query(`select count(*) from inbox_notice where kind = 'ieoWon'`)).toEqual([{ count: String(winners) }])
    const paid = await payMany(db)
    clock.set(wireTimeToInstant('2026-12-01 00:00:00'))
    await Promise.all([work(), runDueIeoJobs({ ...app }), runDueIeoJobs({ ...app })])
    await Promise.all([work(), runDueIeoJobs({ ...app })])
    expect(await states(db)).toMatchObject({ 4: paid, '-2': winners - paid })
    expect(await wrong(db)).toEqual([])
    clock.set(wireTimeToInstant('2027-03-01 00:00:00'))
    for (let n = 0; n < 3; n++) await Promise.all([work(), runDueIeoJobs({ ...app })])
    expect(await states(db)).toMatchObject({ 5: paid, '-2': winners - paid })
    expect(await db.query(`select count(*) from posting where ref_type = 'ieo'`)).toEqual([{ count: String(paid * 6) }])
    expect(await db.query(`select status, is_settled from ieo where id = 'tidewater'`)).toEqual([{ status: 5, is_settled: true }])
    expect(await wrong(db)).toEqual([])
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('lose and double nothing though the server dies again and again', async () => {
    const { db, app, work, at, clock, proof } = await world()
    await manyApplications(db, 60)
    vi.spyOn(log, 'error').mockImplementation(() => {})
    clock.set(wireTimeToInstant('2026-11-28 12:59:00'))
    await work()
    clock.set(wireTimeToInstant('2026-11-28 13:00:00'))
    const die = async (from: number, to: number, step: number) => {
      for (let after = from; after < to; after += step) await runDueIeoJobs({ ...app, db: failingDatabase(db, after) }).catch(() => {})
    }
    await db.query(
      `insert into fair_head (log, day, tree_size, root, ms, sig, kid) values ('market', '2026-11-28', 7, repeat('ab', 32), $1, 's', 'k')`,
      [clock.now()],
    )
    await die(1, 20, 1)
    await work()
    expect(await verifyIeoDraw(sha256, await proof('tidewater'))).toMatchObject({
      isSecret: true,
      isRoot: true,
      isSeed: true,
      isResult: true,
    })
    expect(await db.query(`select count(*) from inbox_notice`)).toEqual([{ count: '60' }])
    const paid = await payMany(db)
    clock.set(wireTimeToInstant('2026-12-31 00:00:00'))
    await die(1, 200, 7)
    await work()
    expect(await states(db)).toMatchObject({ 4: paid, '-2': 60 - paid })
    expect(await wrong(db)).toEqual([])
    expect(await db.query(`select count(*) from posting where ref_type = 'ieo'`)).toEqual([{ count: String(paid * 4) }])
    await db.transaction((sql) => tryMarkIeoCancelled(sql, 'tidewater', 'the issuer withdrew'))
    await die(1, 200, 7)
    await at('2027-03-01 00:00:00')
    expect(await states(db)).toEqual({ '-1': paid, '-2': 60 - paid })
    expect(await wrong(db)).toEqual([])
    expect(await db.query(`select distinct amount from balance where book = 1 and currency = 'USDT' and bucket = 'AVAIL'`)).toEqual([
      { amount: '500.00000000' },
    ])
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('are caught up after days without a server, and everyone has 48 hours to pay from the draw that came', async () => {
    const { person, apply, pay, at, order, project, clock, work, sign } = await world()
    const ann = await person({ real: '1000' })
    const { id } = await apply(ann, '1000')
    // Down from before the draw until after the time to pay would have been over.
    await sign('2026-11-28 20:00:00')
    clock.set(wireTimeToInstant('2026-12-01 15:00:00'))
    await work()
    expect(await project('tidewater')).toMatchObject({ status: 3, payEnd: wireTimeToInstant('2026-12-03 15:00:00') })
    await at('2026-12-03 14:59:59')
    await pay(ann, id)
    // Down again for three days: the tokens come, and the part that was due meanwhile.
    await at('2026-12-06 15:00:00')
    expect(await order(ann, id)).toMatchObject({ status: 4, unlocked: '250' })
    // Down over two parts: each comes by itself.
    await at('2027-02-02 00:00:00')
    expect(await order(ann, id)).toMatchObject({ status: 4, unlocked: '750' })
    await at('2027-03-01 00:00:00')
    expect(await order(ann, id)).toMatchObject({ status: 5, unlocked: '1000' })
  })

  it('are drawn in pieces of 5,000, however many there are', async () => {
    const asked: number[] = []
    for (const count of [2_000, 20_000]) {
      const { app, db, clock, sign, work } = await world()
      await db.query(
        `insert into ieo_order (id, order_no, ieo_id, num, created_ms)
         select 1000000 + n, 'IEX' || n, 'tidewater', 1 + (n * 7919) % 5000, 1 from generate_series(1, $1::integer) n`,
        [count],
      )
      clock.set(wireTimeToInstant('2026-11-28 13:00:00'))
      await sign('2026-11-28 13:00:00')
      const counted = countedDatabase(db)
      await work({ ...app, db: counted.db })
      asked.push(counted.queries())
      expect(await db.query(`select sum(won) from ieo_order where ieo_id = 'tidewater'`)).toEqual([{ sum: '200000.00000000' }])
    }
    expect(asked[1]! - asked[0]!).toBe(3)
  })
})
