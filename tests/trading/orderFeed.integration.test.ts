import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SignedInUser } from '#server/core/visitor.ts'
import { asDecimal } from '#contract/decimal.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { createMarketStore } from '#market/record/store.ts'
import { toScaledPrice } from '#rules/scaled.ts'
import { approveFeedOrdersClosing, declineFeedOrdersClosing, proposeFeedOrdersClosing } from '#server/operator/feedOrdersClosings.ts'
import type { OperatorContext } from '#server/operator/operatorContext.ts'
import { newestStaffLogEntries } from '#server/operator/log.ts'
import { addStaff } from '#server/operator/staff.ts'
import { startSpotJobs } from '#server/spot/engine.ts'
import { createDemoContractResetter } from '#server/trading/demoReset.ts'
import { startContractEngine } from '#server/trading/engine.ts'
import { order, specs, startMs, tradingFixture } from './tradingFixture.ts'

// An order remembers its feed and is settled on that feed alone, whatever a server is switched to on the same database.

const d = asDecimal
let world: Awaited<ReturnType<typeof tradingFixture>>
let feed: string

beforeEach(async () => {
  world = await tradingFixture()
  feed = world.app.market.feed
  world.hand.set({ BTCUSDT: '60000', ETHUSDT: '3000', USDJPY: '155.000', EURJPY: '180.000' })
})
afterEach(async () => {
  const violations = await findAllLedgerViolations(world.db)
  await world.db.close()
  if (violations.length > 0) throw new Error(JSON.stringify(violations))
})

/** The server starts again on another feed. */
const switchTo = (name: string) => Object.assign(world.app.market, { feed: name })
/** Prices of the feed that is played now, with all that they make due, by engines that have just started. */
async function record(prices: Record<string, string>) {
  world.clock.advance(1_000)
  const stops = [startContractEngine(world.app), startSpotJobs(world.app)]
  await world.hand.record(prices)
  for (const stop of stops) await stop()
}
const list = async (who: SignedInUser) =>
  (await world.ask(who, (context) => world.trading.positions({ pageNo: 1, pageSize: 20, accountType: 2 }, context))).records
const spotOrder = {
  accountType: 2,
  posType: 1,
  symbol: 'BTCUSDT',
  direction: 1,
  orderType: 2,
  price: d('55000'),
  quantity: d('0.01'),
  slippageBps: 50,
} as const

it('no stop, close-out, limit or charge of one feed is triggered by the prices of another', async () => {
  const ann = await world.person()
  const { id } = await world.open(ann, order({ stopLoss: d('58000'), stopProfit: d('62000') }))
  const limit = await world.open(ann, order({ orderType: 2, price: d('59000') }))
  const spot = await world.placeAny(ann, spotOrder, (await world.previewAny(ann, spotOrder)).confirmToken)
  const before = await world.balance(ann)
  switchTo('another')
  for (const price of ['61000', '57000', '40000', '100', '90000']) await record({ BTCUSDT: price })
  // The next moments of funding pass on the other feed.
  world.clock.set(startMs + 28_800_000 - 1_000)
  await record({ BTCUSDT: '60000' })
  expect(await world.balance(ann)).toEqual(before)
  expect((await list(ann)).map((order) => [order.id, order.status]).toSorted()).toEqual(
    [
      [id, 1],
      [limit.id, 0],
      [spot.id, 0],
    ].toSorted(),
  )
  // Nothing of it is shown by prices that are not its own.
  expect((await list(ann)).find((order) => order.id === id)).toMatchObject({ markPrice: null, profit: null, marginRatio: null })
  const waiting = async () => Object.fromEntries((await list(ann)).map((order) => [order.id, 'waitsForFeed' in order]))
  expect(await waiting()).toMatchObject({ [id]: true, [limit.id]: true })
  switchTo(feed)
  expect(await waiting()).toMatchObject({ [id]: false, [limit.id]: false })
  await record({ BTCUSDT: '54000' })
  expect(Object.fromEntries((await list(ann)).map((order) => [order.id, order.status]))).toEqual({ [id]: 3, [limit.id]: 1, [spot.id]: 3 })
})

it('what is closed meanwhile waits for its own market; another order is made and settled on the feed of now', async () => {
  const ann = await world.person()
  const { id } = await world.open(ann, order())
  switchTo('another')
  await record({ BTCUSDT: '70000' })
  expect(await world.close(ann, id)).toMatchObject({ status: 2 })
  await record({ BTCUSDT: '71000' })
  const other = await world.open(ann, order())
  expect(await world.close(ann, other.id)).toMatchObject({ status: 3 })
  expect((await list(ann)).find((order) => order.id === id)?.status).toBe(2)
  expect(await world.db.query('select distinct feed from position order by feed')).toEqual([{ feed: 'another' }, { feed }])
  switchTo(feed)
  await record({ BTCUSDT: '60500' })
  expect((await list(ann)).find((order) => order.id === id)).toMatchObject({ status: 3, closePrice: '60493.95' })
  await expect(world.db.query("update position set feed = 'x'")).rejects.toThrow('never changed')
})

