import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SignedInUser } from '#server/core/visitor.ts'
import type { ContractOrderRequest, Position } from '#contract/calls/trading.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { add } from '#rules/decimal.ts'
import { closedPositionNetResult } from '#rules/position.ts'
import { runDueContractJobs } from '#server/trading/dueJobs.ts'
import { startContractEngine } from '#server/trading/engine.ts'
import { order, refusalOf, startMs, tradingFixture } from './tradingFixture.ts'

// Limit orders, stops, added margin and closing in parts (docs/rules/contracts.md).
const d = asDecimal
let world: Awaited<ReturnType<typeof tradingFixture>>
let stop: () => Promise<void>
beforeAll(async () => {
  world = await tradingFixture()
})
afterAll(() => world.db.close())
beforeEach(() => {
  world.clock.set(startMs)
  world.hand.close(false)
  world.hand.set({ BTCUSDT: '60000', ETHUSDT: '3000', USDJPY: '155.000', EURJPY: '180.000' })
  stop = startContractEngine(world.app)
})
afterEach(() => stop())

const contextOf = (visitor: SignedInUser) => ({
  visitor,
  sql: world.db,
  now: world.clock.now(),
  lang: 'en-us' as const,
  ip: '::1',
  userAgent: '',
  requestId: undefined,
  afterCommit: () => {},
})
const list = async (who: SignedInUser, status?: string[]) =>
  (await world.trading.positions({ pageNo: 1, pageSize: 100, accountType: 2, ...(status && { status }) }, contextOf(who))).records
const only = async (who: SignedInUser): Promise<Position> => {
  const [first, ...rest] = await list(who)
  if (!first || rest.length > 0) throw new Error(`${rest.length + (first ? 1 : 0)} positions`)
  return first
}
/** The next second's prices. */
const next = async (prices: Record<string, string>) => {
  world.clock.advance(1000)
  await world.hand.record(prices)
}
const wallet = async (who: SignedInUser) => {
  const [usdt] = await world.wallet.balances({ accountType: 2 }, contextOf(who))
  return { available: usdt?.available, frozen: usdt?.frozen, margin: usdt?.margin }
}
const limit = (over: Partial<ContractOrderRequest> = {}) => order({ orderType: 2, price: d('59000.00'), ...over })
const stops = (who: SignedInUser, id: string, over: { stopProfit?: string | null; stopLoss?: string | null }) =>
  world.ask(who, (order) => world.trading.setStops({ id, ...(over as { stopProfit?: Decimal; stopLoss?: Decimal }) }, order))
const adding = (who: SignedInUser, id: string, money: string) =>
  world.ask(who, (order) => world.trading.addMargin({ id, money: d(money) }, order))
const part = (who: SignedInUser, id: string, quantity: string) =>
  world.ask(who, (order) => world.trading.closePart({ id, quantity: d(quantity) }, order))
const cancel = (who: SignedInUser, id: string) => world.ask(who, (order) => world.trading.cancelLimit({ id }, order))
/** What somebody who was not there was told of their orders, oldest first; warnings apart. */
const noticesOf = (who: SignedInUser) =>
  world.db.query<{ kind: string; params: object; link: string; ref_id: string }>(
    `select type, kind, params, link, ref_type, ref_id from inbox_notice where user_id = $1 and type = 'transaction' and kind not like 'margin%' order by id`,
    [who.userId],
  )
const kindsOf = async (who: SignedInUser) => (await noticesOf(who)).map(({ kind }) => kind)

describe('the second of acceptance', () => {
  it('is the newest record at that moment, up to 3 s old and not older', async () => {
    const ann = await world.person()
    const shown = await world.preview(ann, order())
    world.clock.advance(3_000)
    expect(await world.place(ann, order(), shown.confirmToken)).toMatchObject({ openPrice: '60006.00', openSec: startMs / 1000 })
    world.clock.advance(1)
    expect(await refusalOf(world.place(ann, order(), shown.confirmToken))).toEqual({ name: 'feedStale', detail: { age: 3 } })
    world.hand.set({ BTCUSDT: '60001' })
    expect(await world.place(ann, order(), shown.confirmToken)).toMatchObject({ openPrice: '60007.01', openSec: startMs / 1000 + 3 })
  })
})

