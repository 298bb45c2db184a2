import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { asInstant } from '#contract/time.ts'
import { createDatabasePool, type Database } from '#db/database.ts'
import { testTarget } from '../../../tests/support/testDatabase.ts'
import { createManualClock } from '../../core/clock.ts'
import { findAllLedgerViolations } from '../check.ts'
import { post } from '../ledger.ts'
import { tryLiftLedgerHalt, readNewestEndedLedgerCheck, readOpenLedgerCheck, readLedgerHalt, readLedgerViolations } from './checkStore.ts'
import { readLedgerCustody } from './custody.ts'
import { checkLedgerNow, runDueLedgerCheck } from './nightlyCheck.ts'
import { ledgerCheckPieces } from './pieces.ts'

/** 03:00 in UTC+8, so that the night's check is due. */
const night = Date.UTC(2026, 10, 20, 19)
const dayMs = 86_400_000

let db: Database
let remove: () => Promise<void>
let place: Awaited<ReturnType<typeof testTarget>>['place']
let clock: ReturnType<typeof createManualClock>
beforeEach(async () => {
  ;({ place, remove } = await testTarget())
  db = createDatabasePool(place)
  clock = createManualClock(night)
  for (const user of ['41', '42', '43']) await move(user, '100')
})
afterEach(async () => {
  await db.close()
  await remove()
})

/** Money that comes in from outside, or goes back. */
const move = (user: string, amount: string) => {
  const back = amount.startsWith('-') ? amount.slice(1) : `-${amount}`
  return post(db, {
    book: 1,
    refType: 'test',
    refId: user,
    at: asInstant(clock.now()),
    legs: [
      { user, currency: 'USDT', bucket: 'AVAIL', amount: asDecimal(amount), type: 37 },
      { house: 'CAPITAL', currency: 'USDT', amount: asDecimal(back) },
    ],
  })
}

/** Past all checks of the database: as somebody at its console could. */
const damage = (text: string) =>
  db.transaction(async (sql) => {
    await sql.query('set local session_replication_role = replica')
    await sql.query(text)
  })

const check = async (on: Database = db): Promise<void> => {
  const faults: unknown[] = []
  // Transactions of other tests on the same PostgreSQL may keep it waiting.
  await expect
    .poll(async () => {
      await runDueLedgerCheck({ db: on, clock }, undefined, (_, error) => faults.push(error))
      return (await readOpenLedgerCheck(db)) === undefined || faults.length > 0
    })
    .toBe(true)
  expect(faults).toEqual([])
}
/** The same database with less time for each statement of a transaction. */
const hurried = (on: Database): Database => ({
  ...on,
  transaction: (work) =>
    on.transaction(async (sql) => {
      const inTime: typeof sql = {
        query: async (text, values) => {
          const rows = await sql.query<never>(text, values)
          // Set once the transaction has its isolation, which comes before anything else.
          if (text.startsWith('set transaction')) await sql.query(`set local statement_timeout = '400ms'`)
          return rows
        },
      }
      return work(inTime)
    }),
})
const nextNight = async (): Promise<void> => {
  clock.advance(dayMs)
  await check()
}
const found = async (): Promise<string[]> => {
  const ended = await readNewestEndedLedgerCheck(db)
  return [...new Set((await readLedgerViolations(db, ended?.id ?? '0')).map(({ invariant }) => invariant))]
}
const progress = async (name: string) =>
  (await db.query<{ done_to: string; size: number }>('select done_to, size from ledger_check_piece where name = $1', [name]))[0]

