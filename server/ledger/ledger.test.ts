import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { asInstant } from '#contract/time.ts'
import type { Database } from '#db/database.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { findAllLedgerViolations } from './check.ts'
import { readAvailableBalance, readLedgerBalances, grantDemoBalance, type Leg, lockWallet, type LedgerPosting, post } from './ledger.ts'
import { readLedgerRecordsPage } from './records.ts'

const at = asInstant(1_795_000_000_000)
const user = '42'
const usdt = (bucket: 'AVAIL' | 'MARGIN', amount: string, type: 5 | 6 | 7 | 8 | 36 = 6): Leg => ({
  user,
  currency: 'USDT',
  bucket,
  amount: asDecimal(amount),
  type,
})
const house = (name: 'FEE' | 'CLEARING' | 'ISSUE', amount: string): Leg => ({ house: name, currency: 'USDT', amount: asDecimal(amount) })
const opening = [usdt('AVAIL', '-600.06'), usdt('AVAIL', '-3.0003', 5), usdt('MARGIN', '600.06'), house('FEE', '3.0003')]
const closing = [
  usdt('MARGIN', '-600.06', 7),
  usdt('AVAIL', '600.06', 7),
  usdt('AVAIL', '98.79', 8),
  usdt('AVAIL', '-3.049695', 5),
  house('FEE', '3.049695'),
  house('CLEARING', '-98.79'),
]
const position = (legs: readonly Leg[], more: Partial<LedgerPosting> = {}): LedgerPosting => ({
  book: 2,
  refType: 'position',
  refId: '7',
  orderNo: 'PC1',
  at,
  legs,
  ...more,
})

let db: Database
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

const count = async (more: object) => (await readLedgerRecordsPage(db, { userId: user, book: 2, pageNo: 1, pageSize: 10, ...more })).total

