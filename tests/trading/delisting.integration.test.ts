import { randomUUID } from 'node:crypto'
import { tryCreateUser } from '#account/people.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SignedInUser } from '#server/core/visitor.ts'
import type { AnyPosTypeOrderRequest, ContractOrderRequest } from '#contract/calls/trading.ts'
import { asDecimal } from '#contract/decimal.ts'
import { instantToWireTime } from '#contract/time.ts'
import type { Database } from '#db/database.ts'
import { checkSettlementsByReplayNow } from '#server/fairness/replay.ts'
import { createDelistingSettlers, createSettlementExplainers } from '#server/modules.ts'
import { announceDelisting, callOffDelisting, listDelistings } from '#server/operator/delistings.ts'
import { newestStaffLogEntries } from '#server/operator/log.ts'
import { addStaff, type StaffMember } from '#server/operator/staff.ts'
import { type NoticeRow, serializeNotice } from '#server/notifications/writeNotices.ts'
import { type DelistingRetries, settleDelistedMarkets } from '#server/orders/delistings.ts'
import { notifyDelistings } from '#server/orders/notifyDelistings.ts'
import { closeContractsOfUnlistedMarkets } from '#server/trading/endOfMarket.ts'
import { fullFixture, outcomeOf } from '../ledger/fullFixture.ts'
import { assertLedgerConsistent } from '../ledger/recount.ts'
import { order, refusalOf, startMs } from './tradingFixture.ts'

// A market is delisted at a second that was announced (docs/rules/contracts.md, Delisting): everything open is settled at its price.

const d = asDecimal
const daySec = 86_400
const prices = { BTCUSDT: '60000', ETHUSDT: '3000', XAUUSD: '4050', USDJPY: '155', EURUSD: '1.16' }
/** Eight days after the start, 12:34:56 UTC+8: between two expiries. */
const endsSec = startMs / 1000 + 8 * daySec + 12 * 3600 + 34 * 60 + 56
const reason = 'too little is traded in it elsewhere'

let world: Awaited<ReturnType<typeof fullFixture>>
let mia: StaffMember
beforeEach(async () => {
  world = await fullFixture()
  await world.next(prices)
  mia = (await addStaff(world.db, { name: 'mia', roles: ['risk'], by: 'machine:test', now: world.clock.now() })).staff
})
afterEach(async () => {
  await assertLedgerConsistent(world.db)
  await world.end()
})

const desk = () => ({ app: world.app, kinds: [] })
const announce = async (symbol = 'BTCUSDT', sec = endsSec) => {
  await announceDelisting(desk(), mia, { symbol, at: instantToWireTime(sec * 1000), reason })
  await world.readDelistings()
}
const settle = (db: Database = world.db, retries?: DelistingRetries) => {
  const app = { ...world.app, db }
  return settleDelistedMarkets(app, createDelistingSettlers(app), undefined, retries)
}
const spot = (over: object) =>
  ({ accountType: 2, posType: 1, symbol: 'BTCUSDT', direction: 1, orderType: 1, slippageBps: 50, ...over }) as never
const contract = (over: Partial<ContractOrderRequest> = {}) => order(over)
/** A call on BTC that expires on the second Friday after the start. */
const call = (over: object = {}) =>
  ({
    accountType: 2,
    posType: 3,
    symbol: 'BTCUSDT',
    direction: 1,
    orderType: 1,
    slippageBps: 200,
    quantity: d('0.1'),
    optionId: 'BTCUSDT-20261204-60000-C',
    ...over,
  }) as never
const second = (seconds: number) => ({ accountType: 2, symbol: 'BTCUSDT', money: d('100'), setId: `BTCUSDT-${seconds}`, type: 1 }) as never
const ordersOf = async (who: SignedInUser) => {
  const { records } = await world.ask(who, (context) =>
    world.rooms.trading.positions({ pageNo: 1, pageSize: 100, accountType: 2 }, context),
  )
  return new Map(records.map((record) => [record.id, record]))
}
const balancesOf = (who: SignedInUser) =>
  world.db.query('select currency, bucket, amount from balance where user_id = $1 and amount <> 0 order by 1, 2', [who.userId])
