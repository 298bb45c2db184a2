import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { SignedInUser } from '#server/core/visitor.ts'
import type { Position } from '#contract/calls/trading.ts'
import { asDecimal } from '#contract/decimal.ts'
import type { SpotOrderRequest } from '#contract/orders/spot.ts'
import { closeReason } from '#contract/states.ts'
import {
  recheckOrdersEndedByTimeOrListing,
  recheckRequestedAndHaltedOrders,
  requestPendingOrderRecheck,
} from '#server/orders/orderRechecks.ts'
import { createSpotOrderRechecker, startSpotJobs } from '#server/spot/engine.ts'
import { processContractsOnRecord, startContractEngine } from '#server/trading/engine.ts'
import { createContractOrderRechecker } from '#server/trading/recheck.ts'
import { hourMs, realAccountFixture } from '../limits/realAccountFixture.ts'
import { assertLedgerConsistent } from '../ledger/recount.ts'
import { order, refusalOf } from './tradingFixture.ts'

// Whatever takes a right to trade away takes the waiting orders with it, and nothing else.
const d = asDecimal
const world = await realAccountFixture()
const { db, app } = world
const stops = [startContractEngine(app), startSpotJobs(app)]
afterEach(() => assertLedgerConsistent(db))
afterAll(async () => {
  for (const stop of stops) await stop()
  await world.end()
})

const kinds = [createContractOrderRechecker(app), createSpotOrderRechecker(app)]
const recheck = () => recheckRequestedAndHaltedOrders(app, kinds)
const limit = (over: Parameters<typeof order>[0] = {}) =>
  order({ orderType: 2, price: d('80000.00'), lever: 5, quantity: d('0.01'), ...over })
const spot = (over: Partial<SpotOrderRequest> = {}): SpotOrderRequest => ({
  accountType: 2,
  posType: 1,
  symbol: 'BTCUSDT',
  direction: 1,
  orderType: 2,
  price: d('80000'),
  slippageBps: 50,
  quantity: d('0.01'),
  ...over,
})
/** A second later, with these prices; the first one back on the others. */
const next = async (prices: Record<string, string> = {}) => {
  world.feed.put({ BTCUSDT: '90000', ETHUSDT: '3200', ...prices })
  await world.pass(1)
}
const list = async (who: SignedInUser, accountType: 1 | 2 = 2) =>
  (await world.ask(who, (context) => world.trading.positions({ accountType, pageNo: 1, pageSize: 100 }, context))).records
const position = async (who: SignedInUser, id: string, accountType: 1 | 2 = 2) =>
  (await list(who, accountType)).find((each) => each.id === id)
const kindsOf = async (who: SignedInUser) =>
  (
    await db.query<{ kind: string }>(`select kind from inbox_notice where user_id = $1 and type = 'transaction' order by id`, [who.userId])
  ).map(({ kind }) => kind)

