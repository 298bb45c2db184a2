import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Refusal } from '#contract/refusals.ts'
import type { Database, Sql } from '#db/database.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { deleteExpiredIdempotencyRecords, type IdempotentCall, runIdempotent, tryConsumeConfirmToken } from './idempotency.ts'

let db: Database
beforeAll(async () => {
  db = await testDatabase()
  await db.query('create table effect (n serial, made text)')
})
afterAll(() => db.close())

const nowMs = 1_795_190_400_000
const ask = (fields: Partial<IdempotentCall> = {}): IdempotentCall => ({
  userId: '42',
  path: '/api/x',
  requestId: randomUUID(),
  body: { money: '1' },
  refuseRecent: false,
  nowMs,
  ...fields,
})
const effect = (made: string) => async (sql: Sql) => {
  const [row] = await sql.query<{ n: number }>('insert into effect (made) values ($1) returning n', [made])
  return JSON.stringify({ made, n: row?.n })
}
const effects = async (made: string) => (await db.query('select 1 from effect where made = $1', [made])).length
const refusalOf = (done: Promise<unknown>) =>
  done.then(
    () => 'done',
    (thrown: unknown) => (thrown instanceof Refusal ? thrown.refusal : String(thrown)),
  )

const ordersOfThree = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const

describe('a call that happens once', () => {
  test('fifty at the same moment have one effect and one answer', async () => {
    const call = ask()
    const answers = await Promise.all(Array.from({ length: 50 }, () => runIdempotent(db, call, effect('fifty'))))
    expect(new Set(answers).size).toBe(1)
    expect(await effects('fifty')).toBe(1)
    expect(await runIdempotent(db, { ...call, nowMs: nowMs + 86_000_000 }, effect('fifty'))).toBe(answers[0])
    expect(await runIdempotent(db, { ...call, requestId: call.requestId?.toUpperCase() }, effect('fifty'))).toBe(answers[0])
    expect(await effects('fifty')).toBe(1)
  })

  test('the same id for something else', async () => {
    const call = ask()
    await runIdempotent(db, call, effect('other'))
    expect(await refusalOf(runIdempotent(db, { ...call, body: { money: '2' } }, effect('other')))).toBe('idempotencyMismatch')
    expect(await effects('other')).toBe(1)
    // Another person's or another call's same id is another id; the order of fields says nothing.
    await runIdempotent(db, { ...call, userId: '43' }, effect('other'))
    await runIdempotent(db, { ...call, path: '/api/y' }, effect('other'))
    expect(await effects('other')).toBe(3)
    const two = ask({ body: { a: '1', b: '2' } })
    await runIdempotent(db, two, effect('order'))
    await runIdempotent(db, { ...two, body: { b: '2', a: '1' } }, effect('order'))
    expect(await effects('order')).toBe(1)
  })

  test('the same id with another confirm token is the same order', async () => {
    const call = ask({ body: { money: '3', confirmToken: 'first' } })
    const answer = await runIdempotent(db, call, effect('token'))
    expect(await runIdempotent(db, { ...call, body: { money: '3', confirmToken: 'second' } }, effect('token'))).toBe(answer)
    expect(await effects('token')).toBe(1)
  })

  test('a confirm token is used by one order, and free again when that is refused', async () => {
    const take = () => db.transaction((sql) => tryConsumeConfirmToken(sql, 'ct1.a.b', nowMs))
    const refuse = db.transaction(async (sql) => {
      await tryConsumeConfirmToken(sql, 'ct1.a.b', nowMs)
      throw new Refusal('feedStale')
    })
    await expect(refuse).rejects.toThrow('feedStale')
    expect((await Promise.all([take(), take(), take()])).toSorted()).toEqual([false, false, true])
  })

  test('without a proper id', async () => {
    for (const requestId of [undefined, '', 'x', '1234', randomUUID().slice(1), `${randomUUID()}0`]) {
      expect(await refusalOf(runIdempotent(db, ask({ requestId }), effect('noId')))).toBe('requestIdRequired')
    }
    expect(await effects('noId')).toBe(0)
  })

  test('a refusal keeps nothing, and the same id may succeed later', async () => {
    const call = ask()
    const refuse = async (sql: Sql) => {
      await effect('refused')(sql)
      throw new Refusal('feedStale', { age: 5 })
    }
    expect(await refusalOf(runIdempotent(db, call, refuse))).toBe('feedStale')
    expect(await effects('refused')).toBe(0)
    await runIdempotent(db, call, effect('refused'))
    expect(await effects('refused')).toBe(1)
  })

  test('of twenty at once of which the first is refused, one of the others happens', async () => {
    const call = ask()
    let tries = 0
    const work = async (sql: Sql) => {
      if (++tries === 1) throw new Refusal('feedStale')
      return effect('second')(sql)
    }
    const told = await Promise.all(Array.from({ length: 20 }, () => refusalOf(runIdempotent(db, call, work))))
    expect(told.filter((word) => word === 'feedStale')).toHaveLength(1)
    expect(await effects('second')).toBe(1)
  })

  test('the same order under a new id within three seconds', async () => {
    const first = ask({ refuseRecent: true, body: { money: '5', confirmToken: 'a' } })
    const again = (fields: Partial<IdempotentCall>) =>
      refusalOf(runIdempotent(db, { ...first, requestId: randomUUID(), ...fields }, effect('recent')))
    await runIdempotent(db, first, effect('recent'))
    expect(await again({ body: { money: '5', confirmToken: 'b' } })).toBe('duplicateRecent')
    expect(await again({ body: { money: '5', safePassword: '482915', googleCode: '1', stepUpToken: 't' } })).toBe('duplicateRecent')
    expect(await again({ nowMs: nowMs + 2_999 })).toBe('duplicateRecent')
    expect(await again({ body: { money: '6', confirmToken: 'a' } })).toBe('done')
    expect(await again({ userId: '77' })).toBe('done')
    expect(await again({ nowMs: nowMs + 3_000 })).toBe('done')
    expect(await again({ nowMs: nowMs + 3_500 })).toBe('duplicateRecent')
    expect(await again({ nowMs: nowMs + 4_000, body: { money: '5', confirmToken: 'c', again: true } })).toBe('done')
    expect(await effects('recent')).toBe(5)
    // A yes is for one refusal, whenever it is said within the minute; without a refusal before it says nothing.
    expect(await again({ nowMs: nowMs + 5_000, body: { money: '5', again: true } })).toBe('duplicateRecent')
    expect(await again({ nowMs: nowMs + 5_400 })).toBe('duplicateRecent')
    const said = await Promise.all([1, 2, 3].map(() => again({ nowMs: nowMs + 5_500, body: { money: '5', again: true } })))
    expect(said.toSorted()).toEqual(['done', 'duplicateRecent', 'duplicateRecent'])
    expect(await again({ nowMs: nowMs + 66_000, body: { money: '5', again: true } })).toBe('done')
    expect(await effects('recent')).toBe(7)
    const many = await Promise.all(Array.from({ length: 20 }, () => again({ body: { money: '7' } })))
    expect(many.filter((word) => word === 'done')).toHaveLength(1)
  })

  test.each(ordersOfThree)('of three repeats in flight after one refusal, let go as %d, %d, %d, one happens', async (...order) => {
    const first = ask({ refuseRecent: true, userId: `order ${order.join('')}` })
    const made = effect(first.userId)
    await runIdempotent(db, first, made)
    expect(await refusalOf(runIdempotent(db, { ...first, requestId: randomUUID() }, made))).toBe('duplicateRecent')
    const repeats = order.map(() => {
      const { promise: open, resolve: letGo } = Promise.withResolvers<void>()
      const held: Database = { ...db, transaction: async (work) => open.then(() => db.transaction(work)) }
      const repeat = { ...first, requestId: randomUUID(), body: { ...first.body, again: true } }
      return { letGo, said: refusalOf(runIdempotent(held, repeat, made)) }
    })
    const said: unknown[] = []
    for (const which of order) {
      repeats[which]?.letGo()
      said.push(await repeats[which]?.said)
    }
    expect(said).toEqual(['done', 'duplicateRecent', 'duplicateRecent'])
    expect(await effects(first.userId)).toBe(2)
  })

  test('after 24 hours the id is free again, and what is kept shows nothing to who has only the database', async () => {
    const call = ask({ body: { password: 'very secret' } })
    await runIdempotent(db, call, async () => '{"token":"tok-en"}')
    const text = JSON.stringify(
      await db.query(`select encode(answer, 'escape') a, encode(body_mark, 'escape') b, encode(request_hash, 'hex') c from once_answer`),
    )
    expect(text).not.toContain('tok-en')
    expect(text).not.toContain('very secret')
    expect(text).not.toContain(call.requestId)
    expect(await runIdempotent(db, { ...call, nowMs: nowMs + 86_400_000 }, async () => 'new')).toBe('new')
    await deleteExpiredIdempotencyRecords(db, nowMs + 10 * 86_400_000)
    expect(await db.query('select 1 from once_answer')).toHaveLength(0)
  })
})