describe('limit orders', () => {
  it('show, reserve and later charge the price that was asked for', async () => {
    const ann = await world.person()
    const shown = await world.preview(ann, limit())
    expect(shown).toMatchObject({ price: '59000.00', youPay: '592.95000000', liqPrice: '56050.00' })
    const placed = await world.place(ann, limit(), shown.confirmToken)
    expect(placed).toMatchObject({
      status: 0,
      orderType: 2,
      price: '59000.00',
      openPrice: '59000.00',
      profit: null,
      marginRatio: null,
      expireTime: startMs + 30 * 86_400_000,
    })
    expect(await wallet(ann)).toEqual({ available: '99407.05000000', frozen: '592.95000000', margin: '0.00000000' })
    expect((await world.wallet.assets({ accountType: 2, target: 'USDT' }, contextOf(ann))).totalUsdt).toBe('100000.00000000')
    expect(await list(ann, ['1'])).toEqual([])

    // ask of 58,994.10 at 2 bps is 59,000.00; a cent above it is 59,000.01.
    await next({ BTCUSDT: '58994.11' })
    expect(await only(ann)).toMatchObject({ status: 0 })
    await next({ BTCUSDT: '58994.10' })
    expect(await only(ann)).toMatchObject({
      status: 1,
      openPrice: '59000.00',
      margin: '590.00000000',
      openFee: '2.95000000',
      openSec: startMs / 1000 + 2,
    })
    expect(await wallet(ann)).toEqual({ available: '99407.05000000', frozen: '0.00000000', margin: '590.00000000' })
  })

  it('fill better when the market jumps over them, and never cost more than was reserved', async () => {
    const ann = await world.person()
    await world.open(ann, limit())
    await next({ BTCUSDT: '58000' })
    expect(await only(ann)).toMatchObject({ openPrice: '58005.80', margin: '580.05800000', openFee: '2.90029000' })
    const { id } = await only(ann)
    expect(await noticesOf(ann)).toEqual([
      {
        type: 'transaction',
        kind: 'limitFilled',
        params: { pair: 'BTC/USDT', symbol: 'BTCUSDT', book: '2', price: '58005.80', fee: '2.90029000' },
        link: '/heyue?symbol=BTCUSDT&book=positions',
        ref_type: 'position',
        ref_id: id,
      },
    ])
    expect(await wallet(ann)).toEqual({ available: '99417.04171000', frozen: '0.00000000', margin: '580.05800000' })

    const carl = await world.person()
    await world.open(carl, limit({ direction: 2, price: d('60000.00'), quantity: d('0.1') }))
    expect((await wallet(carl)).frozen).toBe('603.00000000')
    // A bid of 60,500.00.
    await next({ BTCUSDT: '60506.06' })
    expect(await only(carl)).toMatchObject({ openPrice: '60500.00', margin: '599.97500000', openFee: '3.02500000', marginRatio: '99.89' })
    expect(await wallet(carl)).toEqual({ available: '99397.00000000', frozen: '0.00000000', margin: '599.97500000' })

    const bob = await world.person()
    await world.open(bob, limit({ direction: 2, price: d('61000.00') }))
    expect((await wallet(bob)).frozen).toBe('613.05000000')
    await next({ BTCUSDT: '62000' })
    // Sold at 61,993.80: a margin of 619.938 would be more than was shown, so it is what the reserve leaves.
    expect(await only(bob)).toMatchObject({ openPrice: '61993.80', openFee: '3.09969000', margin: '609.95031000', marginRatio: '99.89' })
    expect(await wallet(bob)).toEqual({ available: '99386.95000000', frozen: '0.00000000', margin: '609.95031000' })
  })

  it('already reached, say so and fill at the next record, not at the one that was there', async () => {
    const ann = await world.person()
    const wanted = limit({ price: d('60100.00') })
    expect((await world.preview(ann, wanted)).warnings.map(({ key }) => key)).toContain('limitReached')
    await world.open(ann, wanted)
    await world.engine({ sec: startMs / 1000, prices: new Map([['BTCUSDT', d('60000')]]) })
    expect(await only(ann)).toMatchObject({ status: 0 })
    await next({ BTCUSDT: '60000' })
    expect(await only(ann)).toMatchObject({ status: 1, openPrice: '60006.00' })
  })

  it('are cancelled by either call, give everything back, and cannot be cancelled twice or by others', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const first = await world.open(ann, limit())
    const second = await world.open(ann, limit({ price: d('58000.00') }))
    expect((await refusalOf(cancel(bob, first.id))).name).toBe('notFound')
    expect(await cancel(ann, first.id)).toMatchObject({ status: 4, closeReason: 1 })
    expect(await world.close(ann, second.id)).toMatchObject({ status: 4, closeReason: 1 })
    expect(await wallet(ann)).toEqual({ available: '100000.00000000', frozen: '0.00000000', margin: '0.00000000' })
    expect(await refusalOf(cancel(ann, first.id))).toMatchObject({ name: 'stateConflict', detail: { id: first.id, status: 4 } })
    await next({ BTCUSDT: '50000' })
    expect(await list(ann, ['1'])).toEqual([])
    // Who does it knows it.
    expect(await noticesOf(ann)).toEqual([])
    const running = await world.open(ann, order())
    expect((await refusalOf(cancel(ann, running.id))).name).toBe('stateConflict')
  })

  it('end after 30 days, whether their market is open or not, and do not fill that late', async () => {
    const ann = await world.person()
    await world.open(ann, limit())
    world.clock.set(startMs + 30 * 86_400_000 - 1000)
    await runDueContractJobs(world.app, 0)
    expect(await only(ann)).toMatchObject({ status: 0 })
    await next({ BTCUSDT: '50000' })
    expect(await only(ann)).toMatchObject({ status: 4, closeReason: 5 })
    world.clock.set(startMs)
    world.hand.set({ BTCUSDT: '60000' })
    await world.open(ann, limit())
    world.clock.set(startMs + 30 * 86_400_000)
    await runDueContractJobs(world.app, 0)
    expect((await list(ann)).map(({ status, closeReason }) => [status, closeReason])).toEqual([
      [4, 5],
      [4, 5],
    ])
    expect((await wallet(ann)).available).toBe('100000.00000000')
    const told = { kind: 'limitNotFilled', params: { price: '59000.00' }, link: '/heyue?symbol=BTCUSDT&book=history' }
    expect(await noticesOf(ann)).toMatchObject([told, told])
  })

  it('refuse a price off the tick, none, or one on a market order; and count into the exposure', async () => {
    const ann = await world.person()
    expect(await refusalOf(world.preview(ann, limit({ price: d('59000.001') })))).toEqual({ name: 'priceStep', detail: { step: '0.01' } })
    expect((await refusalOf(world.preview(ann, limit({ price: undefined })))).detail).toMatchObject({ field: 'price' })
    expect((await refusalOf(world.preview(ann, order({ price: d('59000.00') })))).detail).toMatchObject({ field: 'price' })
    expect((await refusalOf(world.preview(ann, limit({ price: d('90.00') })))).name).toBe('minNotional')
    expect((await refusalOf(world.open(ann, limit({ quantity: d('20'), lever: 2 })))).name).toBe('insufficientBalance')
    await world.open(ann, limit({ quantity: d('30'), lever: 20 }))
    expect((await refusalOf(world.preview(ann, order({ quantity: d('56'), lever: 20 })))).name).toBe('userExposure')
    const { confirmToken } = await world.preview(ann, limit({ quantity: d('0.1') }))
    for (const other of [{ price: d('59000.01') }, { stopLoss: d('58000.00') }, { stopProfit: d('70000.00') }])
      expect((await refusalOf(world.place(ann, limit(other), confirmToken))).name).toBe('confirmRequired')
  })

  it('bring their stops along, which wait for a later record', async () => {
    const ann = await world.person()
    await world.open(ann, limit({ stopLoss: d('58000.00'), stopProfit: d('61000.00') }))
    await next({ BTCUSDT: '57500' })
    expect(await only(ann)).toMatchObject({ status: 1, stopLoss: '58000.00', stopProfit: '61000.00' })
    await next({ BTCUSDT: '57500' })
    expect(await only(ann)).toMatchObject({ status: 3, closeReason: 3 })
  })
})