it('a book that is reset ends what is of another feed at the last price of that feed', async () => {
  const ann = await world.person()
  const { id } = await world.open(ann, order())
  const store = createMarketStore(
    world.db,
    feed,
    specs.map(({ symbol }) => symbol),
  )
  await store.write(
    [{ sec: startMs / 1000 + 5, prices: new Map([['BTCUSDT', { price: toScaledPrice('60100'), mode: 'SIM' as const }]]) }],
    0,
  )
  switchTo('another')
  world.hand.set({ BTCUSDT: '90000' })
  await world.ask(ann, ({ sql, afterCommit }) =>
    createDemoContractResetter(world.app)({ sql, userId: ann.userId, at: world.clock.now(), afterCommit }),
  )
  expect((await list(ann)).find((order) => order.id === id)).toMatchObject({ status: 3, closePrice: '60093.99' })
})

it('two people close what is open of a feed that is played no more, at its last recorded price, which the log names', async () => {
  const staff = async (name: string) =>
    (await addStaff(world.db, { name, roles: ['risk'], by: 'machine:test', now: world.clock.now() })).staff
  const [mia, ben] = [await staff('mia'), await staff('ben')]
  const desk: OperatorContext = { app: world.app, kinds: [] }
  const reason = 'the simulated market gives way to the live one'
  const [ann, bob] = [await world.person(), await world.person()]
  const long = await world.open(ann, order())
  const limit = await world.open(ann, order({ orderType: 2, price: d('59000') }))
  const spot = await world.placeAny(ann, spotOrder, (await world.previewAny(ann, spotOrder)).confirmToken)
  // Of this market nothing was recorded: it waits.
  const silent = await world.open(bob, order({ symbol: 'ETHUSDT', quantity: d('1') }))
  const store = createMarketStore(
    world.db,
    feed,
    specs.map(({ symbol }) => symbol),
  )
  await store.begin(startMs / 1000)
  const lastSec = startMs / 1000 + 5
  await store.write([{ sec: lastSec, prices: new Map([['BTCUSDT', { price: toScaledPrice('60100'), mode: 'SIM' as const }]]) }], 0)
  await expect(proposeFeedOrdersClosing(desk, mia, feed, reason)).rejects.toThrow('is played now')
  switchTo('another')
  world.clock.advance(10_000)
  world.hand.set({ BTCUSDT: '90000' })
  const other = await world.open(bob, order())

  const { id, prices } = await proposeFeedOrdersClosing(desk, mia, feed, reason)
  expect(prices).toEqual([
    { symbol: 'BTCUSDT', price: expect.stringMatching(/^60100/), sec: lastSec },
    { symbol: 'ETHUSDT', price: undefined, sec: 0 },
  ])
  await expect(approveFeedOrdersClosing(desk, mia, id)).rejects.toThrow('Somebody else')
  expect((await list(ann)).find((order) => order.id === long.id)?.status).toBe(1)
  expect(await approveFeedOrdersClosing(desk, ben, id)).toMatchObject({ feed, closed: 3, left: 1 })
  const after = Object.fromEntries([...(await list(ann)), ...(await list(bob))].map((order) => [order.id, order]))
  expect(after[long.id]).toMatchObject({ status: 3, closePrice: '60093.99', closeReason: 6 })
  expect([after[limit.id]?.status, after[spot.id]?.status, after[silent.id]?.status, after[other.id]?.status]).toEqual([4, 4, 1, 1])
  const [entry] = await newestStaffLogEntries(world.db, 1)
  expect(entry).toMatchObject({ action: 'feed.approve', about: { feed, proposedBy: 'mia' } })
  expect(JSON.stringify(entry)).toContain(`of ${lastSec}`)
  const notices = await world.db.query<{ kind: string }>('select kind from inbox_notice where user_id = $1 order by kind', [ann.userId])
  expect(notices.map(({ kind }) => kind)).toEqual(['closedWithMarket', 'orderCancelledMarket', 'orderCancelledMarket'])
  // Once more finds what was left, and nothing twice.
  const balance = await world.balance(ann)
  expect(await approveFeedOrdersClosing(desk, ben, id)).toMatchObject({ closed: 0, left: 1 })
  expect(await world.balance(ann)).toEqual(balance)
  await expect(declineFeedOrdersClosing(desk, mia, id)).rejects.toThrow('waits')
})
