import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SignedInUser } from '#server/core/visitor.ts'
import { asDecimal } from '#contract/decimal.ts'
import type { Database } from '#db/database.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { testDatabase } from '../support/testDatabase.ts'
import { competitionFixture, start } from './competitionFixture.ts'
import { startMs } from '../trading/tradingFixture.ts'

// A database from before each entry was a book of its own: one wallet a person, one competition at a time.

const d = asDecimal
const folder = new URL('../../server/db/migrations/', import.meta.url)
const entryOf = { first: '7000000000000000001', second: '7000000000000000002' }
const ann: SignedInUser = {
  userId: '4711',
  sessionId: '1',
  isGuest: false,
  kycLevel: 0,
  country: 'NZ',
  lang: 'en-us',
  createdAtMs: startMs - 60 * 86_400_000,
}

let w: Awaited<ReturnType<typeof competitionFixture>>
let db: Database
beforeAll(async () => {
  db = await testDatabase()
  await before()
  await migrateDatabase(db)
  w = await competitionFixture({ db })
  await w.next(start)
})
afterAll(async () => {
  await w?.end()
  await db?.close()
})

/** As it was: the files up to 0079, a competition that was left, and one that runs with a position open, all in the wallet of the person. */
async function before(): Promise<void> {
  await db.query('drop schema public cascade; create schema public')
  await db.query(`create table migration (name text primary key, checksum text not null, applied_at timestamptz not null default now());
    create table migration_lock (only_row boolean primary key default true check (only_row)); insert into migration_lock default values`)
  for (const name of (await readdir(folder)).filter((each) => each < '0080').toSorted()) {
    const text = await readFile(new URL(name, folder), 'utf8')
    await db.query(text)
    await db.query('insert into migration (name, checksum) values ($1, $2)', [name, createHash('sha256').update(text).digest('hex')])
  }
  // The feed that it recorded, on which what is open stays.
  await db.query(`update market_lease set feed = 'hand'`)
  await db.query(`insert into account (id, uid, email, nickname, country, lang, is_guest, invite_code, created_ms)
    values (${ann.userId}, '30004711', 'ann@example.com', 'Ann', 'NZ', 'en-us', false, '30004711', 1)`)
  for (const [id, from, to] of [
    ['first', -1000, 1000],
    ['second', -1000, 1000],
  ] as const)
    await db.query(
      `insert into competition (id, series, round, name, fund, start_ms, end_ms, join_until_ms, prizes, symbols, max_lever, min_trades)
       values ('${id}', '${id}', 1, '${id}', 100000, ${startMs + from * 1000}, ${startMs + to * 1000}, ${startMs}, '{}', '{BTCUSDT,ETHUSDT}', 10, 0)`,
    )
  const post = (
    refType: string,
    refId: string,
    atSec: number,
    legs: readonly (readonly [bucket: string, amount: string, type: number])[],
    house: string,
    rest: string,
  ) =>
    db.query('select post_entry(3::smallint, $1, $2, $3, $4, null, $5, $6, $7, $8, $9, $10)', [
      refType,
      refId,
      '',
      '',
      startMs + atSec * 1000,
      [...legs.map(() => ann.userId), null],
      [...legs.map(() => 'USDT'), 'USDT'],
      [...legs.map(([bucket]) => bucket), house],
      [...legs.map(([, amount]) => amount), rest],
      [...legs.map(([, , type]) => type), null],
    ])
  const join = async (id: keyof typeof entryOf, atSec: number) => {
    await db.query(
      `insert into competition_entry (id, competition_id, user_id, fund, joined_ms, day, day_equity, peak)
       values ($1, $2, $3, 100000, $4, '2026-11-20', 100000, 100000)`,
      [entryOf[id], id, ann.userId, startMs + atSec * 1000],
    )
    await post('competition', entryOf[id], atSec, [['AVAIL', '100000', 41]], 'ISSUE', '-100000')
  }
  const open = async (positionId: number, atSec: number) => {
    await db.query(
      `insert into position (id, order_no, user_id, account_type, symbol, direction, lever, quantity, contract_size, fee_rate, open_price, margin,
         open_fee, trigger_price, conversion_rate, open_sec, created_ms, armed_sec)
       values ($1::bigint, 'PC' || $1::bigint, $2, 3, 'BTCUSDT', 1, 5, 0.1, 1, 0.0005, 60006, 1200.12, 3.0003, 57005.70, 1, $3::bigint, $3::bigint * 1000, $3::bigint)`,
      [positionId, ann.userId, startMs / 1000 + atSec],
    )
    await post(
      'position',
      String(positionId),
      atSec,
      [
        ['AVAIL', '-1203.1203', 6],
        ['MARGIN', '1200.12', 6],
      ],
      'FEE',
      '3.0003',
    )
  }
  await join('first', -900)
  // Nearer to the beginning of the next one than to that of its own.
  await open(1, -720)
  await db.query(`update position set status = 3, close_reason = 8, close_price = 60000, profit = 0, close_fee = 0, returned = 1200.12, covered = 0,
    close_sec = ${startMs / 1000 - 700}, closed_ms = ${startMs - 700_000} where id = 1`)
  await post(
    'position',
    '1',
    -700,
    [
      ['MARGIN', '-1200.12', 7],
      ['AVAIL', '1200.12', 7],
      ['AVAIL', '-1', 8],
    ],
    'CLEARING',
    '1',
  )
  await post('competition', entryOf.first, -700, [['AVAIL', '-99995.9997', 41]], 'ISSUE', '99995.9997')
  await db.query(
    `update competition_entry set status = -3, left_ms = ${startMs - 700_000}, equity = 99995.9997, closed_trades = 0 where id = ${entryOf.first}`,
  )
  await join('second', -600)
  await open(2, -500)
}