describe('a night', () => {
  it('finds that a sound ledger holds, once, and says what custody holds', async () => {
    await check()
    expect(await readNewestEndedLedgerCheck(db)).toMatchObject({ endedAt: night, holds: true })
    expect(await readLedgerCustody(db)).toEqual([{ currency: 'USDT', custody: '300.00000000', owned: '300.00000000' }])
    clock.advance(3_600_000)
    await check()
    expect(await db.query('select from ledger_check')).toHaveLength(1)
    expect(await readLedgerHalt(db)).toBeUndefined()
  })

  it('begins at 02:00', async () => {
    clock.set(night - 2 * 3_600_000)
    await check()
    expect(await readNewestEndedLedgerCheck(db)).toBeUndefined()
  })

  it('reads what came since the last one, and goes on from its sums', async () => {
    await check()
    await move('41', '5')
    await move('44', '7')
    await nextNight()
    expect(await readNewestEndedLedgerCheck(db)).toMatchObject({ endedAt: night + dayMs, holds: true })
    expect(await readLedgerCustody(db)).toEqual([{ currency: 'USDT', custody: '312.00000000', owned: '312.00000000' }])
    const [kept] = await db.query(`select amount from ledger_checked_balance where user_id = 41`)
    expect(kept).toEqual({ amount: '105.00000000' })
  })
})

describe('what is broken', () => {
  it.each<[string, string, string]>([
    ['I1', 'a leg is changed', `update leg set amount = amount + 1 where id = (select max(id) from leg where user_id is null)`],
    ['I1', 'a leg is gone', `delete from leg where id = (select max(id) from leg where user_id is null)`],
    ['I2', 'a leg is in another account type', `update leg set book = 2 where id = (select max(id) from leg where user_id is null)`],
    [
      'I3',
      'a balance is below zero',
      `alter table balance drop constraint balance_amount_check; update balance set amount = -1 where user_id = 42`,
    ],
    ['I4', 'a balance is changed', `update balance set amount = amount + 1 where user_id = 42`],
    ['I4', 'a balance is gone', `delete from balance where user_id = 42`],
    ['I4', 'a leg begins elsewhere', `update leg set balance_before = 1, balance_after = balance_after + 1 where user_id = 42`],
    ['I4', 'a day is counted wrong', `update leg_day set count = count + 1 where user_id = 42`],
    ['I4', 'a pool beside its legs', `insert into loan_pool (currency, amount) values ('USDT', 5)`],
    ['I5', 'a balance that nothing brought', `update balance set amount = amount + 1 where user_id = 42`],
    [
      'I5',
      'a deposit that was not booked',
      `insert into deposit (id, order_no, user_id, currency, chain_type, chain, money, credited, value_usdt, address, tx_hash, log_index,
         need_confirmations, status, source, created_ms, updated_ms)
       values (7, 'DP7', 42, 'USDT', 'ERC20', 'simulated', 9, 9, 9, 'a', 'h', -1, 1, 1, 'chain', 1, 1)`,
    ],
    [
      'I6',
      'a posting for nothing',
      `alter table posting drop constraint posting_ref_id_check; update posting set ref_id = '' where id = (select max(id) from posting)`,
    ],
    ['I7', 'a request with two postings', `drop index posting_request; update posting set request_id = 'same'`],
  ])('%s by hand (%s) is found, named and stops what opens', async (invariant, _, text) => {
    await damage(text)
    await check()
    expect(await found()).toContain(invariant)
    expect(await readNewestEndedLedgerCheck(db)).toMatchObject({ holds: false })
    expect(await readLedgerHalt(db)).toMatchObject({ since: night })
  })

  it.each([
    ['I1', `update leg set amount = amount + 1 where id = (select min(id) from leg where user_id is null)`],
    ['I4', `update balance set amount = amount + 1 where user_id = 42`],
    ['I7', `drop index posting_request; update posting set request_id = 'same'`],
  ])('%s is found among what was read before', async (invariant, text) => {
    await check()
    await move('41', '5')
    await damage(text)
    await nextNight()
    expect(await found()).toContain(invariant)
  })

  it('is found again by each check until it is mended, and the halt is lifted after one that holds', async () => {
    await check()
    await damage(`update leg set amount = amount + 1 where id = (select min(id) from leg where user_id is null)`)
    await nextNight()
    expect(await found()).toContain('I1')
    expect(await tryLiftLedgerHalt(db)).toBe(false)
    await nextNight()
    expect(await found()).toContain('I1')
    await damage(`update leg set amount = amount - 1 where id = (select min(id) from leg where user_id is null)`)
    expect(await tryLiftLedgerHalt(db)).toBe(false)
    expect(await checkLedgerNow({ db, clock })).toMatchObject({ holds: true })
    expect(await readLedgerHalt(db)).toBeDefined()
    expect(await tryLiftLedgerHalt(db)).toBe(true)
    expect(await readLedgerHalt(db)).toBeUndefined()
    expect(await findAllLedgerViolations(db)).toEqual([])
  })
})