const alertOn = (who: SignedInUser, symbol: string) =>
  world.ask(who, (context) =>
    world.rooms.alerts.save({ symbol, op: '>=', price: d('90000'), once: true, channels: ['inbox'] } as never, context),
  )

/** Everything that can hang on the price of BTC. */
async function everything(who: SignedInUser) {
  const place = async (asked: AnyPosTypeOrderRequest) => (await world.place(who, asked)).id
  const bought = await place(spot({ money: d('5000') }))
  return {
    long: await place(contract()),
    short: await place(contract({ direction: 2 })),
    stopped: await place(contract({ stopLoss: d('58000') })),
    limit: await place(contract({ orderType: 2, price: d('40000') })),
    touched: await place(contract({ orderType: 2, price: d('58500') })),
    bought,
    spotBuy: await place(spot({ orderType: 2, price: d('40000'), quantity: d('0.01') })),
    spotSell: await place(spot({ direction: 2, orderType: 2, price: d('90000'), quantity: d('0.01') })),
    option: await place(call()),
    soon: await place(call({ optionId: 'BTCUSDT-20261127-60000-C' })),
    other: await place(contract({ symbol: 'ETHUSDT', quantity: d('1') })),
  }
}

describe('the announcement', () => {
  it('is made seven days ahead, for a second with a price, once, and can be called off until a minute before', async () => {
    const at = (sec: number, symbol = 'BTCUSDT') => announceDelisting(desk(), mia, { symbol, at: instantToWireTime(sec * 1000), reason })
    const nowSec = world.clock.now() / 1000
    await expect(at(nowSec + 7 * daySec - 1)).rejects.toThrow('7 days ahead')
    world.feed.setOpen('XAUUSD', false)
    await expect(at(endsSec, 'XAUUSD')).rejects.toThrow('is closed in that second')
    world.feed.setOpen('XAUUSD', true)
    await expect(at(endsSec, 'XYZ')).rejects.toThrow('no market of ours')
    await expect(announceDelisting(desk(), mia, { symbol: 'BTCUSDT', at: '2026-11-31 12:00:00', reason })).rejects.toThrow('is no second')
    await expect(
      announceDelisting(desk(), mia, { symbol: 'BTCUSDT', at: instantToWireTime(endsSec * 1000), reason: 'no' }),
    ).rejects.toThrow('10 to 300')
    const ben = (await addStaff(world.db, { name: 'ben', roles: ['reviewer'], by: 'machine:test', now: world.clock.now() })).staff
    await expect(announceDelisting(desk(), ben, { symbol: 'BTCUSDT', at: instantToWireTime(endsSec * 1000), reason })).rejects.toThrow(
      'may not do this',
    )
    await at(endsSec)
    await expect(at(endsSec + 60)).rejects.toThrow('delisted already')
    const [entry] = await newestStaffLogEntries(world.db, 1)
    expect(entry).toMatchObject({ action: 'market.delist', about: { symbol: 'BTCUSDT', reason } })
    await expect(world.db.query('update market_delisting set ends_sec = ends_sec + 1')).rejects.toThrow('announced once')
    await callOffDelisting(desk(), mia, 'BTCUSDT')
    await world.readDelistings()
    expect(world.app.market.tradingEndsAt?.('BTCUSDT')).toBeUndefined()
    await at(endsSec + 60)
    world.clock.set((endsSec + 1) * 1000)
    await expect(callOffDelisting(desk(), mia, 'BTCUSDT')).rejects.toThrow('No delisting')
    expect((await listDelistings(desk())).map(({ state }) => state)).toEqual(['announced', 'called off'])
  })

  it('keeps away what would outlast it, and nothing else', async () => {
    const ann = await world.person()
    await announce()
    expect((await refusalOf(world.place(ann, call()))).name).toBe('marketDelisted')
    await world.place(ann, call({ optionId: 'BTCUSDT-20261127-60000-C' }))
    await world.place(ann, contract())
    const [btc] = await world.ask(ann, (context) => world.rooms.market.symbols({ ids: ['BTCUSDT'] }, context))
    expect(btc).toMatchObject({ tradingEndsAt: endsSec * 1000, tradable: { contract: true } })
    await world.goTo(endsSec - 400, prices)
    expect(await outcomeOf(world.buySecond(ann, second(600)))).toBe('marketDelisted')
    await world.goTo(endsSec - 1, prices)
    expect(await outcomeOf(world.place(ann, contract()))).toBe('done')
    await world.goTo(endsSec, prices)
    for (const late of [
      contract(),
      contract({ orderType: 2, price: d('40000') }),
      spot({ money: d('100') }),
      spot({ direction: 2, money: d('100') }),
    ])
      expect(await outcomeOf(world.place(ann, late))).toBe('marketDelisted')
    expect(await outcomeOf(world.buySecond(ann, second(60)))).toBe('marketDelisted')
    expect(await outcomeOf(alertOn(ann, 'BTCUSDT'))).toBe('marketDelisted')
    // It is in no list; its price and its chart go on.
    const { market } = world.rooms
    const [over] = await world.ask(ann, (context) => market.symbols({ ids: ['BTCUSDT'] }, context))
    expect(over).toMatchObject({ tradingEndsAt: endsSec * 1000, session: { open: false }, markPrice: expect.stringMatching(/^60000/) })
    expect(Object.values(over?.tradable ?? {})).toEqual([false, false, false, false, false])
    expect((await world.ask(ann, (context) => market.tickers({}, context))).map(({ symbol }) => symbol)).not.toContain('BTCUSDT')
    const chart = { symbol: 'BTCUSDT', period: '1m', limit: 5 } as const
    expect((await world.ask(ann, (context) => market.candles(chart, context))).length).toBeGreaterThan(0)
    expect(await outcomeOf(world.place(ann, contract({ symbol: 'ETHUSDT', quantity: d('1') })))).toBe('done')
  })
})

