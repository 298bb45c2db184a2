import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { wireTimeToInstant } from '#contract/time.ts'
import type { Database } from '#db/database.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { findAllLedgerViolations } from './check.ts'
import { post } from './ledger.ts'
import { readLedgerRecordsAfter, readLedgerRecordsPage } from './records.ts'

const user = '7'
let db: Database

/** A movement of `amount` at a wire time: type 36 in, or a fee of type 5. */
const move = (time: string, amount: string, type: 5 | 36, currency = 'USDT', userId = user) =>
  post(db, {
    book: 2,
    refType: type === 5 ? 'charge' : 'grant',
    refId: time.replaceAll(/\D/g, ''),
    at: wireTimeToInstant(time),
    legs: [
      { user: userId, currency, bucket: 'AVAIL', amount: asDecimal(amount), type },
      { house: 'ISSUE', currency, amount: asDecimal(amount.startsWith('-') ? amount.slice(1) : `-${amount}`) },
    ],
  })

beforeAll(async () => {
  db = await testDatabase()
  await move('2026-09-30 23:59:59', '1', 36)
  await move('2026-10-01 00:00:00', '2', 36)
  await move('2026-10-01 12:00:00', '-0.5', 5)
  await move('2026-10-15 09:00:00', '3', 36, 'BTC')
  await move('2026-10-31 23:59:59', '-0.25', 5)
  await move('2026-11-01 00:00:00', '4', 36)
  await move('2026-10-15 09:00:00', '9', 36, 'USDT', '8')
})
afterAll(() => db.close())

const pageOf = (more: object) => readLedgerRecordsPage(db, { userId: user, book: 2, pageNo: 1, pageSize: 10, ...more })
const within = (from: string, to: string) => ({ fromMs: wireTimeToInstant(from), toMs: wireTimeToInstant(to) + 999 })
const amounts = async (more: object) => (await pageOf(more)).records.map(({ amount }) => Number(amount))

describe('counting without reading', () => {
  const ranges: [string, string][] = [
    ['2026-10-01 00:00:00', '2026-10-31 23:59:59'],
    ['2026-09-30 23:59:59', '2026-10-01 00:00:00'],
    ['2026-10-01 00:00:01', '2026-10-01 11:59:59'],
    ['2026-10-01 06:00:00', '2026-10-31 23:59:58'],
    ['2026-10-01 12:00:00', '2026-10-01 23:59:59'],
    ['2026-11-02 00:00:00', '2026-11-03 00:00:00'],
    ['2026-11-01 00:00:00', '2026-10-01 00:00:00'],
  ]
  it.each(ranges)('from %s to %s it counts what it gives', async (from, to) => {
    for (const more of [{}, { types: [5] }, { currency: 'BTC' }, { currency: 'USDT', types: [36, 5] }]) {
      const { records, total } = await pageOf({ ...within(from, to), ...more })
      const [row] = await db.query<{ count: string }>(
        `select count(*) from leg where user_id = $1 and book = 2 and at_ms between $2 and $3
         and ($4::text is null or currency = $4) and ($5::int[] is null or type = any($5))`,
        [
          user,
          wireTimeToInstant(from),
          wireTimeToInstant(to) + 999,
          'currency' in more ? more.currency : null,
          'types' in more ? more.types : null,
        ],
      )
      expect({ total, given: records.length }).toEqual({ total: Number(row?.count), given: Number(row?.count) })
    }
  })

  it('counts without a time, with only one end, and by what it belongs to', async () => {
    expect((await pageOf({})).total).toBe(6)
    expect((await pageOf({ types: [5, 8] })).total).toBe(2)
    expect((await pageOf({ toMs: wireTimeToInstant('2026-10-01 00:00:00') })).total).toBe(2)
    expect((await pageOf({ fromMs: wireTimeToInstant('2026-10-31 23:59:59') })).total).toBe(2)
    expect(await amounts({ ref: { type: 'charge', id: '20261031235959' } })).toEqual([-0.25])
    expect((await pageOf({ ref: { type: 'grant', id: '20261031235959' } })).total).toBe(0)
  })
})

describe('paging by the last record seen', () => {
  it.each([[{}], [{ types: [36] }], [{ currency: 'USDT' }]])('walks all of %j without a gap or a repeat', async (more) => {
    const whole = (await pageOf(more)).records.map(({ id }) => id)
    const walked: string[] = []
    for (;;) {
      const { records, total } = await pageOf({ ...more, pageSize: 2, ...(walked.length > 0 && { beforeId: walked.at(-1) }) })
      expect(total).toBe(whole.length)
      if (records.length === 0) break
      walked.push(...records.map(({ id }) => id))
    }
    expect(walked).toEqual(whole)
  })

  it('reads oldest first in parts for a statement', async () => {
    const month = { userId: user, book: 2 as const, ...within('2026-10-01 00:00:00', '2026-10-31 23:59:59') }
    const first = await readLedgerRecordsAfter(db, month, '0', 3)
    expect(first.map(({ amount }) => Number(amount))).toEqual([2, -0.5, 3])
    const rest = await readLedgerRecordsAfter(db, month, first.at(-1)?.id ?? '', 3)
    expect(rest.map(({ amount }) => Number(amount))).toEqual([-0.25])
    expect((await readLedgerRecordsAfter(db, { ...month, types: [5] }, '0', 9)).map(({ amount }) => Number(amount))).toEqual([-0.5, -0.25])
  })
})

it('is reported by the nightly check when a counter is wrong', async () => {
  expect(await findAllLedgerViolations(db)).toEqual([])
  await db.query(`update leg_day set count = count + 1 where user_id = $1 and type = 36 and currency = 'BTC'`, [user])
  expect((await findAllLedgerViolations(db)).map(({ detail }) => detail)).toEqual([
    expect.stringContaining('BTC type 36 is counted 2, its legs are 1'),
    expect.stringContaining('BTC type 36 is counted 1, its days 2'),
  ])
})
