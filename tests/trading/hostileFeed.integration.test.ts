import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SignedInUser } from '#server/core/visitor.ts'
import type { ContractOrderRequest, Position } from '#contract/calls/trading.ts'
import { asDecimal } from '#contract/decimal.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import type { FeedTick } from '#market/feeds/feed.ts'
import { type ManualFeed, createManualFeed } from '#market/feeds/manualFeed.ts'
import { readRecordedPricesAt } from '#market/record/recordedPrices.ts'
import { runDueSecondContractJobs } from '#server/secondContracts/engine.ts'
import { exposureDrift } from './exposureDrift.ts'
import { startMs } from './tradingFixture.ts'
import { outcomeOf, fullFixture } from '../ledger/fullFixture.ts'
import { assertLedgerConsistent } from '../ledger/recount.ts'

const d = asDecimal
const unit = 10_000_000_000n
type World = Awaited<ReturnType<typeof fullFixture>>
let world: World
let feed: ManualFeed
let ann: SignedInUser
/** Said by the feed at the next look, before what it would have said. */
let lies: FeedTick[] = []

beforeEach(async () => {
  lies = []
  const honest = createManualFeed(symbolSeeds)
  feed = { ...honest, due: (nowMs) => [...lies.splice(0), ...honest.due(nowMs)] }
  feed.put({ BTCUSDT: '60000', ETHUSDT: '3000', XAUUSD: '4050', EURUSD: '1.16', USDJPY: '155' })
  world = await fullFixture({ feed })
  await world.next()
  ann = await world.person()
})
afterEach(async () => {
  await assertLedgerConsistent(world.db)
  const drift = await exposureDrift(world.db)
  await world.end()
  if (drift.length > 0) throw new Error(JSON.stringify(drift))
})

const order = (over: Partial<ContractOrderRequest> = {}): ContractOrderRequest => ({
  accountType: 2,
  posType: 2,
  symbol: 'BTCUSDT',
  direction: 1,
  orderType: 1,
  slippageBps: 50,
  lever: 10,
  quantity: d('0.1'),
  ...over,
})
const open = async (over: Partial<ContractOrderRequest> = {}) => (await world.place(ann, order(over))) as Position
const second = (over: object = {}) =>
  world.buySecond(ann, { accountType: 2, symbol: 'BTCUSDT', money: d('100'), setId: 'BTCUSDT-60', type: 1, ...over })
const secondNow = async () =>
  (await world.db.query<Record<string, string | number | null>>('select * from second_order order by id desc limit 1'))[0]
const rowOf = async (id: string) => {
  const [row] = await world.db.query<Record<string, string | number | null>>('select * from position where id = $1', [id])
  return row
}
const nowSec = () => Math.floor(world.clock.now() / 1000)
const close = (id: string) => world.ask(ann, (context) => world.rooms.trading.closePosition({ id }, context))
/** All four that a price could move: a running position with both stops, a thin one, and limits on either side. */
const allKinds = async () => ({
  stopped: await open({ stopLoss: d('59000.00'), stopProfit: d('61000.00') }),
  thin: await open({ lever: 20 }),
  bidding: await open({ orderType: 2, price: d('59500.00') }),
  context: await open({ direction: 2, orderType: 2, price: d('60500.00') }),
})
async function nothingMoved(made: Awaited<ReturnType<typeof allKinds>>) {
  for (const { id, status } of Object.values(made)) expect(await rowOf(id)).toMatchObject({ status })
  expect((await rowOf(made.thin.id))?.['open_sec']).toBe(String(made.thin.openSec))
}
const say = (sec: number, price: bigint, symbol = 'BTCUSDT'): FeedTick => ({ sec, prices: new Map([[symbol, price]]), missed: false })