describe('at its second', () => {
  it('stops go first, then everything closes at its price, waiting orders give back what they reserved, and coins stay', async () => {
    const ann = await world.person()
    const ids = await everything(ann)
    const alert = await alertOn(ann, 'BTCUSDT')
    await announce()
    await world.goTo(endsSec - 2, prices)
    expect((await ordersOf(ann)).get(ids.soon)).toMatchObject({ status: 1 })
    const coins = await balancesOf(ann)
    await settle()
    expect(await balancesOf(ann)).toEqual(coins)
    // Its own second reaches the stop and the limit; what comes later is nobody's price.
    await world.goTo(endsSec, { BTCUSDT: '57500' })
    await world.next({ BTCUSDT: '10000' })
    await settle()
    const after = await ordersOf(ann)
    const closed = { status: 3, closeSec: endsSec }
    expect(after.get(ids.long)).toMatchObject({ ...closed, closeReason: 6, closePrice: '57494.25', closeFee: '2.87471250' })
    expect(after.get(ids.short)).toMatchObject({ ...closed, closeReason: 6, closePrice: '57505.75' })
    expect(after.get(ids.stopped)).toMatchObject({ ...closed, closeReason: 3, closePrice: '57494.25' })
    for (const id of [ids.limit, ids.touched, ids.spotBuy, ids.spotSell]) expect(after.get(id)).toMatchObject({ status: 4, closeReason: 6 })
    expect(after.get(ids.option)).toMatchObject({ ...closed, closeReason: 6 })
    expect(after.get(ids.other)).toMatchObject({ status: 1 })
    // Every reserve came back, and the coins are whole.
    const left = await balancesOf(ann)
    expect(left).toContainEqual({ currency: 'BTC', bucket: 'AVAIL', amount: expect.stringMatching(/^0\.083/) })
    expect(left.filter(({ bucket }) => bucket === 'FROZEN')).toEqual([])
    expect(await world.db.query('select status, fired_ms from price_alert where id = $1', [alert.id])).toEqual([
      { status: 3, fired_ms: null },
    ])
    // Nothing twice, and nothing by a later price.
    await settle()
    expect(await balancesOf(ann)).toEqual(left)
    // Each of them is computed again from the record alone.
    world.clock.advance(300_000)
    expect(await checkSettlementsByReplayNow(world.app, createSettlementExplainers(world.app))).toMatchObject({
      mismatches: 0,
      unproved: 0,
    })
    expect(await listDelistings(desk())).toMatchObject([{ state: 'over' }])
    await world.goTo(endsSec + 3600, prices)
    await settle()
    expect(await listDelistings(desk())).toMatchObject([{ state: 'settled' }])
  })

  it('one that fails keeps no other, and a server that dies between two leaves the rest to the next', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const [hers, his] = [await everything(ann), await everything(bob)]
    await announce()
    await world.goTo(endsSec, { BTCUSDT: '57500' })
    // From here on every write about one of her contracts fails.
    await world.db.query(
      `create function poison() returns trigger language plpgsql as $$ begin raise exception 'poisoned'; end $$;
       create trigger poison before update on position for each row when (old.id = ${hers.short}) execute function poison()`,
    )
    const dying = (lives: number): Database => ({
      ...world.db,
      transaction: async (work) => {
        if (lives-- <= 0) throw new Error('the server is gone')
        return world.db.transaction(work)
      },
    })
    for (const lives of [0, 1, 2, 3]) await settle(dying(lives))
    await settle()
    const open = async () =>
      [...(await ordersOf(ann)), ...(await ordersOf(bob))]
        .filter(([, { status, symbol }]) => symbol === 'BTCUSDT' && status < 3)
        .map(([id]) => id)
    expect(await open()).toEqual((await open()).filter((id) => [hers.short, hers.soon, his.soon].includes(id)))
    await world.goTo(endsSec + 3600, prices)
    await settle()
    expect(await listDelistings(desk())).toMatchObject([{ state: 'over' }])
    await world.db.query('drop trigger poison on position')
    await settle()
    expect((await ordersOf(ann)).get(hers.short)).toMatchObject({ status: 3, closeReason: 6, closePrice: '57505.75', closeSec: endsSec })
    expect((await ordersOf(bob)).get(his.short)).toMatchObject({ status: 3, closePrice: '57505.75' })
    expect(await listDelistings(desk())).toMatchObject([{ state: 'settled' }])
  })
})

