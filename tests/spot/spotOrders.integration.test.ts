import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { SignedInUser } from '#server/core/visitor.ts'
import { contract } from '#contract/contract.ts'
import { asDecimal as d } from '#contract/decimal.ts'
import type { FastTradeRequest } from '#contract/orders/fast.ts'
import { requireOrderKind } from '#contract/orders/kind.ts'
import type { InstantSpotOrderRequest, SpotOrderRequest } from '#contract/orders/spot.ts'
import { lockWallet } from '#ledger/ledger.ts'
import { createDemoSpotOrderResetter } from '#server/spot/demoReset.ts'
import { startSpotJobs } from '#server/spot/engine.ts'
import { swapFixture } from '../swap/swapFixture.ts'
import { order, refusalOf, startMs } from '../trading/tradingFixture.ts'
import { assertLedgerConsistent } from '../ledger/recount.ts'

let world: Awaited<ReturnType<typeof swapFixture>>
let stop: () => Promise<void>
beforeAll(async () => {
  world = await swapFixture()
  stop = startSpotJobs(world.app)
})
afterAll(async () => {
  await stop()
  await world.db.close()
})
beforeEach(() => world.begin())
afterEach(() => assertLedgerConsistent(world.db))

const limit = (over: Partial<SpotOrderRequest> = {}): SpotOrderRequest => ({
  accountType: 2,
  posType: 1,
  symbol: 'BTCUSDT',
  direction: 1,
  orderType: 2,
  price: d('59000'),
  slippageBps: 50,
  ...(over.money === undefined && { quantity: d('0.01') }),
  ...over,
})
const instant = (over: Partial<InstantSpotOrderRequest> = {}): InstantSpotOrderRequest => ({
  accountType: 2,
  posType: 4,
  symbol: 'BTCUSDT',
  direction: 1,
  orderType: 1,
  ...(over.quantity === undefined && { money: d('1000') }),
  ...over,
})
const fast = (over: Partial<FastTradeRequest> = {}): FastTradeRequest => ({
  accountType: 2,
  posType: 5,
  symbol: 'ETHUSDT',
  direction: 1,
  orderType: 1,
  ...(over.quantity === undefined && { money: d('1000') }),
  ...over,
})
/** A millisecond after whatever was placed before, so that the ids are in order of time. */
const place = async (who: SignedInUser, asked: SpotOrderRequest) => {
  world.clock.advance(1)
  return world.placeAny(who, asked, (await world.previewAny(who, asked)).confirmToken)
}
const cancel = (who: SignedInUser, id: string) =>
  world.ask(who, async (context) => requireOrderKind(1, await world.calls.cancelLimit({ id }, context)))
const close = (who: SignedInUser, id: string) => world.ask(who, (context) => world.calls.closePosition({ id }, context))
const list = (who: SignedInUser, over: object = {}) =>
  world.ask(who, (context) => world.calls.positions({ accountType: 2, pageNo: 1, pageSize: 100, ...over }, context))
const nameOf = async (work: Promise<unknown>) => (await refusalOf(work)).name
const buckets = async (who: SignedInUser) =>
  Object.fromEntries(
    (await world.ask(who, (context) => world.wallet.balances({ accountType: 2 }, context))).map(({ currency, available, frozen }) => [
      currency,
      [available, frozen],
    ]),
  )
/** A second later, with these prices. */
const record = async (prices: Record<string, string>) => {
  world.clock.advance(1000)
  await world.hand.record(prices)
}