describe('a break', () => {
  it('from leverage cancels waiting contracts in all accounts and leaves spot, running positions and their stops alone', async () => {
    const ann = await world.person()
    const running = await world.open(ann, order({ lever: 5, quantity: d('0.01'), stopLoss: d('85000.00') }))
    const demo = await world.open(ann, limit())
    const real = await world.open(ann, limit({ accountType: 1 }))
    const coins = await world.open(ann, spot())
    await world.exclude(ann, 6, 'leverage')
    await recheck()
    expect(await position(ann, demo.id)).toMatchObject({ status: 4, closeReason: closeReason.ownBreak })
    expect(await position(ann, real.id, 1)).toMatchObject({ status: 4, closeReason: closeReason.ownBreak })
    expect(await position(ann, coins.id)).toMatchObject({ status: 0 })
    expect(await position(ann, running.id)).toMatchObject({ status: 1, stopLoss: '85000.00' })
    expect(await kindsOf(ann)).toEqual(['orderCancelledBreak', 'orderCancelledBreak'])
    expect(await world.has(ann)).toBe('100000.00000000')
    // Protection still works, and the spot order still fills.
    await next({ BTCUSDT: '79000' })
    expect(await position(ann, running.id)).toMatchObject({ status: 3, closeReason: closeReason.stopLoss })
    expect(await position(ann, coins.id)).toMatchObject({ status: 3 })
    await next()
  })

  it('from everything cancels what buys coins and leaves what sells them', async () => {
    const ann = await world.person()
    const bought = await world.open(ann, spot({ orderType: 1, price: undefined }))
    const selling = await world.open(ann, spot({ direction: 2, price: d('95000') }))
    const buying = await world.open(ann, spot({ price: d('70000') }))
    await world.timeout(ann, 24)
    await recheck()
    expect(await position(ann, buying.id)).toMatchObject({ status: 4, closeReason: closeReason.ownBreak })
    expect(await position(ann, selling.id)).toMatchObject({ status: 0 })
    expect(await position(ann, bought.id)).toMatchObject({ status: 3 })
    await next({ BTCUSDT: '96000' })
    expect(await position(ann, selling.id)).toMatchObject({ status: 3 })
    await next()
  })

  it('holds at the fill too, before anything was judged again', async () => {
    const ann = await world.person()
    const [future, coins] = [await world.open(ann, limit()), await world.open(ann, spot())]
    await world.timeout(ann, 24)
    await next({ BTCUSDT: '79000' })
    expect(await position(ann, future.id)).toMatchObject({ status: 4, closeReason: closeReason.ownBreak })
    expect(await position(ann, coins.id)).toMatchObject({ status: 4, closeReason: closeReason.ownBreak })
    expect(await kindsOf(ann)).toEqual(['orderCancelledBreak', 'orderCancelledBreak'])
    await next()
    await recheck()
    expect(await kindsOf(ann)).toHaveLength(2)
  })

  it('of another person, or one that is over, takes nothing', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const waiting = await world.open(ann, limit())
    await world.timeout(bob, 24)
    await recheck()
    await next({ BTCUSDT: '79000' })
    expect(await position(ann, waiting.id)).toMatchObject({ status: 1 })
    await next()
  })

  it('lets an order fill whose trigger was recorded before it, and cancels one that was triggered after', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const [early, late] = [await world.open(ann, limit()), await world.open(bob, limit({ price: d('78500.00') }))]
    const sec = Math.floor(world.clock.now() / 1000) + 1
    const touched = { sec, prices: new Map([['BTCUSDT', d('79000')]]) }
    // The second stands in the record, and nobody has acted on it when the breaks begin.
    await Promise.all(stops.splice(0).map((stop) => stop()))
    await next({ BTCUSDT: '79000' })
    await world.timeout(ann, 24)
    await world.timeout(bob, 24)
    stops.push(startContractEngine(app), startSpotJobs(app))
    await processContractsOnRecord(app, touched)
    await processContractsOnRecord(app, { sec: sec + 1, prices: new Map([['BTCUSDT', d('78400')]]) })
    expect(await position(ann, early.id)).toMatchObject({ status: 1, openSec: sec })
    expect(await position(bob, late.id)).toMatchObject({ status: 4, closeReason: closeReason.ownBreak })
    await next()
  })

  it('that begins while orders are placed and filled leaves none waiting and none filled after it', async () => {
    for (let round = 0; round < 12; round++) {
      const ann = await world.person()
      const asked = Array.from({ length: 3 }, (_, n) => (n % 2 === 0 ? limit() : spot()))
      const tokens = await Promise.all(asked.map(async (each) => (await world.preview(ann, each)).confirmToken))
      const first = await world.open(ann, limit())
      world.feed.put({ BTCUSDT: '79000' })
      await Promise.allSettled([
        ...asked.map((each, n) => world.place(ann, each, tokens[n])),
        round % 2 === 0 ? world.pass(1) : Promise.resolve(),
        world.timeout(ann, 24),
      ])
      await recheck()
      expect((await list(ann)).filter(({ status }) => status === 0)).toEqual([])
      const before = (await list(ann)).map(({ id, status }) => [id, status])
      await next({ BTCUSDT: '79000' })
      expect((await list(ann)).map(({ id, status }) => [id, status])).toEqual(before)
      const { status, closeReason: reason } = (await position(ann, first.id)) as Position
      expect(status === 1 || (status === 4 && reason === closeReason.ownBreak)).toBe(true)
      await next()
    }
  })
})

describe('the end of a verification', () => {
  it('cancels waiting orders of the real account alone', async () => {
    const ann = await world.person()
    const [demo, real, coins] = [
      await world.open(ann, limit()),
      await world.open(ann, limit({ accountType: 1 })),
      await world.open(ann, spot({ accountType: 1 })),
    ]
    await db.query('update account set kyc_closes_ms = $2 where id = $1', [ann.userId, world.clock.now() + hourMs])
    await recheckOrdersEndedByTimeOrListing(app, kinds)
    expect(await position(ann, real.id, 1)).toMatchObject({ status: 0 })
    await db.query('update account set kyc_closes_ms = $2 where id = $1', [ann.userId, world.clock.now()])
    await recheckOrdersEndedByTimeOrListing(app, kinds)
    for (const { id } of [real, coins])
      expect(await position(ann, id, 1)).toMatchObject({ status: 4, closeReason: closeReason.verificationEnded })
    expect(await position(ann, demo.id)).toMatchObject({ status: 0 })
    expect(await kindsOf(ann)).toEqual(['orderCancelledVerification', 'orderCancelledVerification'])
  })

  it('leaves what sells coins: it fills, and more can be sold', async () => {
    const ann = await world.person()
    await world.open(ann, spot({ accountType: 1, orderType: 1, price: undefined, quantity: d('0.03') }))
    const selling = await world.open(ann, spot({ accountType: 1, direction: 2, price: d('95000') }))
    await db.query('update account set kyc_closes_ms = $2 where id = $1', [ann.userId, world.clock.now()])
    await requestPendingOrderRecheck(app, db, ann.userId)
    await recheck()
    await recheckOrdersEndedByTimeOrListing(app, kinds)
    expect(await position(ann, selling.id, 1)).toMatchObject({ status: 0 })
    expect((await refusalOf(world.preview(ann, spot({ accountType: 1 })))).name).toBe('kycRequired')
    const now = spot({ accountType: 1, direction: 2, orderType: 1, price: undefined })
    expect(await world.open(ann, now)).toMatchObject({ status: 3 })
    expect(await world.open(ann, spot({ accountType: 1, direction: 2, price: d('99000') }))).toMatchObject({ status: 0 })
    await next({ BTCUSDT: '96000' })
    expect(await position(ann, selling.id, 1)).toMatchObject({ status: 3 })
    await next()
  })
})