it('one that fails is tried again after 1, 2, 4 and at most 60 seconds', async () => {
  const ann = await world.person()
  const { id } = await world.place(ann, contract())
  await announce()
  await world.goTo(endsSec, { BTCUSDT: '57500' })
  await world.db.query(
    `create function poison() returns trigger language plpgsql as $$ begin raise exception 'poisoned'; end $$;
     create trigger poison before update on position for each row when (old.id = ${id}) execute function poison()`,
  )
  let attempts = 0
  const counting: Database = {
    ...world.db,
    transaction: async (work) => {
      attempts++
      return world.db.transaction(work)
    },
  }
  const retries: DelistingRetries = new Map()
  const triedAfter: number[] = []
  for (let after = 0; after < 200; after++) {
    const before = attempts
    world.clock.set((endsSec + after) * 1000)
    await settle(counting, retries)
    if (attempts > before) triedAfter.push(after)
  }
  expect(triedAfter).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183])
  await world.db.query('drop trigger poison on position')
  world.clock.set((endsSec + 243) * 1000)
  await settle(counting, retries)
  expect((await ordersOf(ann)).get(id)).toMatchObject({ status: 3, closePrice: '57494.25', closeSec: endsSec })
  expect(retries.size).toBe(0)
})

describe('a second without a price', () => {
  it('is settled at the next one of the day after it', async () => {
    const ann = await world.person()
    const { id } = await world.place(ann, contract())
    const asked = await world.place(ann, contract({ direction: 2 }))
    await announce()
    await world.goTo(endsSec - 1, prices)
    world.feed.silence('BTCUSDT')
    await world.goTo(endsSec, {})
    await world.ask(ann, (context) => world.rooms.trading.closePosition({ id: asked.id }, context))
    await settle()
    expect((await ordersOf(ann)).get(id)).toMatchObject({ status: 1 })
    expect((await ordersOf(ann)).get(asked.id)).toMatchObject({ status: 2 })
    await world.goTo(endsSec + 7200, { BTCUSDT: '61000' })
    await world.next({ BTCUSDT: '62000' })
    await settle()
    const after = await ordersOf(ann)
    expect(after.get(id)).toMatchObject({ status: 3, closePrice: '60993.90', closeSec: endsSec + 7200, closeReason: 6 })
    expect(after.get(asked.id)).toMatchObject({ status: 3, closePrice: '61006.10', closeReason: 6 })
  })

  it('is settled at the last one before it where none comes within a day', async () => {
    const ann = await world.person()
    const { id } = await world.place(ann, contract())
    await announce()
    await world.goTo(endsSec - 5, { BTCUSDT: '59000' })
    world.feed.silence('BTCUSDT')
    await world.goTo(endsSec + daySec - 1)
    await settle()
    expect((await ordersOf(ann)).get(id)).toMatchObject({ status: 1 })
    await world.goTo(endsSec + daySec)
    await settle()
    expect((await ordersOf(ann)).get(id)).toMatchObject({ status: 3, closePrice: '58994.10', closeSec: endsSec - 5, closeReason: 6 })
  })
})