const balanceIn = async (compId: string) =>
  (await w.world.ask(ann, async (context) => w.world.rooms.wallet.balances({ accountType: 3, compId }, context)))[0]
const recordsIn = (compId: string) =>
  w.world.ask(ann, async (context) => w.world.rooms.wallet.balanceRecords({ pageNo: 1, pageSize: 50, accountType: 3, compId }, context))

it('goes on with what it has: each position finds its entry, and the entry its money', async () => {
  expect(await findAllLedgerViolations(db)).toEqual([])
  expect(await db.query('select id, entry_id from position order by id')).toEqual([
    { id: '1', entry_id: entryOf.first },
    { id: '2', entry_id: entryOf.second },
  ])
  expect(await db.query('select distinct wallet_id from competition_entry')).toEqual([{ wallet_id: ann.userId }])
  expect(await balanceIn('second')).toMatchObject({ compId: 'second', available: '98796.87970000', margin: '1200.12000000' })
  // What lies there now is not of the one that is over.
  expect(await balanceIn('first')).toMatchObject({ compId: 'first', balance: '0.00000000' })
  expect((await recordsIn('first')).records.map(({ type }) => type)).toEqual([41, 8, 7, 7, 6, 6, 41])
  expect((await recordsIn('second')).records.map(({ type }) => type)).toEqual([6, 6, 41])
  expect((await w.shown(ann, 'second')).mine).toMatchObject({ equity: '99996.39970000', rank: 1 })
})

it('and a new one beside it has a wallet of its own', async () => {
  const third = await w.competition('third', { to: 1000 })
  await w.join(ann, third)
  await w.next(start)
  const { id } = await w.open(ann, { compId: third })
  await w.close(ann, '2')
  // Bought at 60,006 and sold at 59,994, with fees of 3.0003 and 2.9997.
  expect([await w.held(ann, 3, third), (await balanceIn('second'))?.balance]).toEqual(['99996.99970000', '99992.80000000'])
  await w.open(ann, { compId: 'second', quantity: d('0.01') })
  await w.leave(ann, 'second')
  expect((await balanceIn('second'))?.balance).toBe('0.00000000')
  await w.close(ann, id)
  expect((await w.shown(ann, third)).mine).toMatchObject({ equity: '99992.80000000', closedTrades: 1 })
  expect(
    await db.query(
      `select distinct user_id::text from leg where book = 3 and posting_id in (select id from posting where ref_id = $1)
    and user_id is not null`,
      [id],
    ),
  ).toEqual(await db.query('select id::text as user_id from competition_entry where competition_id = $1', [third]))
  expect(await findAllLedgerViolations(db)).toEqual([])
})