describe('stops', () => {
  it.each([
    { direction: 1, kind: 'stopLoss', at: '58000.00', before: '58000.01', after: '58000.00', fill: '57994.20', reason: 3 },
    { direction: 1, kind: 'stopProfit', at: '62000.00', before: '61999.99', after: '62000.00', fill: '61993.80', reason: 2 },
    { direction: 2, kind: 'stopLoss', at: '62000.00', before: '61999.99', after: '62000.00', fill: '62006.20', reason: 3 },
    { direction: 2, kind: 'stopProfit', at: '58000.00', before: '58000.01', after: '58000.00', fill: '58005.80', reason: 2 },
  ])(
    'direction $direction, $kind: by mark, at the first record through it, at bid or ask',
    async ({ direction, kind, at, before, after, fill, reason }) => {
      const ann = await world.person()
      await world.open(ann, order({ direction, [kind]: d(at) }))
      await next({ BTCUSDT: before })
      expect(await only(ann)).toMatchObject({ status: 1, [kind]: at })
      await next({ BTCUSDT: after })
      const closed = await only(ann)
      expect(closed).toMatchObject({ status: 3, closeReason: reason, closePrice: fill })
      expect(await noticesOf(ann)).toEqual([
        {
          type: 'transaction',
          kind: reason === 3 ? 'lossStopped' : 'profitTaken',
          params: { pair: 'BTC/USDT', symbol: 'BTCUSDT', book: '2', price: fill, returned: closed.returned },
          link: '/heyue?symbol=BTCUSDT&book=history',
          ref_type: 'position',
          ref_id: closed.id,
        },
      ])
    },
  )

  it('the stop loss names the reason when the close-out is reached in the same record', async () => {
    const ann = await world.person()
    await world.open(ann, order({ stopLoss: d('57100.00') }))
    await next({ BTCUSDT: '50000' })
    expect(await only(ann)).toMatchObject({ closeReason: 3, returned: '0.00000000' })
    expect(await kindsOf(ann)).toEqual(['lossStopped'])
  })

  it('on the wrong side are refused with the range that is free', async () => {
    const ann = await world.person()
    const refused = async (over: Partial<ContractOrderRequest>) => refusalOf(world.preview(ann, order(over)))
    expect(await refused({ stopProfit: d('60000.00') })).toEqual({
      name: 'stopInvalid',
      detail: { field: 'stopProfit', min: '60000.01', max: null },
    })
    expect(await refused({ stopLoss: d('60000.00') })).toEqual({
      name: 'stopInvalid',
      detail: { field: 'stopLoss', min: '57005.71', max: '59999.99' },
    })
    expect((await refused({ stopLoss: d('57005.70') })).name).toBe('stopInvalid')
    expect(await refused({ direction: 2, stopProfit: d('60000.00') })).toMatchObject({ detail: { min: '0.01', max: '59999.99' } })
    expect(await refused({ direction: 2, stopLoss: d('62993.70') })).toMatchObject({ detail: { min: '60000.01', max: '62993.69' } })
    expect((await refused({ stopLoss: d('58000.001') })).name).toBe('priceStep')
    expect((await refusalOf(world.preview(ann, limit({ stopProfit: d('59000.00') })))).name).toBe('stopInvalid')
    await world.preview(ann, order({ stopLoss: d('57005.71'), stopProfit: d('60000.01') }))
  })

  it('are set, changed and cleared later, one without the other', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const { id } = await world.open(ann, order())
    expect(await stops(ann, id, { stopLoss: '58000.00', stopProfit: '70000.00' })).toMatchObject({
      stopLoss: '58000.00',
      stopProfit: '70000.00',
    })
    expect(await stops(ann, id, { stopLoss: '59000.00' })).toMatchObject({ stopLoss: '59000.00', stopProfit: '70000.00' })
    expect(await stops(ann, id, { stopLoss: null })).not.toHaveProperty('stopLoss')
    expect((await refusalOf(stops(ann, id, { stopLoss: '60000.00' }))).name).toBe('stopInvalid')
    expect((await refusalOf(stops(bob, id, { stopLoss: null }))).name).toBe('notFound')
    await next({ BTCUSDT: '58000' })
    expect(await only(ann)).toMatchObject({ status: 1 })
    world.clock.advance(60_000)
    expect(await stops(ann, id, { stopProfit: null })).not.toHaveProperty('stopProfit')
    await world.close(ann, id)
    expect((await refusalOf(stops(ann, id, { stopLoss: '50000.00' }))).name).toBe('settling')
    await next({ BTCUSDT: '58000' })
    expect((await refusalOf(stops(ann, id, { stopLoss: null }))).name).toBe('notRunning')
  })

  it('cannot be moved away while being reached', async () => {
    const ann = await world.person()
    const { id } = await world.open(ann, order({ stopLoss: d('59000.00') }))
    world.clock.advance(1000)
    world.hand.set({ BTCUSDT: '58999' })
    expect((await refusalOf(stops(ann, id, { stopLoss: '58000.00' }))).name).toBe('settling')
    await world.hand.record({ BTCUSDT: '58999' })
    expect(await only(ann)).toMatchObject({ closeReason: 3 })
  })
})