it('what is quoted in another currency is converted by the record of that second', async () => {
  await world.next({ USDJPY: '155', EURUSD: '1.16' })
  const ann = await world.person()
  const { id } = await world.place(ann, contract({ symbol: 'EURJPY', quantity: d('10000') }))
  await announce('EURJPY')
  await world.goTo(endsSec, { USDJPY: '150', EURUSD: '1.2' })
  await world.next({ USDJPY: '200' })
  await settle()
  expect((await ordersOf(ann)).get(id)).toMatchObject({ status: 3, closeReason: 6, closeSec: endsSec })
  const fixed = await world.db.query(
    'select settle_sec, trim_scale(price) as price, trim_scale(conversion_rate) as rate from market_delisting',
  )
  expect(fixed).toEqual([{ settle_sec: String(endsSec), price: '180', rate: '150' }])
  world.clock.advance(300_000)
  expect(await checkSettlementsByReplayNow(world.app, createSettlementExplainers(world.app))).toEqual({
    checked: 1,
    unproved: 0,
    mismatches: 0,
  })
})

it('a position of another feed closes at the last price of its own by that second', async () => {
  const ann = await world.person()
  const { id } = await world.place(ann, contract())
  await announce()
  await world.goTo(endsSec - 30, { BTCUSDT: '61000' })
  Object.assign(world.app.market, { feed: 'another' })
  world.clock.set((endsSec + 1) * 1000)
  await settle()
  expect((await ordersOf(ann)).get(id)).toMatchObject({ status: 3, closePrice: '60993.90', closeSec: endsSec - 30, closeReason: 6 })
})

it('a market that no release lists any more closes what was left open on it at its last recorded price', async () => {
  const ann = await world.person()
  const [running, waiting] = [await world.place(ann, contract()), await world.place(ann, contract({ direction: 2 }))]
  await world.db.query('update position set status = 2, close_reason = 1 where id = $1', [waiting.id])
  const { market } = world.app
  const specs = market.specs.filter(({ symbol }) => symbol !== 'BTCUSDT')
  const app = { ...world.app, market: { ...market, specs, spec: (symbol: string) => specs.find((each) => each.symbol === symbol) } }
  expect(await closeContractsOfUnlistedMarkets(app)).toEqual({ closed: 2, left: 0 })
  expect((await ordersOf(ann)).get(running.id)).toMatchObject({ status: 3, closePrice: '59994.00', closeReason: 6 })
  expect((await ordersOf(ann)).get(waiting.id)).toMatchObject({ status: 3, closePrice: '60006.00', closeReason: 6 })
  expect(await closeContractsOfUnlistedMarkets(app)).toEqual({ closed: 0, left: 0 })
})