describe('pieces', () => {
  it('go on where a check broke off, by whoever comes next', async () => {
    for (let n = 0; n < 3; n++) await move('41', '1')
    let steps = 0
    // Stopped after the first piece, as by a server that ends.
    await expect
      .poll(async () => {
        await runDueLedgerCheck({ db, clock }, () => ++steps > 2)
        return (await progress('postings'))?.done_to
      })
      .not.toBe('0')
    const reached = await progress('postings')
    expect(await readNewestEndedLedgerCheck(db)).toBeUndefined()
    expect((await progress('legs'))?.done_to).toBe('0')
    // What was read is not read again: the next one does not see this.
    await damage(`alter table posting drop constraint posting_ref_id_check; update posting set ref_id = ''`)
    const other = createDatabasePool(place)
    await check(other)
    await other.close()
    expect(reached?.done_to).toBe((await progress('postings'))?.done_to)
    expect(await found()).toEqual([])
    expect(await db.query('select from ledger_check')).toHaveLength(1)
  })

  it('become smaller until each statement is in time', async () => {
    for (let n = 0; n < 60; n++) await move(String(100 + n), '1')
    // Each leg takes 20 ms to look at, and a statement has 400 ms.
    await db.query(`create or replace function wire_day(p_at_ms bigint) returns integer language plpgsql stable as
      $$ begin perform pg_sleep(0.02); return ((p_at_ms + 28800000) / 86400000)::integer; end $$`)
    await check(hurried(db))
    expect(await readNewestEndedLedgerCheck(db)).toMatchObject({ holds: true })
    expect((await progress('legs'))?.size).toBeLessThan(60)
  })

  it('that fail are logged and hold up no other', async () => {
    await db.query('alter table debt_share rename to gone')
    const faults: string[] = []
    await expect
      .poll(async () => {
        await runDueLedgerCheck({ db, clock }, undefined, (what) => faults.push(what))
        return new Set(faults).size
      })
      .toBe(2)
    expect([...new Set(faults)]).toEqual(['the ledger could not be checked: borrowers', 'the ledger could not be checked: receipts'])
    const open = await db.query<{ name: string }>('select name from ledger_check_piece where not is_done order by name')
    expect(open.map(({ name }) => name)).toEqual(['borrowers', 'receipts'])
    expect(await readNewestEndedLedgerCheck(db)).toBeUndefined()
    await db.query('alter table gone rename to debt_share')
    await check()
    expect(await readNewestEndedLedgerCheck(db)).toMatchObject({ holds: true })
  })

  it('are read once by two servers', async () => {
    await db.query(`create table seen (name text); create function see() returns trigger language plpgsql as
      $$ begin if new.is_done and not old.is_done then insert into seen values (new.name); end if; return null; end $$;
      create trigger see after update on ledger_check_piece for each row execute function see()`)
    const other = createDatabasePool(place)
    await expect
      .poll(async () => {
        await Promise.all([runDueLedgerCheck({ db, clock }), runDueLedgerCheck({ db: other, clock })])
        return readNewestEndedLedgerCheck(db)
      })
      .toMatchObject({ holds: true })
    await other.close()
    const seen = await db.query<{ name: string }>('select name from seen order by name')
    expect(seen.map(({ name }) => name)).toEqual(ledgerCheckPieces.map(({ name }) => name).toSorted())
    const [house] = await db.query(`select amount from ledger_checked_house where bucket = 'CAPITAL'`)
    expect(house).toEqual({ amount: '-300.00000000' })
    expect(await db.query('select from ledger_check')).toHaveLength(1)
  })
})