describe('added margin', () => {
  it('C4: moves the close-out, and comes back at the close', async () => {
    const ann = await world.person()
    const { id } = await world.open(ann, order())
    expect(await adding(ann, id, '100')).toMatchObject({ addedMargin: '100.00000000', liqPrice: '56005.70', margin: '600.06000000' })
    expect(await wallet(ann)).toEqual({ available: '99296.93970000', frozen: '0.00000000', margin: '700.06000000' })
    await next({ BTCUSDT: '56005.71' })
    expect(await only(ann)).toMatchObject({ status: 1 })
    await next({ BTCUSDT: '56005.70' })
    expect(await only(ann)).toMatchObject({ status: 3, closeReason: 4 })
    expect((await wallet(ann)).margin).toBe('0.00000000')
  })

  it('is refused beyond the balance, beyond eight decimals, on others’ and on closed positions', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const { id } = await world.open(ann, order())
    expect((await refusalOf(adding(ann, id, '99396.93970001'))).name).toBe('insufficientBalance')
    expect((await refusalOf(adding(ann, id, '0.000000001'))).name).toBe('validation')
    expect((await refusalOf(adding(bob, id, '1'))).name).toBe('notFound')
    await world.close(ann, id)
    expect((await refusalOf(adding(ann, id, '1'))).name).toBe('notRunning')
  })
})