describe('another country', () => {
  it('cancels what its rules do not allow: leverage above its cap, and nothing below it', async () => {
    const ann = await world.person()
    await db.query('update account set created_ms = $2 where id = $1', [ann.userId, world.clock.now() - 90 * 24 * hourMs])
    const [high, low] = [await world.open(ann, limit({ lever: 10 })), await world.open(ann, limit({ lever: 2 }))]
    await db.transaction(async (sql) => {
      await sql.query(`update account set kyc_country = 'DE' where id = $1`, [ann.userId])
      await requestPendingOrderRecheck(app, sql, ann.userId)
    })
    await recheck()
    expect(await position(ann, high.id)).toMatchObject({ status: 4, closeReason: closeReason.country })
    expect(await position(ann, low.id)).toMatchObject({ status: 0 })
  })
})

describe('a halt', () => {
  it('cancels what waits to open on its market, and leaves other markets and what sells coins', async () => {
    const ann = await world.person()
    await world.open(ann, spot({ orderType: 1, price: undefined }))
    const selling = await world.open(ann, spot({ direction: 2, price: d('95000') }))
    const [buying, future] = [await world.open(ann, spot()), await world.open(ann, limit())]
    const other = await world.open(ann, limit({ symbol: 'ETHUSDT', price: d('3000.00'), quantity: d('0.1') }))
    const halt = (reason: string) => db.query(`insert into market_halt (symbol, since_ms, reason) values ('BTCUSDT', 0, $1)`, [reason])
    await halt(randomUUID())
    await recheck()
    for (const { id } of [buying, future]) expect(await position(ann, id)).toMatchObject({ status: 4, closeReason: closeReason.halt })
    for (const { id } of [selling, other]) expect(await position(ann, id)).toMatchObject({ status: 0 })
    expect(await kindsOf(ann)).toEqual(['orderCancelledHalt', 'orderCancelledHalt'])
    expect((await refusalOf(world.preview(ann, limit()))).name).toBe('symbolHalted')
    await db.query('delete from market_halt')
  })

  it('takes nothing whose trigger was recorded before it', async () => {
    const ann = await world.person()
    const waiting = await world.open(ann, limit())
    const sec = Math.floor(world.clock.now() / 1000) + 1
    await db.query(`insert into market_halt (symbol, since_ms, reason, after_sec) values ('BTCUSDT', 0, 'test', $1)`, [sec])
    await next({ BTCUSDT: '79000' })
    expect(await position(ann, waiting.id)).toMatchObject({ status: 1, openSec: sec })
    await db.query('delete from market_halt')
    await next()
  })
})

it('a limit of one’s own that is reached cancels what waits when its price comes', async () => {
  const ann = await world.person()
  const waiting = await world.open(ann, limit({ accountType: 1 }))
  await world.set(ann, { loss: { day: d('1') } })
  const losing = await world.open(ann, order({ accountType: 1, lever: 5, quantity: d('0.01') }))
  await next({ BTCUSDT: '88000' })
  await world.close(ann, losing.id)
  await next({ BTCUSDT: '79000' })
  expect(await position(ann, waiting.id, 1)).toMatchObject({ status: 4, closeReason: closeReason.ownLimit })
  await next()
})

it('a market that is listed no more gives back what waited there', async () => {
  const ann = await world.person()
  const [future, coins] = [await world.open(ann, limit()), await world.open(ann, spot())]
  const other = await world.open(ann, limit({ symbol: 'ETHUSDT', price: d('3000.00'), quantity: d('0.1') }))
  const { market } = app
  const specs = market.specs.filter(({ symbol }) => symbol !== 'BTCUSDT')
  const delisted = { ...app, market: { ...market, specs, spec: (symbol: string) => specs.find((each) => each.symbol === symbol) } }
  await recheckOrdersEndedByTimeOrListing(delisted, [createContractOrderRechecker(delisted), createSpotOrderRechecker(delisted)])
  for (const { id } of [future, coins]) expect(await position(ann, id)).toMatchObject({ status: 4, closeReason: closeReason.delisting })
  expect(await position(ann, other.id)).toMatchObject({ status: 0 })
})