describe('a feed that stops', () => {
  it('opens nothing, moves nothing, and lets leave: at the first record that comes', async () => {
    const made = await allKinds()
    const other = await open()
    feed.silence('BTCUSDT')
    for (let n = 0; n < 4; n++) await world.next()
    expect(await outcomeOf(world.place(ann, order()))).toBe('feedStale')
    expect(await outcomeOf(second())).toBe('feedStale')
    expect(await close(other.id)).toMatchObject({ status: 2 })
    for (let n = 0; n < 100; n++) await world.next()
    await nothingMoved(made)
    await world.next({ BTCUSDT: '58000' })
    expect(await rowOf(other.id)).toMatchObject({ status: 3, close_reason: 1, close_price: '57994.20', close_sec: String(nowSec()) })
    expect(await rowOf(made.stopped.id)).toMatchObject({ status: 3, close_reason: 3, close_price: '57994.20' })
    expect(await rowOf(made.bidding.id)).toMatchObject({ status: 1, open_price: '58005.80' })
    expect(await rowOf(made.context.id)).toMatchObject({ status: 0 })
  })

  it('gives back the stake of a second contract that no record can decide, once', async () => {
    await second()
    await world.next()
    feed.silence('BTCUSDT')
    for (let n = 0; n < 110; n++) await world.next()
    expect(await secondNow()).toMatchObject({ status: 3, result: 4, payout: '100.00000000' })
    const before = await world.db.query('select count(*) from leg')
    for (let n = 0; n < 5; n++) await world.next({ BTCUSDT: '70000' })
    expect(await world.db.query('select count(*) from leg')).toEqual(before)
  })

  it('one silent market stops no other', async () => {
    feed.silence('BTCUSDT')
    for (let n = 0; n < 5; n++) await world.next()
    expect(await open({ symbol: 'ETHUSDT' })).toMatchObject({ status: 1 })
  })
})

it('a feed that jumps takes no more than was put in, in either direction', async () => {
  const [long, short] = [await open({ lever: 20 }), await open({ direction: 2, lever: 20 })]
  await world.next({ BTCUSDT: '600000' })
  await world.next({ BTCUSDT: '0.01' })
  await world.next({ BTCUSDT: '60000' })
  expect(await rowOf(short.id)).toMatchObject({ status: 3, close_reason: 4, returned: '0.00000000' })
  expect(await rowOf(long.id)).toMatchObject({ status: 3, close_reason: 4, returned: '0.00000000' })
  const [balance] = await world.db.query<{ amount: string }>(`select amount from balance where user_id = $1 and bucket = 'AVAIL'`, [
    ann.userId,
  ])
  expect(balance?.amount).toBe('99394.00000000')
})

describe('a feed that says a second again', () => {
  it('with another price: what was recorded stays, and nothing follows from the other', async () => {
    const made = await allKinds()
    await world.next()
    const sec = nowSec()
    for (const price of [58_000n, 62_000n, 50_000n]) {
      lies = [say(sec, price * unit)]
      await world.market.step()
    }
    await nothingMoved(made)
    expect(world.market.quote('BTCUSDT')).toMatchObject({ sec, mid: '60000' })
    expect((await readRecordedPricesAt(world.db, 'hand', [sec])).get(sec)?.get('BTCUSDT')).toMatch(/^60000(\.0+)?$/)
    await world.next()
    await nothingMoved(made)
  })
})

describe('a feed that goes back in time', () => {
  it('fills nothing at yesterday’s prices and changes no record', async () => {
    const made = await allKinds()
    await world.next()
    for (const behind of [1, 2, 30, 3600, 86_400, 10 ** 9]) {
      lies = [say(nowSec() - behind, 50_000n * unit)]
      await world.next()
    }
    await nothingMoved(made)
    expect(world.market.quote('BTCUSDT')).toMatchObject({ sec: nowSec(), mid: '60000' })
    lies = [say(nowSec() - 5, 50_000n * unit)]
    await world.market.step()
    expect(world.market.quote('BTCUSDT')).toMatchObject({ sec: nowSec(), mid: '60000' })
  })

  it('nor at tomorrow’s', async () => {
    const made = await allKinds()
    for (const ahead of [5, 61, 3600, 10 ** 9]) {
      lies = [say(nowSec() + ahead, 50_000n * unit)]
      await world.next()
    }
    await nothingMoved(made)
    await second()
    for (let n = 0; n < 62; n++) await world.next()
    expect(await secondNow()).toMatchObject({ status: 3, result: 3 })
    expect(world.market.quote('BTCUSDT')).toMatchObject({ sec: nowSec(), mid: '60000' })
  })
})