describe('warnings', () => {
  const told = () => world.told.filter(({ event }) => event.t === 'warning').map(({ event }) => (event.d as { kind: string }).kind)
  it('come once at 80 % and once at 65 %, again after margin was added', async () => {
    const ann = await world.person()
    const { id } = await world.open(ann, order())
    world.told.length = 0
    // 80 % of 600.06 is left at 60,006 − 1,200.12, 65 % at 60,006 − 2,100.21.
    await next({ BTCUSDT: '58805.89' })
    expect(told()).toEqual([])
    await next({ BTCUSDT: '58805.88' })
    await next({ BTCUSDT: '58805.80' })
    expect(told()).toEqual(['margin80'])
    await next({ BTCUSDT: '57905.79' })
    await next({ BTCUSDT: '57905.00' })
    await next({ BTCUSDT: '59900' })
    await next({ BTCUSDT: '57905.00' })
    expect(told()).toEqual(['margin80', 'margin65'])
    await adding(ann, id, '300')
    await next({ BTCUSDT: '55800' })
    expect(told()).toEqual(['margin80', 'margin65', 'margin80'])
    expect(world.told.find(({ event }) => event.t === 'warning')).toMatchObject({
      userId: ann.userId,
      event: { d: { id, symbol: 'BTCUSDT', marginRatio: '80.00' } },
    })
  })

  it('are right on converted quotes too', async () => {
    const ann = await world.person()
    await world.open(ann, order({ symbol: 'EURJPY', direction: 2, quantity: d('10000'), lever: 10 }))
    world.told.length = 0
    await next({ EURJPY: '183.000', USDJPY: '155.000' })
    expect(told()).toEqual([])
    await next({ EURJPY: '184.000', USDJPY: '155.000' })
    expect(told()).toEqual(['margin80'])
  })
})