describe('limit spot orders (docs/rules/spot.md)', () => {
  it('S1 in steps: set aside, filled at the limit, what the steps do not take never leaves', async () => {
    const ann = await world.person()
    const asked = limit({ money: d('1000'), price: d('60006.00') })
    const shown = await world.previewAny(ann, asked)
    expect(shown).toMatchObject({
      price: '60006.00',
      quantity: '0.01664000',
      notional: '998.49984000',
      fee: '0.99849984',
      give: '999.49833984',
      unused: '0.50166016',
      worstLoss: { amount: '999.49833984', currency: 'USDT' },
    })
    expect(shown.warnings.map(({ key }) => key)).toContain('limitReached')
    const waits = await world.placeAny(ann, asked, shown.confirmToken)
    expect(waits).toMatchObject({ status: 0, limitPrice: '60006.00', reserved: '999.49833984', expireTime: startMs + 30 * 86_400_000 })
    expect((await buckets(ann)).USDT).toEqual(['99000.50166016', '999.49833984'])
    // The record that was there when it was placed does not fill it; the next one does.
    await world.hand.record({ BTCUSDT: '60000' })
    expect((await list(ann)).records[0]).toMatchObject({ status: 0 })
    await record({ BTCUSDT: '60000' })
    const [filled] = (await list(ann)).records
    expect(filled).toMatchObject({
      id: waits.id,
      status: 3,
      price: '60006.00',
      give: '999.49833984',
      get: '0.01664000',
      returned: '0.00000000',
      sec: startMs / 1000 + 1,
    })
    expect(await buckets(ann)).toMatchObject({ USDT: ['99000.50166016', '0.00000000'], BTC: ['0.01664000', '0.00000000'] })
    const wire = z.encode(contract.trading.positions.reply, await list(ann))
    expect(z.encode(contract.trading.positions.reply, z.decode(contract.trading.positions.reply, wire))).toEqual(wire)
  })

  it('buys and sells at the limit or better, gives the rest back, and notifies the person', async () => {
    const ann = await world.person()
    const buy = await place(ann, limit({ price: d('59000'), quantity: d('0.1') }))
    await record({ BTCUSDT: '59000' })
    expect((await list(ann)).records[0]).toMatchObject({ status: 0 })
    const before = world.told.length
    await record({ BTCUSDT: '58000' })
    // Ask 58005.80: 5800.58 and a fee of 5.80058 of the 5905.90 that were set aside.
    expect((await list(ann)).records[0]).toMatchObject({
      id: buy.id,
      status: 3,
      price: '58005.80',
      give: '5806.38058000',
      returned: '99.51942000',
    })
    expect(await buckets(ann)).toMatchObject({ USDT: ['94193.61942000', '0.00000000'], BTC: ['0.10000000', '0.00000000'] })
    expect(world.told.slice(before).map(({ event }) => event.t)).toEqual(['notice', 'position', 'balance'])
    const sale = await place(ann, limit({ direction: 2, price: d('61000'), quantity: d('0.1') }))
    expect((await buckets(ann)).BTC).toEqual(['0.00000000', '0.10000000'])
    await record({ BTCUSDT: '61000' })
    expect((await list(ann, { status: ['0'] })).records[0]).toMatchObject({ id: sale.id })
    await record({ BTCUSDT: '62000' })
    expect((await list(ann)).records[0]).toMatchObject({
      id: sale.id,
      status: 3,
      price: '61993.80',
      give: '0.10000000',
      returned: '0.00000000',
    })
  })

  it('is cancelled by its person, by the 30 days and by a demo reset; what was set aside comes back whole', async () => {
    const ann = await world.person()
    const first = await place(ann, limit())
    expect(await cancel(ann, first.id)).toMatchObject({ status: 4, closeReason: 1, returned: first.give })
    expect(await nameOf(cancel(ann, first.id))).toBe('stateConflict')
    expect(await nameOf(close(ann, first.id))).toBe('notRunning')
    const second = await place(ann, limit())
    expect(await close(ann, second.id)).toMatchObject({ status: 4 })
    const third = await place(ann, limit({ quantity: d('0.02') }))
    world.clock.set(Number(third.expireTime) - 1)
    await world.hand.record({ ETHUSDT: '3000' })
    expect((await list(ann, { status: ['0'] })).total).toBe(1)
    world.clock.advance(1)
    // Even a record that would touch it comes too late.
    await world.hand.record({ BTCUSDT: '58000' })
    await expect.poll(async () => (await list(ann)).records[0]).toMatchObject({ id: third.id, status: 4, closeReason: 5 })
    await place(ann, limit({ price: d('50000') }))
    const ended = await world.db.transaction((sql) =>
      createDemoSpotOrderResetter(world.app)({ sql, userId: ann.userId, at: world.clock.now(), afterCommit: () => {} }),
    )
    expect(ended).toBe(1)
    expect((await list(ann)).records[0]).toMatchObject({ status: 4, closeReason: 7 })
    expect(await buckets(ann)).toMatchObject({ USDT: ['100000.00000000', '0.00000000'] })
  })

  it('is as unknown as none to anybody else, and waits on', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const { id } = await place(ann, limit())
    expect(await refusalOf(cancel(bob, id))).toEqual(await refusalOf(cancel(bob, 'SP0')))
    expect(await nameOf(close(bob, id))).toBe('notFound')
    expect((await list(ann, { status: ['0'] })).records[0]).toMatchObject({ id })
    expect((await list(bob)).total).toBe(0)
  })

  it('a cancel and a record at the same moment settle it once', async () => {
    const ann = await world.person()
    const orders = []
    for (let n = 0; n < 12; n++) orders.push(await place(ann, limit({ quantity: d(`0.00${10 + n}`) })))
    const outcomes = await Promise.all([
      record({ BTCUSDT: '58000' }),
      ...orders.map(({ id }) =>
        cancel(ann, id).then(
          () => 'cancelled',
          (error: { refusal?: string }) => error.refusal,
        ),
      ),
    ])
    await record({ BTCUSDT: '58000' })
    const { records } = await list(ann)
    const settled = records.filter((record) => record.posType === 1)
    expect(settled.map(({ status }) => status).every((status) => status === 3 || status === 4)).toBe(true)
    expect(outcomes.filter((outcome) => outcome === 'cancelled')).toHaveLength(settled.filter(({ status }) => status === 4).length)
    expect((await buckets(ann)).USDT?.[1]).toBe('0.00000000')
  })

  it('refuses by name', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const previewName = (over: Partial<SpotOrderRequest>) => nameOf(world.previewAny(ann, limit(over)))
    expect(await refusalOf(world.previewAny(ann, limit({ price: d('59000.001') })))).toMatchObject({
      name: 'priceStep',
      detail: { step: '0.01' },
    })
    expect(await refusalOf(world.previewAny(ann, limit({ quantity: d('0.010001') })))).toMatchObject({
      name: 'qtyStep',
      detail: { step: '0.00001' },
    })
    expect(await previewName({ quantity: d('0.0001') })).toBe('minNotional')
    expect(await previewName({ money: d('9.99') })).toBe('minNotional')
    expect(await previewName({ money: d('10'), price: d('99999999') })).toBe('minNotional')
    expect(await previewName({ quantity: d('101') })).toBe('aboveMax')
    expect(await nameOf(world.previewAny(ann, { ...limit(), orderType: 1 }))).toBe('validation')
    const { price: _, ...withoutPrice } = limit()
    expect(await nameOf(world.previewAny(ann, withoutPrice))).toBe('validation')
    expect(await refusalOf(place(ann, limit({ quantity: d('2') })))).toMatchObject({
      name: 'insufficientBalance',
      detail: { currency: 'USDT' },
    })
    expect(await refusalOf(place(ann, limit({ direction: 2 })))).toMatchObject({ name: 'insufficientBalance', detail: { currency: 'BTC' } })
    const { confirmToken } = await world.previewAny(ann, limit())
    expect(await nameOf(world.placeAny(bob, limit(), confirmToken))).toBe('confirmRequired')
    for (const over of [{ price: d('59001') }, { quantity: d('0.02') }, { direction: 2 }])
      expect(await nameOf(world.placeAny(ann, limit(over), confirmToken))).toBe('confirmRequired')
    expect(
      await refusalOf(
        world.placeAny(
          ann,
          limit(),
          confirmToken.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')),
        ),
      ),
    ).toMatchObject({
      name: 'confirmRequired',
      detail: { preview: { posType: 1, price: '59000' } },
    })
    world.clock.advance(3_001)
    expect(await nameOf(world.placeAny(ann, limit(), confirmToken))).toBe('feedStale')
    world.clock.advance(12_000)
    world.hand.set({ BTCUSDT: '60000' })
    expect(await nameOf(world.placeAny(ann, limit(), confirmToken))).toBe('confirmRequired')
    const waits = await place(ann, limit())
    for (const leave of [cancel, close]) expect(await nameOf(leave(bob, waits.id))).toBe('notFound')
    for (const id of ['1', '99999999999999999999']) expect(await nameOf(cancel(ann, id))).toBe('notFound')
    await record({ BTCUSDT: '58000' })
    expect(await refusalOf(cancel(ann, waits.id))).toMatchObject({ name: 'stateConflict', detail: { id: waits.id, status: 3 } })
    for (const text of ['fee = 0', 'status = 0', 'status = 4', 'quantity = 1'])
      await expect(world.db.query(`update spot_order set ${text}`)).rejects.toThrow('fixed')
    await expect(world.db.query('delete from spot_order')).rejects.toThrow('refused')
  })
})

