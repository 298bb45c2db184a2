import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import type { Database, Sql } from '#db/database.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { log } from '#server/core/log.ts'
import { processContractsOnRecord } from '#server/trading/engine.ts'
import { order, startMs, tradingFixture } from './tradingFixture.ts'

let world: Awaited<ReturnType<typeof tradingFixture>>
beforeAll(async () => {
  world = await tradingFixture()
  world.hand.set({ BTCUSDT: '60000' })
})
afterAll(() => world.db.close())

/** Runs the nth statement and then breaks, as a server killed at that moment would. */
function breakingAfter(n: number) {
  let count = 0
  const wrap = (sql: Sql): Sql => ({
    query: async <Row extends object>(text: string, values?: readonly unknown[]) => {
      const rows = await sql.query<Row>(text, values)
      if (++count === n) throw new Error('killed')
      return rows
    },
  })
  return { wrap, broke: () => count >= n }
}

const trace = async () => ({
  positions: await world.db.query('select * from position order by id'),
  balances: await world.db.query('select * from balance order by user_id, book, currency, bucket'),
  legs: await world.db.query('select count(*) as n from leg'),
  told: world.told.length,
})

/** Breaks the call after each of its statements in turn until it gets through; before that nothing may have changed. Gives how many there were. */
async function killAtEach(run: (wrap: (sql: Sql) => Sql) => Promise<unknown>): Promise<number> {
  for (let n = 1; ; n++) {
    const before = await trace()
    const { wrap, broke } = breakingAfter(n)
    await run(wrap).catch((error: Error) => {
      if (error.message !== 'killed') throw error
    })
    if (!broke()) return n - 1
    expect(await trace(), `after statement ${n}`).toEqual(before)
    expect(await findAllLedgerViolations(world.db)).toEqual([])
  }
}

it('an order, a close and a close-out killed after any statement leave nothing half done, and go through when tried again', async () => {
  const ann = await world.person()
  const { confirmToken } = await world.preview(ann, order())
  const opening = await killAtEach((wrap) =>
    world.ask(ann, (context) => world.trading.openPosition({ ...order(), confirmToken }, context), wrap),
  )
  expect(opening).toBeGreaterThanOrEqual(6)
  const [row] = await world.db.query<{ id: string }>('select id from position where user_id = $1', [ann.userId])
  const id = row?.id as string
  const closing = await killAtEach((wrap) => world.ask(ann, (context) => world.trading.closePosition({ id }, context), wrap))
  expect(closing).toBeGreaterThanOrEqual(5)
  expect(await world.db.query('select status from position where id = $1', [id])).toEqual([{ status: 3 }])

  const second = await world.open(ann, order())
  const silenced = vi.spyOn(log, 'error').mockImplementation(() => {})
  const closeOut = await killAtEach((wrap) => {
    const db: Database = { ...world.db, transaction: (work) => world.db.transaction((sql) => work(wrap(sql))) }
    return processContractsOnRecord({ ...world.app, db }, { sec: startMs / 1000, prices: new Map([['BTCUSDT', asDecimal('50000')]]) })
  })
  silenced.mockRestore()
  expect(closeOut).toBeGreaterThanOrEqual(5)
  expect(await world.db.query('select status, close_reason from position where id = $1', [second.id])).toEqual([
    { status: 3, close_reason: 4 },
  ])
  expect(await world.balance(ann)).toMatchObject({ margin: '0.00000000' })
})

it('what was missed while no server ran closes at the first record after the start', async () => {
  const ann = await world.person()
  await world.open(ann, order())
  // A second server, started later on the same database, whose market gapped meanwhile.
  const later = await tradingFixture({ db: world.db })
  later.clock.advance(3_600_000)
  const { startContractEngine } = await import('#server/trading/engine.ts')
  const stop = startContractEngine(later.app)
  await later.hand.record({ BTCUSDT: '55000' })
  await stop()
  expect((await later.balance(ann)).margin).toBe('0.00000000')
})

it('finds what a record triggers by index, however many positions run', async () => {
  await world.db.query(
    `insert into position (id, order_no, user_id, account_type, symbol, direction, lever, quantity, contract_size, fee_rate, open_price, margin,
       open_fee, trigger_price, conversion_rate, open_sec, created_ms)
     select n, 'X' || n, 7, 2, 'BTCUSDT', 1 + n % 2, 10, 1, 1, 0, 60000, 6000, 0, case n % 2 when 0 then 57000 - n * 0.01 else 63000 + n * 0.01 end, 1, 0, 0
     from generate_series(1, 50000) n`,
  )
  await world.db.query('analyze position')
  const seen: string[] = []
  const db: Database = {
    ...world.db,
    query: async (text, values) => {
      const plan = await world.db.query<{ 'QUERY PLAN': string }>(`explain (analyze, costs off) ${text}`, values)
      seen.push(...plan.map((line) => line['QUERY PLAN']))
      return world.db.query(text, values)
    },
  }
  await processContractsOnRecord({ ...world.app, db }, { sec: startMs / 1000, prices: new Map([['BTCUSDT', asDecimal('60000')]]) })
  expect(seen.join('\n')).toMatch(/position_falls_to/)
  expect(seen.join('\n')).toMatch(/position_rises_to/)
  expect(seen.join('\n')).not.toMatch(/Seq Scan on position/)
})
