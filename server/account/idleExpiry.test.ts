import { afterAll, expect, test } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { post } from '#ledger/ledger.ts'
import { createManualClock } from '../core/clock.ts'
import { newRowId } from '../core/ids.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { testContext } from '../../tests/support/wire.ts'
import { tryCreateUser } from './people.ts'
import { beginSession, findSignedInUserByToken } from './sessions.ts'

const clock = createManualClock(1_795_190_400_000)
const db = await testDatabase()
const app = testContext(db, clock)
afterAll(() => db.close())

let people = 0
/** Somebody who is signed in and holds so much of a currency in that book. */
async function holder(amount: string, book: 1 | 2 = 1, currency = 'USDT') {
  const person = await tryCreateUser(db, { email: `p${++people}@example.com`, country: 'JP', lang: 'en-us' }, clock.now())
  const id = person!.id
  const legs = [
    { user: id, currency, bucket: 'FROZEN' as const, amount: asDecimal(amount), type: 36 as const },
    { house: book === 1 ? ('CAPITAL' as const) : ('ISSUE' as const), currency, amount: asDecimal(`-${amount}`) },
  ]
  await db.transaction((sql) => post(sql, { book, refType: 'test', refId: id, at: clock.now(), legs }))
  const { token } = await beginSession(db, { accountId: id, device: 'Phone', ip: '198.51.100.1' }, clock.now())
  return { id, isIn: async () => (await findSignedInUserByToken(app, token, clock.now())) !== undefined }
}
const hours = (count: number) => clock.advance(count * 3_600_000)

test('whoever holds more than 10,000 USDT is signed out after twelve hours of rest, and not before', async () => {
  const much = await holder('10000.00000001')
  hours(11.99)
  expect(await much.isIn()).toBe(true)
  hours(12)
  expect(await much.isIn()).toBe(false)
  expect(await db.query('select 1 from session where account_id = $1 and ended_ms is null', [much.id])).toEqual([])
  // Less held later brings no session back.
  clock.advance(1)
  expect(await much.isIn()).toBe(false)
})

test('whoever holds less, demo money alone, or a passkey stays in', async () => {
  const [little, demo, safe] = [await holder('10000'), await holder('900000', 2), await holder('90000')]
  await db.query(
    `insert into passkey (id, account_id, credential_id, public_key, counter, transports, rp_id, name, created_ms)
     values ($1, $2, 'AA', 'x', 0, '{}', 'localhost', 'Phone', $3)`,
    [newRowId(clock.now()), safe.id, clock.now()],
  )
  hours(29 * 24)
  expect([await little.isIn(), await demo.isIn(), await safe.isIn()]).toEqual([true, true, true])
})

test('other currencies count by what they are worth', async () => {
  const coins = await holder('10001', 1, 'USDC')
  hours(12)
  expect(await coins.isIn()).toBe(false)
})

test('what no market prices counts as nothing', async () => {
  const won = await holder('5000000', 1, 'KRW')
  hours(12)
  expect(await won.isIn()).toBe(true)
})