describe('instant spot (docs/rules/spot.md)', () => {
  it('is no longer firm for somebody whose turn comes too late', async () => {
    const ann = await world.person()
    const { confirmToken } = await world.previewAny(ann, instant())
    let late: Promise<string> = Promise.resolve('')
    await world.db.transaction(async (sql) => {
      await lockWallet(sql, ann.userId, 2)
      late = nameOf(world.placeAny(ann, instant(), confirmToken))
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%wallet%'`
      await expect.poll(async () => (await world.db.query(waiting)).length).toBe(1)
      world.clock.advance(5_000)
      world.hand.set({ BTCUSDT: '70000' })
    })
    expect(await late).toBe('confirmRequired')
    expect(await world.holds(ann)).toEqual({ USDT: '100000.00000000' })
  })

  it('happens at exactly what was shown, once, and is sold back the same way', async () => {
    const ann = await world.person()
    const shown = await world.previewAny(ann, instant())
    expect(shown).toMatchObject({
      price: '60006.00',
      quantity: '0.01664833',
      fee: '1.00000000',
      give: '1000.00000000',
      expireAt: startMs + 5_000,
    })
    world.clock.advance(2_000)
    world.hand.set({ BTCUSDT: '66000' })
    const bought = await world.placeAny(ann, instant(), shown.confirmToken)
    for (const key of ['price', 'quantity', 'notional', 'fee', 'feeRate', 'give', 'get'] as const) expect(bought[key]).toBe(shown[key])
    expect(bought).toMatchObject({ posType: 4, status: 3, sec: startMs / 1000 })
    // The price is good once, and no longer than it says.
    expect(await nameOf(world.placeAny(ann, instant(), shown.confirmToken))).toBe('confirmRequired')
    const back = instant({ direction: 2, quantity: bought.get })
    const sale = await world.previewAny(ann, back)
    expect(sale.price).toBe('65993.40')
    world.clock.advance(5_000)
    world.hand.set({ BTCUSDT: '66000' })
    expect(await nameOf(world.placeAny(ann, back, sale.confirmToken))).toBe('confirmRequired')
    await world.placeAny(ann, back, (await world.previewAny(ann, back)).confirmToken)
    expect(await world.holds(ann)).toEqual({ USDT: '100097.58122112' })
  })

  it('two at once on one price: one', async () => {
    const ann = await world.person()
    const { confirmToken } = await world.previewAny(ann, instant())
    const tries = await Promise.allSettled([1, 2, 3].map(() => world.placeAny(ann, instant(), confirmToken)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await list(ann)).total).toBe(1)
  })

  it('needs a fresh record behind the price, and the very order', async () => {
    const ann = await world.person()
    const { confirmToken } = await world.previewAny(ann, instant())
    const spot = { ...instant(), posType: 1, slippageBps: 50 } as SpotOrderRequest
    expect(await nameOf(world.placeAny(ann, spot, confirmToken))).toBe('confirmRequired')
    expect(await nameOf(world.placeAny(ann, instant({ money: d('1001') }), confirmToken))).toBe('confirmRequired')
    world.clock.advance(3_001)
    expect(await nameOf(world.placeAny(ann, instant(), confirmToken))).toBe('feedStale')
  })
})