describe('closing a part', () => {
  it('takes its share along; nothing is lost between the parts, to the last decimal', async () => {
    const ann = await world.person()
    const { id } = await world.open(ann, order({ quantity: d('0.0007'), lever: 7 }))
    await adding(ann, id, '0.00000011')
    await next({ BTCUSDT: '61000' })
    const first = await part(ann, id, '0.0003')
    expect(first).toMatchObject({ status: 3, closeReason: 1, quantity: '0.0003', partOf: id, closePrice: '60993.90' })
    expect(first.id).not.toBe(id)
    const second = await part(ann, id, '0.0001')
    const last = await world.close(ann, id)
    const parts = [first, second, last]
    const sum = (of: (position: Position) => Decimal) => parts.map(of).reduce((a, b) => add(a, b))
    expect(
      [sum((order) => order.quantity), sum((order) => order.margin), sum((order) => order.openFee), sum((order) => order.addedMargin)].map(
        String,
      ),
    ).toEqual(['0.0007', '6.0006', '0.0210021', '0.00000011'])
    const net = sum((order) => closedPositionNetResult(order) ?? d('x'))
    expect(await wallet(ann)).toEqual({ available: add('100000', net).padEnd(15, '0'), frozen: '0.00000000', margin: '0.00000000' })
    const summary = await world.trading.positionsSummary({ accountType: 2 }, contextOf(ann))
    expect(add(summary.totalRealised, '0')).toBe(net)
    expect((await list(ann)).map(({ status }) => status)).toEqual([3, 3, 3])
  })

  it('leaves level, stops and close-out of the rest where they were', async () => {
    const ann = await world.person()
    const { id } = await world.open(ann, order({ stopLoss: d('58000.00') }))
    await part(ann, id, '0.04')
    expect((await list(ann, ['1']))[0]).toMatchObject({
      id,
      quantity: '0.06',
      margin: '360.03600000',
      openFee: '1.80018000',
      liqPrice: '57005.70',
      stopLoss: '58000.00',
    })
    expect((await wallet(ann)).margin).toBe('360.03600000')
    await next({ BTCUSDT: '57999' })
    expect((await list(ann, ['3'])).map(({ closeReason }) => closeReason).toSorted()).toEqual([1, 3])
  })

  it('waits for a price like a whole one; the whole quantity is the whole position', async () => {
    const ann = await world.person()
    const { id } = await world.open(ann, order())
    world.clock.advance(4000)
    expect(await part(ann, id, '0.04')).toMatchObject({ status: 2, quantity: '0.04' })
    await next({ BTCUSDT: '60000' })
    expect((await list(ann, ['1', '2'])).map((order) => order.id)).toEqual([id])
    expect(await part(ann, id, '0.06')).toMatchObject({ id, status: 3 })
  })

  it('is refused off the step, beyond the position, on others’', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const { id } = await world.open(ann, order())
    expect((await refusalOf(part(ann, id, '0.00005'))).name).toBe('qtyStep')
    expect(await refusalOf(part(ann, id, '0.1001'))).toEqual({ name: 'aboveMax', detail: { max: '0.1' } })
    expect((await refusalOf(part(bob, id, '0.01'))).name).toBe('notFound')
  })
})

