import { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testDatabase, testTarget } from '../../tests/support/testDatabase.ts'
import { createDatabasePool, type Database } from './database.ts'

let db: Database
beforeAll(async () => {
  db = await testDatabase()
  await db.query('create table thing (id int primary key, n int not null)')
  await db.query('insert into thing values (1, 0), (2, 0)')
})
afterAll(() => db.close())

describe('query', () => {
  it('keeps exact values as text, alone and in arrays', async () => {
    const [row] = await db.query(`select 1.10::numeric as a, 9007199254740993::int8 as b, '2026-11-20'::date as c,
      '2026-11-20 08:00'::timestamp as d, array[0.1, 12345678901234567890.12]::numeric[] as e, 7::int4 as f, array[5::int8] as g`)
    expect(row).toEqual({
      a: '1.10',
      b: '9007199254740993',
      c: '2026-11-20',
      d: '2026-11-20 08:00:00',
      e: ['0.1', '12345678901234567890.12'],
      f: 7,
      g: ['5'],
    })
  })

  it('takes parameters', async () => {
    expect(await db.query('select $1::text as a, $2::numeric as b', ['x', '1.5'])).toEqual([{ a: 'x', b: '1.5' }])
  })
})

describe('transaction', () => {
  it('rolls back when the work throws', async () => {
    await expect(
      db.transaction(async (sql) => {
        await sql.query('update thing set n = 99 where id = 1')
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await db.query('select n from thing where id = 1')).toEqual([{ n: 0 }])
  })

  it('runs again after a deadlock', async () => {
    let tries = 0
    // Each holds its first row before the other goes on to it, so that they meet however slowly one of them begins.
    let holding = 0
    const bothHold = Promise.withResolvers<void>()
    const cross = (first: number, second: number) =>
      db.transaction(async (sql) => {
        tries++
        await sql.query('update thing set n = n + 1 where id = $1', [first])
        if (++holding === 2) bothHold.resolve()
        await bothHold.promise
        await sql.query('update thing set n = n + 1 where id = $1', [second])
      })
    await Promise.all([cross(1, 2), cross(2, 1)])
    expect(tries).toBeGreaterThan(2)
    expect(await db.query('select n from thing')).toEqual([{ n: 2 }, { n: 2 }])
  })

  it('runs again with other numbers when one was drawn that exists, and says so when all are taken', async () => {
    await db.query('create table numbered (id bigint primary key, order_no text not null unique, kind int unique)')
    await db.query(`insert into numbered values (1, 'A', 1)`)
    const insert = (ids: number[], orderNos: string[], kind?: number) => {
      let tries = 0
      const done = db.transaction(async (sql) => {
        await sql.query('insert into numbered values ($1, $2, $3)', [ids[tries] ?? 1, orderNos[tries++] ?? 'A', kind])
      })
      return done.then(
        () => tries,
        () => `refused after ${tries}`,
      )
    }
    expect(await insert([1, 2], ['B', 'B'])).toBe(2)
    expect(await insert([3, 3], ['A', 'C'])).toBe(2)
    expect(await insert([4, 5], ['D', 'E'], 1)).toBe('refused after 1')
    expect(await insert([], [])).toBe('refused after 8')
  })

  it('takes several statements asked at once', async () => {
    const rows = await db.transaction((sql) => Promise.all([1, 2, 3].map((n) => sql.query('select $1::int as n', [n]))))
    expect(rows.flat()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  })

  it('survives the loss of its connection, and so does the process', async () => {
    const lost = db.transaction(async (sql) => {
      const [me] = await sql.query<{ pid: number }>('select pg_backend_pid() as pid')
      await db.query('select pg_terminate_backend($1)', [me?.pid])
      await new Promise((resolve) => setTimeout(resolve, 50))
      await sql.query('select 1')
    })
    await expect(lost).rejects.toThrow(/terminat|connection/i)
    expect(await db.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('survives a connection that breaks just as it is handed out', async () => {
    const { place, remove } = await testTarget()
    const alone = createDatabasePool(place, { poolSize: 1 })
    const connects = vi.spyOn(Socket.prototype, 'connect')
    await alone.query('select 1')
    const [socket] = connects.mock.contexts as [Socket]
    connects.mockRestore()
    // The pool hands out its idle connection in the next tick, and the socket's error comes in the one after: before anybody who waits runs on.
    const lost = alone.transaction((sql) => sql.query('select 1'))
    socket.destroy(new Error('broken'))
    await expect(lost).rejects.toThrow('connection error')
    expect(await alone.query('select 1 as one')).toEqual([{ one: 1 }])
    await alone.close()
    await remove()
  })
})