describe('fast trade (docs/rules/{spot,swaps}.md)', () => {
  it('F2 through the flash exchange: shown, done, in both lists; and back for an amount of USDT', async () => {
    const ann = await world.person()
    const shown = await world.previewAny(ann, fast())
    expect(shown).toMatchObject({
      fromCurrency: 'USDT',
      toCurrency: 'ETH',
      rate: '3003',
      fromAmount: '1000.00000000',
      toAmount: '0.33300033',
      expireAt: startMs + 10_000,
    })
    world.hand.set({ ETHUSDT: '3300' })
    const done = await world.placeAny(ann, fast(), shown.confirmToken)
    for (const key of ['fromAmount', 'toAmount', 'rate', 'mid', 'costUsdt', 'spreadRate'] as const) expect(done[key]).toBe(shown[key])
    expect(done).toMatchObject({ posType: 5, symbol: 'ETHUSDT', direction: 1, status: 3 })
    expect(await nameOf(world.placeAny(ann, fast(), shown.confirmToken))).toBe('confirmRequired')
    world.clock.advance(1)
    const back = fast({ direction: 2, money: d('500') })
    const second = await world.placeAny(ann, back, (await world.previewAny(ann, back)).confirmToken)
    expect(second).toMatchObject({ fromCurrency: 'ETH', toCurrency: 'USDT', toAmount: '500.00000000' })
    expect((await world.swaps(ann)).records.map(({ id }) => id)).toEqual([second.id, done.id])
    const { records } = await list(ann, { posType: 5 })
    expect(records.map((record) => record.id)).toEqual([second.id, done.id])
    const wire = z.encode(contract.trading.positions.reply, await list(ann))
    expect(z.encode(contract.trading.positions.reply, z.decode(contract.trading.positions.reply, wire))).toEqual(wire)
    expect(await nameOf(close(ann, done.id))).toBe('notRunning')
    expect(await nameOf(close(await world.person(), done.id))).toBe('notFound')
  })

  it('refuses by name, and a quote of a swap is none of its own', async () => {
    const ann = await world.person()
    expect(await nameOf(world.previewAny(ann, fast({ symbol: 'USDJPY' })))).toBe('symbolUnknown')
    expect(await nameOf(world.previewAny(ann, fast({ money: d('0.5') })))).toBe('belowMin')
    expect(await nameOf(world.previewAny(ann, fast({ money: d('50001') })))).toBe('aboveMax')
    expect(await nameOf(world.previewAny(ann, { ...fast(), quantity: d('1') }))).toBe('validation')
    const { quoteId } = await world.quote(ann, { from: 'USDT', to: 'ETH', give: '1000' })
    expect(await nameOf(world.placeAny(ann, fast(), quoteId))).toBe('confirmRequired')
    const { confirmToken } = await world.previewAny(ann, fast())
    expect(await nameOf(world.exchange(ann, confirmToken))).toBe('quoteExpired')
    expect(await nameOf(world.placeAny(await world.person(), fast(), confirmToken))).toBe('confirmRequired')
    world.clock.advance(10_000)
    world.hand.set({ ETHUSDT: '3000' })
    expect(await nameOf(world.placeAny(ann, fast(), confirmToken))).toBe('confirmRequired')
  })
})