describe('many at once', () => {
  const postings = async (id: string) =>
    (await world.db.query(`select id from posting where ref_type = 'position' and ref_id = $1`, [id])).length
  it('a close, a stop and a close-out of one position on two servers settle it once', async () => {
    for (let round = 0; round < 5; round++) {
      world.clock.set(startMs)
      world.hand.set({ BTCUSDT: '60000' })
      const ann = await world.person()
      const { id } = await world.open(ann, order({ stopLoss: d('58000.00') }))
      world.clock.advance(1000)
      world.hand.set({ BTCUSDT: '50000' })
      const record = { sec: startMs / 1000 + 1, prices: new Map([['BTCUSDT', d('50000')]]) }
      await Promise.allSettled([
        world.engine(record),
        world.close(ann, id),
        part(ann, id, '0.05'),
        stops(ann, id, { stopLoss: null }),
        adding(ann, id, '10'),
        world.engine(record),
        cancel(ann, id),
      ])
      await world.engine(record)
      const closed = await list(ann)
      expect(closed.every(({ status }) => status === 3)).toBe(true)
      const stopped = closed.filter(({ closeReason }) => closeReason === 3).map(({ id: each }) => each)
      expect((await noticesOf(ann)).filter(({ kind }) => kind === 'lossStopped').map(({ ref_id }) => ref_id)).toEqual(stopped)
      expect((await wallet(ann)).margin).toBe('0.00000000')
      const parts = await world.db.query('select id from position where part_of = $1', [id])
      expect(parts.length).toBeLessThanOrEqual(1)
    }
  })

  it('a limit order touched on two servers while it is cancelled is one or the other', async () => {
    for (let round = 0; round < 5; round++) {
      world.clock.set(startMs)
      world.hand.set({ BTCUSDT: '60000' })
      const ann = await world.person()
      const { id } = await world.open(ann, limit())
      world.clock.advance(1000)
      const record = { sec: startMs / 1000 + 1, prices: new Map([['BTCUSDT', d('58900')]]) }
      await Promise.allSettled([world.engine(record), cancel(ann, id), world.engine(record), world.close(ann, id), world.engine(record)])
      expect(await postings(id)).toBeGreaterThanOrEqual(2)
      expect((await wallet(ann)).frozen).toBe('0.00000000')
      const [row] = await list(ann)
      expect((await kindsOf(ann)).filter((kind) => kind === 'limitFilled')).toHaveLength(row?.openSec === startMs / 1000 + 1 ? 1 : 0)
      if (row?.status === 1) expect((await wallet(ann)).margin).toBe('589.05890000')
      else expect((await wallet(ann)).margin).toBe('0.00000000')
    }
  })
})

it('a cancelled or closed order is final, and no term of a running one can be edited, not even in SQL', async () => {
  const ann = await world.person()
  const { id } = await world.open(ann, limit())
  for (const change of ['limit_price = 1', 'margin = margin - 1', 'status = 2, close_reason = 1', 'quantity = quantity / 2'])
    await expect(world.db.query(`update position set ${change} where id = $1`, [id])).rejects.toThrow(/terms are fixed/)
  await cancel(ann, id)
  await expect(world.db.query('update position set status = 0 where id = $1', [id])).rejects.toThrow(/settled/)
  const { id: running } = await world.open(ann, order())
  for (const change of ['quantity = quantity * 2', 'status = 0', 'status = 4', 'margin = margin - 1', 'open_fee = 0'])
    await expect(world.db.query(`update position set ${change} where id = $1`, [running])).rejects.toThrow(/terms are fixed/)
})

it('leaves a sound ledger', async () => {
  expect(await findAllLedgerViolations(world.db)).toEqual([])
})
