import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { SignedInUser } from '#server/core/visitor.ts'
import { notifyHoldersOfStaleMarkets, type StaleMarketNoticeState } from '#server/trading/staleMarkets.ts'
import { order, startMs, tradingFixture } from './tradingFixture.ts'

// Whoever has an open position is told that its market has no new price (docs/rules/prices.md, Quotes).

let world: Awaited<ReturnType<typeof tradingFixture>>
let state: StaleMarketNoticeState
beforeAll(async () => {
  world = await tradingFixture()
})
afterAll(() => world.db.close())
let days = 0
beforeEach(() => {
  world.clock.set(startMs + ++days * 86_400_000)
  world.hand.close(false)
  world.hand.set({ BTCUSDT: '60000', ETHUSDT: '3000' })
  state = { sinceMs: world.clock.now(), notifiedMs: new Map() }
})

const told = (who: SignedInUser) =>
  world.db.query<{ params: { pair: string; book?: string }; link: string }>(
    `select params, link from inbox_notice where user_id = $1 and kind = 'feedStale' order by id`,
    [who.userId],
  )
/** So much later; prices of these markets came until then. */
const later = async (ms: number, prices: Record<string, string> = {}) => {
  world.clock.advance(ms)
  world.hand.set(prices)
  await notifyHoldersOfStaleMarkets(world.app, state)
}

it('notifies those in that market alone, after a minute, once an hour', async () => {
  const [ann, bob, eve] = [await world.person(), await world.person(), await world.person()]
  await world.open(ann, order())
  await world.open(ann, order())
  await world.open(bob, order({ symbol: 'ETHUSDT' }))
  await later(60_000, { ETHUSDT: '3000' })
  expect(await told(ann)).toEqual([])
  await later(1, { ETHUSDT: '3000' })
  expect(await told(ann)).toMatchObject([{ params: { pair: 'BTC/USDT', book: '2' }, link: '/heyue?symbol=BTCUSDT&book=positions' }])
  await later(1_800_000, { ETHUSDT: '3000' })
  expect([await told(ann), await told(bob), await told(eve)].map(({ length }) => length)).toEqual([1, 0, 0])
  await later(1_800_000, { ETHUSDT: '3000' })
  expect(await told(ann)).toHaveLength(2)
  expect(
    await world.db.query(`select 1 from push_outbox where notice_id in (select id from inbox_notice where kind = 'feedStale')`),
  ).toEqual([])
})

it('notifies nobody twice where two servers look, or prices come and go', async () => {
  const ann = await world.person()
  await world.open(ann, order())
  await later(61_000)
  await notifyHoldersOfStaleMarkets(world.app, { sinceMs: 0, notifiedMs: new Map() })
  await later(1_000, { BTCUSDT: '60000' })
  await later(61_000)
  expect(await told(ann)).toHaveLength(1)
})

it('asks the database for nothing while prices come, and notifies nobody of a market that is closed', async () => {
  const ann = await world.person()
  await world.open(ann, order())
  const quiet = { ...world.app, db: new Proxy(world.app.db, { get: () => () => expect.fail('asked') }) }
  world.hand.set(Object.fromEntries(world.app.market.specs.map(({ symbol, ref }) => [symbol, ref])))
  await notifyHoldersOfStaleMarkets(quiet, state)
  world.hand.close(true)
  world.clock.advance(600_000)
  await notifyHoldersOfStaleMarkets(quiet, state)
  expect(await told(ann)).toEqual([])
})

it('notifies the others when one cannot be notified, and that one later', async () => {
  const [ann, bob] = [await world.person(), await world.person()]
  await world.open(ann, order())
  await world.open(bob, order())
  const failures: string[] = []
  const { db } = world.app
  let fails = true
  const failing = {
    ...world.app,
    db: {
      query: db.query.bind(db),
      transaction: (work: Parameters<typeof db.transaction>[0]) =>
        db.transaction((sql) =>
          work({
            query: (text: string, values?: unknown[]) =>
              fails && values?.[0] === ann.userId ? Promise.reject(new Error('down')) : sql.query(text, values),
          }),
        ),
    } as typeof db,
  }
  world.clock.advance(61_000)
  await notifyHoldersOfStaleMarkets(failing, state, (what) => failures.push(what))
  expect([(await told(ann)).length, (await told(bob)).length, failures.length]).toEqual([0, 1, 1])
  fails = false
  await notifyHoldersOfStaleMarkets(failing, state)
  expect([(await told(ann)).length, (await told(bob)).length]).toEqual([1, 1])
})