describe('a feed that sends rubbish', () => {
  const rubbish: [string, unknown][] = [
    ['nothing', 0n],
    ['less than nothing', -60_000n * unit],
    ['1e30', 10n ** 30n * unit],
    ['not a number', Number.NaN],
    ['a number that is not whole', 0.5],
    ['no price', undefined],
    ['a word', 'rubbish'],
    ['endless', Number.POSITIVE_INFINITY],
  ]
  it.each(rubbish)('%s: the market rests, the others go on', async (_, price) => {
    const made = await allKinds()
    feed.silence('BTCUSDT')
    for (let n = 0; n < 5; n++) {
      lies = [
        {
          sec: nowSec() + 1,
          prices: new Map([
            ['BTCUSDT', price as bigint],
            ['ETHUSDT', 3001n * unit],
          ]),
          missed: false,
        },
      ]
      await world.next()
    }
    await nothingMoved(made)
    expect(world.market.quote('ETHUSDT')).toMatchObject({ sec: nowSec(), mid: '3001', stale: false })
    expect(await outcomeOf(world.place(ann, order()))).toBe('feedStale')
    expect(await open({ symbol: 'ETHUSDT' })).toMatchObject({ openPrice: '3001.46' })
  })

  it.each([Number.NaN, 1.5, -1, Number.POSITIVE_INFINITY])('a second that is %s', async (sec) => {
    const made = await allKinds()
    lies = [say(sec, 50_000n * unit)]
    await world.next()
    await nothingMoved(made)
    expect(world.market.quote('BTCUSDT')).toMatchObject({ sec: nowSec(), mid: '60000' })
  })

  it('a market that we do not list', async () => {
    lies = [say(nowSec() + 1, 1n * unit, 'NOPE')]
    await world.next()
    await world.next()
    expect(await outcomeOf(world.place(ann, order({ symbol: 'NOPE' })))).toBe('symbolUnknown')
    expect(world.market.quote('BTCUSDT')).toMatchObject({ sec: nowSec() })
  })
})

describe('a clock that jumps', () => {
  const hour = 3_600_000

  it('back an hour: nothing is traded or settled meanwhile, and all of it once it is right again', async () => {
    const made = await allKinds()
    await second()
    for (let n = 0; n < 30; n++) await world.next()
    world.clock.set(world.clock.now() - hour)
    feed.put({ BTCUSDT: '58000' })
    for (let n = 0; n < 5; n++) {
      world.clock.advance(1000)
      await world.market.step()
      await runDueSecondContractJobs(world.app)
    }
    expect(await outcomeOf(world.place(ann, order()))).toBe('feedStale')
    expect(await close(made.thin.id)).toMatchObject({ status: 2 })
    expect(await rowOf(made.stopped.id)).toMatchObject({ status: 1 })
    expect(await secondNow()).toMatchObject({ status: 1 })
    world.clock.set(world.clock.now() + hour)
    await world.next()
    expect(await rowOf(made.thin.id)).toMatchObject({ status: 3, close_reason: 1 })
    expect(await rowOf(made.stopped.id)).toMatchObject({ status: 3, close_reason: 3 })
    for (let n = 0; n < 40; n++) await world.next()
    expect(await secondNow()).toMatchObject({ status: 3, result: 2 })
  })

  it('on an hour: a second contract is decided by its own seconds or not at all, and nothing twice', async () => {
    const made = await allKinds()
    await second()
    for (let n = 0; n < 10; n++) await world.next()
    world.clock.advance(hour)
    for (let n = 0; n < 3; n++) await world.next({ BTCUSDT: '58000' })
    expect(await secondNow()).toMatchObject({ status: 3, result: 4, payout: '100.00000000' })
    expect(await rowOf(made.stopped.id)).toMatchObject({ status: 3, close_reason: 3 })
    const legs = await world.db.query('select count(*) from leg')
    world.clock.set(world.clock.now() - hour)
    for (let n = 0; n < 3; n++) await world.next({ BTCUSDT: '50000' })
    expect(await world.db.query('select count(*) from leg')).toEqual(legs)
  })

  it('to a day that is over, the book is the same afterwards', async () => {
    world.clock.set(startMs - 86_400_000)
    await world.next()
    expect(await outcomeOf(world.place(ann, order()))).toBe('feedStale')
    world.clock.set(startMs + 60_000)
    await world.next()
    expect(await open()).toMatchObject({ status: 1 })
  })
})