describe('notices', () => {
  const account = async () => {
    const row = await world.db.transaction((sql) =>
      tryCreateUser(sql, { email: `${randomUUID()}@example.com`, passwordHash: 'x', country: 'NZ', lang: 'en-us' }, world.clock.now()),
    )
    if (!row) throw new Error('the person was not added')
    return world.person({ userId: row.id })
  }
  const toldTo = async (who: SignedInUser) =>
    (
      await world.db.query<{ kind: string; params: object }>(
        `select kind, params from inbox_notice where user_id = $1 and ref_type = 'delisting' order by id`,
        [who.userId],
      )
    ).map(({ kind }) => kind)

  it('go to whoever has something on the market, once at the announcement, once a day before, and when it is called off', async () => {
    const people = {
      contract: await account(),
      waiting: await account(),
      coins: await account(),
      option: await account(),
      alert: await account(),
      elsewhere: await account(),
      nothing: await account(),
    }
    await world.place(people.contract, contract())
    await world.place(people.waiting, spot({ orderType: 2, price: d('40000'), quantity: d('0.01') }))
    await world.place(people.coins, spot({ money: d('100') }))
    await world.place(people.option, call())
    await alertOn(people.alert, 'BTCUSDT')
    await world.place(people.elsewhere, contract({ symbol: 'ETHUSDT', quantity: d('1') }))
    await announce()
    for (let look = 0; look < 2; look++) await notifyDelistings(world.app)
    const told = async () =>
      Object.fromEntries(await Promise.all(Object.entries(people).map(async ([name, who]) => [name, await toldTo(who)])))
    const each = (...kinds: string[]) => ({
      ...Object.fromEntries(['contract', 'waiting', 'coins', 'option', 'alert'].map((name) => [name, kinds])),
      elsewhere: [],
      nothing: [],
    })
    expect(await told()).toEqual(each('coinMarketEnds'))
    const [notice] = await world.ask(people.contract, async ({ sql }) =>
      sql.query<NoticeRow>(`select * from inbox_notice where user_id = $1 and kind = 'coinMarketEnds'`, [people.contract.userId]),
    )
    expect(notice && serializeNotice(notice, 'en-us')).toMatchObject({
      title: 'Trading in BTC/USDT ends for good on 29/11/2026',
      content: expect.stringContaining('Until 12:34:56 (UTC+8)'),
      link: '/kline?symbol=BTCUSDT',
    })
    await world.goTo(endsSec - daySec - 1, prices)
    await notifyDelistings(world.app)
    expect(await told()).toEqual(each('coinMarketEnds'))
    await world.goTo(endsSec - daySec, prices)
    for (let look = 0; look < 2; look++) await notifyDelistings(world.app)
    expect(await told()).toEqual(each('coinMarketEnds', 'coinMarketEndsSoon'))
    await callOffDelisting(desk(), mia, 'BTCUSDT')
    for (let look = 0; look < 2; look++) await notifyDelistings(world.app)
    expect(await told()).toEqual(each('coinMarketEnds', 'coinMarketEndsSoon', 'marketStays'))
  })

  it('of one market that cannot be written keep none of another waiting', async () => {
    const [ann, bob] = [await account(), await account()]
    await world.place(ann, contract())
    await world.place(bob, contract({ symbol: 'ETHUSDT', quantity: d('1') }))
    for (const symbol of ['BTCUSDT', 'ETHUSDT']) await announce(symbol)
    await world.db.query(
      `create function poison() returns trigger language plpgsql as $$ begin raise exception 'poisoned'; end $$;
       create trigger poison before insert on inbox_notice for each row when (new.user_id = ${ann.userId}) execute function poison()`,
    )
    await notifyDelistings(world.app)
    expect([await toldTo(ann), await toldTo(bob)]).toEqual([[], ['coinMarketEnds']])
    await world.db.query('drop trigger poison on inbox_notice')
    await notifyDelistings(world.app)
    expect([await toldTo(ann), await toldTo(bob)]).toEqual([['coinMarketEnds'], ['coinMarketEnds']])
  })
})