describe('the worked example C1', () => {
  it('grants, opens and closes to the last decimal', async () => {
    await db.transaction((sql) => grantDemoBalance(sql, user, at))
    expect(await readAvailableBalance(db, user, 2, 'USDT')).toBe('100000.00000000')
    await post(db, position(opening))
    expect(await readLedgerBalances(db, user, 2)).toEqual([
      { currency: 'USDT', bucket: 'AVAIL', amount: '99396.93970000' },
      { currency: 'USDT', bucket: 'MARGIN', amount: '600.06000000' },
    ])
    await post(db, position(closing))
    expect(await readAvailableBalance(db, user, 2, 'USDT')).toBe('100092.74000500')
    expect(await readAvailableBalance(db, user, 1, 'USDT')).toBe('0')
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('leaves records, newest first, that are the whole story', async () => {
    const { records, total } = await readLedgerRecordsPage(db, { userId: user, book: 2, pageNo: 1, pageSize: 4 })
    expect(total).toBe(8)
    expect(records[0]).toMatchObject({
      type: 5,
      amount: '-3.04969500',
      balanceAfter: '100092.74000500',
      refType: 'position',
      refId: '7',
      orderNo: 'PC1',
      atMs: at,
    })
    const rest = await readLedgerRecordsPage(db, { userId: user, book: 2, pageNo: 2, pageSize: 4 })
    expect(rest.records).toHaveLength(4)
    expect(rest.records.at(-1)).toMatchObject({ type: 36, balanceBefore: '0.00000000', balanceAfter: '100000.00000000' })
  })

  it('filters the records', async () => {
    expect(await count({ types: [5] })).toBe(2)
    expect(await count({ types: [5, 8] })).toBe(3)
    expect(await count({ currency: 'BTC' })).toBe(0)
    expect(await count({ currency: 'USDT', fromMs: at, toMs: at })).toBe(8)
    expect(await count({ fromMs: at + 1 })).toBe(0)
    expect(await count({ userId: '43' })).toBe(0)
    expect(await count({ book: 1 })).toBe(0)
  })
})

describe('a posting', () => {
  it.each<[string, RegExp, Partial<LedgerPosting>]>([
    ['does not sum to zero', /leave -1 USDT/, { legs: [usdt('AVAIL', '1'), house('ISSUE', '-2')] }],
    [
      'sums to zero only across currencies',
      /leave 1 USDT/,
      { legs: [usdt('AVAIL', '1'), { house: 'ISSUE', currency: 'BTC', amount: asDecimal('-1') }] },
    ],
    ['has a zero leg', /is zero/, { legs: [...opening, house('ISSUE', '0')] }],
    ['has more than eight decimals', /more than 8 decimals/, { legs: [usdt('AVAIL', '0.000000001'), house('ISSUE', '-0.000000001')] }],
    ['has no reference', /what it is for/, { refId: '' }],
    ['has no legs', /at least two legs/, { legs: [] }],
    [
      'takes more from MARGIN than it holds',
      /MARGIN USDT holds 0\.00000000 and would lose 1/,
      { legs: [usdt('MARGIN', '-1'), usdt('AVAIL', '1')] },
    ],
  ])('that %s books nothing', async (_, why, more) => {
    const before = await db.query('select count(*) from posting')
    await expect(post(db, position(opening, more))).rejects.toThrow(why)
    expect(await db.query('select count(*) from posting')).toEqual(before)
  })

  it('is refused by the database too when its legs do not sum to zero', async () => {
    const unbalanced = `select post_entry(2::smallint, 'x', '1', '', '', null, 0, array[42]::bigint[], array['USDT'], array['AVAIL'], array[1], array[5]::smallint[])`
    await expect(db.query(unbalanced)).rejects.toThrow(/sum to zero/)
  })

  it('with more than there is names what is missing', async () => {
    const spend = post(db, position([usdt('AVAIL', '-200000'), house('FEE', '200000')]))
    await expect(spend).rejects.toMatchObject({
      refusal: 'insufficientBalance',
      detail: { currency: 'USDT', available: '100092.74000500', needed: '200000' },
    })
  })

  it('of a request is booked once', async () => {
    const gift = position([usdt('AVAIL', '1', 36), house('ISSUE', '-1')], { requestId: 'one' })
    await post(db, gift)
    await expect(post(db, gift)).rejects.toMatchObject({ code: '23505' })
  })
})

describe('history', () => {
  it.each([
    'update posting set remark = $1',
    'update leg set amount = amount where remark = $1',
    'delete from posting where ref_id = $1',
    'delete from leg where bucket = $1',
  ])('refuses: %s', async (text) => {
    await expect(db.query(text.replace('where remark', 'where bucket'), ['x'])).rejects.toThrow(/the ledger only grows/)
  })
  it.each(['truncate leg', 'truncate posting cascade'])('refuses: %s', async (text) => {
    await expect(db.query(text)).rejects.toThrow(/the ledger only grows/)
  })
})

describe('lockWallet', () => {
  it('makes others wait, person by person and book by book', async () => {
    const order: string[] = []
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const first = db.transaction(async (sql) => {
      await lockWallet(sql, '77', 2)
      order.push('first')
      await held
    })
    await expect.poll(() => order).toEqual(['first'])
    const second = db.transaction(async (sql) => {
      await lockWallet(sql, '77', 2)
      order.push('second')
    })
    await db.transaction((sql) => lockWallet(sql, '77', 1))
    await db.transaction((sql) => lockWallet(sql, '78', 2))
    order.push('others')
    letGo()
    await Promise.all([first, second])
    expect(order).toEqual(['first', 'others', 'second'])
  })
})

describe('check', () => {
  it('sees every kind of damage', async () => {
    const seen = async (damage: string) => {
      const gone = new Error('undo')
      let found: string[] = []
      await db
        .transaction(async (sql) => {
          await sql.query('set local session_replication_role = replica')
          await sql.query(damage)
          found = [...new Set((await findAllLedgerViolations(sql)).map(({ invariant }) => invariant))]
          throw gone
        })
        .catch((error: unknown) => {
          if (error !== gone) throw error
        })
      return found
    }
    expect(await seen('delete from leg where id = (select max(id) from leg where user_id is null)')).toEqual(['I1', 'I5'])
    expect(await seen('update leg set book = 1 where id = (select max(id) from leg where user_id is null)')).toEqual(['I2', 'I5'])
    expect(await seen('update balance set amount = amount + 1')).toEqual(['I4', 'I5'])
    expect(await seen('delete from balance')).toEqual(['I4', 'I5'])
    expect(
      await seen(`alter table balance drop constraint balance_amount_check; update balance set amount = -1 where bucket = 'AVAIL'`),
    ).toEqual(['I3', 'I4', 'I5'])
    expect(await seen(`alter table posting drop constraint posting_ref_id_check; update posting set ref_id = ''`)).toEqual(['I6'])
    expect(await seen(`drop index posting_request; update posting set request_id = 'same'`)).toEqual(['I7'])
    expect(await findAllLedgerViolations(db)).toEqual([])
  })
})