it('lists every kind of one person and book, newest first, whole through its pages', async () => {
  const [ann, bob] = [await world.person(), await world.person()]
  const ids: string[] = []
  for (let n = 0; n < 12; n++) {
    world.clock.advance(5)
    world.hand.set({ BTCUSDT: '60000', ETHUSDT: '3000' })
    const kinds = [
      () => place(ann, limit({ price: d('50000'), quantity: d('0.001') })),
      () => world.open(ann, order({ quantity: d('0.01') })),
      async () => world.placeAny(ann, instant({ money: d('20') }), (await world.previewAny(ann, instant({ money: d('20') }))).confirmToken),
      async () => world.placeAny(ann, fast({ money: d('20') }), (await world.previewAny(ann, fast({ money: d('20') }))).confirmToken),
    ]
    ids.unshift((await (kinds[n % 4] as () => Promise<{ id: string }>)()).id)
  }
  await world.open(bob, order())
  const pages = await Promise.all([1, 2, 3, 4].map((pageNo) => list(ann, { pageNo, pageSize: 5 })))
  expect(pages.flatMap(({ records }) => records.map(({ id }) => id))).toEqual(ids)
  expect(pages.every(({ total, pages: all }) => total === 12 && all === 3)).toBe(true)
  expect((await list(ann, { status: ['0'] })).records.map(({ posType }) => posType)).toEqual([1, 1, 1])
  expect((await list(ann, { symbol: 'ETHUSDT' })).total).toBe(3)
  expect((await list(ann, { posType: 3 })).total).toBe(0)
  expect((await list(ann, { accountType: 1 })).total).toBe(0)
})
