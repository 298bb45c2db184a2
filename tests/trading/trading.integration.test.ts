import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { contract } from '#contract/contract.ts'
import { asDecimal } from '#contract/decimal.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { noUsdtConversion } from '#rules/quote.ts'
import { bookPositionClose } from '#server/trading/close.ts'
import { startContractEngine } from '#server/trading/engine.ts'
import type { PositionRow } from '#server/trading/position.ts'
import { order, refusalOf, startMs, tradingFixture } from './tradingFixture.ts'

const d = asDecimal
let world: Awaited<ReturnType<typeof tradingFixture>>
beforeAll(async () => {
  world = await tradingFixture()
  startContractEngine(world.app)
})
afterAll(() => world.db.close())
beforeEach(() => {
  world.clock.set(startMs)
  world.hand.close(false)
  world.hand.set({ BTCUSDT: '60000', ETHUSDT: '3000', USDJPY: '155.000', EURJPY: '180.000' })
})

describe('contracts to the last decimal (docs/rules/contracts.md)', () => {
  it('C1: preview, open, mark, close', async () => {
    const ann = await world.person()
    const shown = await world.preview(ann, order())
    expect(z.decode(contract.trading.preview.reply, z.encode(contract.trading.preview.reply, shown))).toEqual(shown)
    expect(Object.fromEntries(shown.lines.map((line) => [line.key, `${line.value} ${line.unit}`]))).toEqual({
      price: '60006.00 USDT',
      quantity: '0.1 BTC',
      notional: '6000.60000000 USDT',
      margin: '600.06000000 USDT',
      openFee: '3.00030000 USDT',
      estCloseFee: '2.99970000 USDT',
      liqPrice: '57005.70 USDT',
      worstLoss: '603.06030000 USDT',
    })
    // No day of simulated rates is published here, so no funding will be charged and none is shown.
    expect(shown).toMatchObject({
      youPay: '603.06030000',
      worstLoss: { amount: '603.06030000', currency: 'USDT' },
      feedMode: 'SIM',
      expireAt: startMs + 15_000,
    })
    const opened = await world.place(ann, order(), shown.confirmToken)
    expect(opened).toMatchObject({
      openPrice: '60006.00',
      margin: '600.06000000',
      openFee: '3.00030000',
      liqPrice: '57005.70',
      status: 1,
      quantity: '0.1',
      openSec: startMs / 1000,
      name: 'Bitcoin',
    })
    expect(opened.orderNo).toMatch(/^PC261121000000[A-Z2-7]{6}$/)
    expect(await world.balance(ann)).toEqual({ available: '99396.93970000', margin: '600.06000000' })

    await world.hand.record({ BTCUSDT: '61000' })
    const [marked] = (await world.ask(ann, (context) => world.trading.positions({ pageNo: 1, pageSize: 10, accountType: 2 }, context)))
      .records
    expect(marked).toMatchObject({ profit: '99.40000000', profitRate: '0.165650', marginRatio: '116.56', markPrice: '61000' })

    const closed = await world.close(ann, opened.id)
    expect(closed).toMatchObject({
      status: 3,
      closeReason: 1,
      closePrice: '60993.90',
      profit: '98.79000000',
      closeFee: '3.04969500',
      returned: '695.80030500',
    })
    expect(await world.balance(ann)).toEqual({ available: '100092.74000500', margin: '0.00000000' })
    expect(await world.lines(ann)).toEqual([
      'MARGIN 6 600.06000000 → 600.06000000',
      'AVAIL 6 -600.06000000 → 99399.94000000',
      'AVAIL 5 -3.00030000 → 99396.93970000',
      'AVAIL 7 600.06000000 → 99996.99970000',
      'AVAIL 8 98.79000000 → 100095.78970000',
      'MARGIN 7 -600.06000000 → 0.00000000',
      'AVAIL 5 -3.04969500 → 100092.74000500',
    ])
    const summary = await world.ask(ann, (context) => world.trading.positionsSummary({ accountType: 2 }, context))
    expect(summary).toMatchObject({
      runningCount: 0,
      totalRealised: '92.74000500',
      todayRealised: '92.74000500',
      winCount: 1,
      lossCount: 0,
      yieldRate: '0.154551',
    })
  })

  it('C2: closes itself at half of the margin, not a tick before, with the normal fee', async () => {
    const ann = await world.person()
    const { id } = await world.open(ann, order())
    world.told.length = 0
    await world.hand.record({ BTCUSDT: '57005.71' })
    expect((await world.trading.positions({ pageNo: 1, pageSize: 10, accountType: 2, status: ['1'] }, contextOf(ann))).total).toBe(1)
    expect(world.told.map(({ event }) => event)).toMatchObject([
      { t: 'notice', d: { type: 'transaction', kind: 'margin65', refId: id, params: { ratio: '50.00' } } },
      { t: 'warning', d: { id, kind: 'margin65', marginRatio: '50.00' } },
      { t: 'position' },
      { t: 'balance' },
    ])
    world.told.length = 0
    await world.hand.record({ BTCUSDT: '57005.70' })
    const [closed] = (await world.trading.positions({ pageNo: 1, pageSize: 10, accountType: 2, status: ['3'] }, contextOf(ann))).records
    // bid of mid 57,005.70 at 2 bps: 56,999.99
    expect(closed).toMatchObject({
      id,
      closeReason: 4,
      closePrice: '56999.99',
      profit: '-300.60100000',
      closeFee: '2.84999950',
      returned: '296.60900050',
    })
    expect(await world.balance(ann)).toEqual({ available: '99693.54870050', margin: '0.00000000' })
    expect(world.told.map(({ userId, event }) => [userId, event.t])).toEqual([
      [ann.userId, 'notice'],
      [ann.userId, 'position'],
      [ann.userId, 'balance'],
    ])
    expect(world.told[0]?.event.d).toMatchObject({ kind: 'closedOut', params: { price: '56999.99', returned: '296.60900050' } })
    expect(world.told[1]?.event.d).toMatchObject({ id, status: 3, createTime: '2026-11-21 00:00:00', closeTime: '2026-11-21 00:00:00' })
    expect(world.told[2]?.event.d).toMatchObject([{ currency: 'USDT', available: '99693.54870050', accountType: 2 }])
  })

  it('C3: a gap costs what was shown as the worst loss and no more; the house covers the rest', async () => {
    const ann = await world.person()
    const cover = await world.houseHas('COVER')
    await world.open(ann, order())
    await world.hand.record({ BTCUSDT: '50000' })
    expect(await world.balance(ann)).toEqual({ available: '99396.93970000', margin: '0.00000000' })
    expect((await world.lines(ann)).slice(3)).toEqual([
      'AVAIL 7 600.06000000 → 99996.99970000',
      'AVAIL 38 401.04000000 → 100398.03970000',
      'MARGIN 7 -600.06000000 → 0.00000000',
      'AVAIL 8 -1001.10000000 → 99396.93970000',
    ])
    expect(Number(await world.houseHas('COVER'))).toBeCloseTo(Number(cover) - 401.04, 8)
  })

  it('C5: short opens at the bid, closes out above and at the ask', async () => {
    const ann = await world.person()
    const opened = await world.open(ann, order({ direction: 2 }))
    expect(opened).toMatchObject({ openPrice: '59994.00', margin: '599.94000000', openFee: '2.99970000', liqPrice: '62993.70' })
    await world.hand.record({ BTCUSDT: '62993.69' })
    expect((await world.balance(ann)).margin).toBe('599.94000000')
    await world.hand.record({ BTCUSDT: '62993.70' })
    const [closed] = (await world.trading.positions({ pageNo: 1, pageSize: 10, accountType: 2 }, contextOf(ann))).records
    expect(closed).toMatchObject({ closeReason: 4, closePrice: '63000.00' })
  })

  it('C7: USDJPY short, converted at the record of the same second', async () => {
    const ann = await world.person()
    const opened = await world.open(ann, order({ symbol: 'USDJPY', direction: 2, quantity: d('10000'), lever: 30 }))
    expect(opened).toMatchObject({ openPrice: '154.992', margin: '333.31612903', openFee: '0.49997419' })
    await world.hand.record({ USDJPY: '153.500' })
    const closed = await world.close(ann, opened.id)
    expect(closed).toMatchObject({ closePrice: '153.508', profit: '96.67752442', closeFee: '0.50002605' })
    expect((await world.balance(ann)).available).toBe('100095.67752418')
  })

  it('a converted quote closes out exactly, even when only the conversion moves far', async () => {
    const ann = await world.person()
    await world.open(ann, order({ symbol: 'EURJPY', quantity: d('10000'), lever: 1 }))
    // −37 % in yen is −37 % × 155/rate in USDT: not half at 155, more than half at 110.
    await world.hand.record({ EURJPY: '113.400', USDJPY: '155.000' })
    expect((await world.balance(ann)).margin).not.toBe('0.00000000')
    await world.hand.record({ EURJPY: '113.400', USDJPY: '110.000' })
    expect((await world.balance(ann)).margin).toBe('0.00000000')
  })

  it('a conversion that drifts a little moves the close-out a little', async () => {
    const ann = await world.person()
    await world.open(ann, order({ symbol: 'EURJPY', quantity: d('10000'), lever: 1 }))
    // Half of the margin is lost after 90 yen at 155, after 78.4 yen at 135.
    await world.hand.record({ EURJPY: '105.000', USDJPY: '135.000' })
    expect((await world.balance(ann)).margin).not.toBe('0.00000000')
    await world.hand.record({ EURJPY: '100.000', USDJPY: '135.000' })
    expect((await world.balance(ann)).margin).toBe('0.00000000')
  })
})

/** A read outside of a transaction, as the edge makes it. */
const contextOf = (visitor: Awaited<ReturnType<typeof world.person>>) => ({
  visitor,
  sql: world.db,
  now: world.clock.now(),
  lang: 'en-us' as const,
  ip: '::1',
  userAgent: '',
  requestId: undefined,
  afterCommit: () => {},
})

describe('closing', () => {
  it('two closes at once: one settles, the other is refused as closed', async () => {
    const ann = await world.person()
    const { id } = await world.open(ann, order())
    const both = await Promise.allSettled([world.close(ann, id), world.close(ann, id)])
    expect(both.map((order) => order.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await refusalOf(world.close(ann, id))).name).toBe('notRunning')
    const [count] = await world.db.query<{ n: string }>(`select count(*) as n from posting where ref_type = 'position' and ref_id = $1`, [
      id,
    ])
    expect(count?.n).toBe('2')
  })

  it('two servers and the person at once: one settlement', async () => {
    const ann = await world.person()
    const { id } = await world.open(ann, order())
    world.hand.set({ BTCUSDT: '50000' })
    const record = { sec: startMs / 1000, prices: new Map([['BTCUSDT', d('50000')]]) }
    await Promise.allSettled([world.engine(record), world.engine(record), world.close(ann, id), world.engine(record)])
    const [count] = await world.db.query<{ n: string }>(`select count(*) as n from posting where ref_type = 'position' and ref_id = $1`, [
      id,
    ])
    expect(count?.n).toBe('2')
    expect((await world.balance(ann)).margin).toBe('0.00000000')
  })

  it('a row settled in the meantime does not settle again, whoever still holds its old picture', async () => {
    const ann = await world.person()
    const { id } = await world.open(ann, order())
    const [old] = await world.db.query<PositionRow>('select * from position where id = $1', [id])
    await world.close(ann, id)
    const on = { mid: d('60000'), bid: d('59994.00'), ask: d('60006.00'), sec: 1, conversion: noUsdtConversion }
    expect(await world.db.transaction((sql) => bookPositionClose(sql, old as PositionRow, on, 4, world.clock.now()))).toBeUndefined()
  })

  it('with a stale price or a closed market it waits and fills at the next record', async () => {
    for (const why of ['stale', 'closed']) {
      world.clock.set(startMs)
      world.hand.close(false)
      world.hand.set({ BTCUSDT: '60000' })
      const ann = await world.person()
      const { id } = await world.open(ann, order())
      if (why === 'stale') world.clock.advance(3001)
      else world.hand.close(true)
      expect(await world.close(ann, id)).toMatchObject({ status: 2, closeReason: 1 })
      expect((await refusalOf(world.close(ann, id))).name).toBe('settling')
      expect((await world.balance(ann)).margin).toBe('600.06000000')
      world.clock.advance(5000)
      await world.hand.record({ BTCUSDT: '61000' })
      const [closed] = (await world.trading.positions({ pageNo: 1, pageSize: 10, accountType: 2 }, contextOf(ann))).records
      expect(closed).toMatchObject({ id, status: 3, closeReason: 1, closePrice: '60993.90', returned: '695.80030500' })
      expect(await world.db.query('select kind, params, link, ref_id from inbox_notice where user_id = $1', [ann.userId])).toMatchObject([
        {
          kind: 'positionClosed',
          params: { price: '60993.90', returned: '695.80030500' },
          link: '/heyue?symbol=BTCUSDT&book=history',
          ref_id: id,
        },
      ])
    }
  })

  it('someone else’s position, and no position, are not found', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const { id } = await world.open(ann, order())
    expect((await refusalOf(world.close(bob, id))).name).toBe('notFound')
    expect((await refusalOf(world.close(bob, '12'))).name).toBe('notFound')
  })

  it('a settled position can be neither changed nor deleted, not even in SQL', async () => {
    const ann = await world.person()
    const { id } = await world.open(ann, order())
    await expect(world.db.query('update position set open_price = 1 where id = $1', [id])).rejects.toThrow(/terms are fixed/)
    await world.close(ann, id)
    await expect(world.db.query('update position set status = 1 where id = $1', [id])).rejects.toThrow(/settled/)
    await expect(world.db.query('delete from position where id = $1', [id])).rejects.toThrow(/cannot be deleted/)
  })
})

describe('wallet', () => {
  it('counts unrealised profit into the assets and says what today brought', async () => {
    const ann = await world.person()
    await world.open(ann, order())
    await world.hand.record({ BTCUSDT: '61000' })
    const assets = await world.wallet.assets({ accountType: 2, target: 'USDT' }, contextOf(ann))
    expect(assets).toMatchObject({
      totalUsdt: '100096.39970000',
      net: '100096.39970000',
      todayPnl: '96.39970000',
      todayPnlRate: '0.000963',
      staleCurrencies: [],
      groups: { spot: '99396.93970000', contract: '699.46000000', frozen: '0.00000000' },
      list: [{ currency: 'USDT', balance: '99996.99970000', usdtValue: '99996.99970000', price: '1', priceAgeMs: null }],
    })
    expect((await world.wallet.assets({ accountType: 2, target: 'JPY' }, contextOf(ann))).total).toBe('15514941.95350000')
    world.clock.advance(4000)
    expect((await world.wallet.assets({ accountType: 2, target: 'USDT' }, contextOf(ann))).staleCurrencies).toEqual(['BTCUSDT'])
    expect(
      (await refusalOf(Promise.resolve().then(() => world.wallet.assets({ accountType: 2, target: 'XYZ' }, contextOf(ann))))).name,
    ).toBe('validation')
  })

  it('filters records by type and time, and refuses days that do not exist', async () => {
    const ann = await world.person()
    await world.open(ann, order())
    const ask = (over: object) =>
      Promise.resolve().then(() => world.wallet.balanceRecords({ pageNo: 1, pageSize: 10, accountType: 2, ...over }, contextOf(ann)))
    expect((await ask({ type: ['5'] })).records).toMatchObject([{ type: 5, amount: '-3.00030000', bucket: 'AVAIL', accountType: 2 }])
    expect((await ask({ beginTime: '2026-11-21 00:00:00', endTime: '2026-11-21 00:00:00' })).total).toBe(4)
    expect((await ask({ beginTime: '2026-11-21 00:00:01' })).total).toBe(0)
    expect((await ask({ accountType: 1 })).total).toBe(0)
    for (const beginTime of ['2026-02-30 00:00:00', 'yesterday', '2026-11-21T00:00:00'])
      expect((await refusalOf(ask({ beginTime }))).name).toBe('validation')
    expect((await refusalOf(ask({ type: ['x'] }))).name).toBe('validation')
  })
})

describe('lists', () => {
  it('pages newest first, filters, and every reply fits the contract', async () => {
    const ann = await world.person()
    const ids: string[] = []
    for (let n = 0; n < 5; n++) {
      world.clock.advance(1)
      ids.unshift((await world.open(ann, order({ quantity: d('0.01'), symbol: n % 2 ? 'ETHUSDT' : 'BTCUSDT' }))).id)
    }
    await world.close(ann, ids[0] as string)
    world.clock.advance(10_000)
    expect(await world.close(ann, ids[1] as string)).toMatchObject({ status: 2 })
    const list = (over: object) =>
      Promise.resolve().then(() => world.trading.positions({ pageNo: 1, pageSize: 10, accountType: 2, ...over }, contextOf(ann)))
    const idsOf = async (over: object) => (await list(over)).records.map(({ id }) => id)
    expect(await idsOf({})).toEqual(ids)
    expect(await list({ pageNo: 2, pageSize: 2 })).toMatchObject({
      total: 5,
      pages: 3,
      current: 2,
      size: 2,
      records: [{ id: ids[2] }, { id: ids[3] }],
    })
    expect(await list({ pageNo: 9 })).toMatchObject({ total: 5, records: [] })
    expect(await idsOf({ status: ['1', '2'] })).toEqual(ids.slice(1))
    expect(await idsOf({ status: ['3'] })).toEqual(ids.slice(0, 1))
    expect(await idsOf({ symbol: 'ETHUSDT' })).toEqual([ids[1], ids[3]])
    expect(await idsOf({ posType: 1 })).toEqual([])
    expect(await idsOf({ accountType: 1 })).toEqual([])
    expect((await refusalOf(list({ status: ['running'] }))).name).toBe('validation')
    const { positions, positionsSummary } = contract.trading
    const page = await list({})
    // The wire has whole seconds, so it is the wire form that comes back the same.
    const wire = z.encode(positions.reply, page)
    expect(z.encode(positions.reply, z.decode(positions.reply, wire))).toEqual(wire)
    const summary = await world.trading.positionsSummary({ accountType: 2 }, contextOf(ann))
    expect(z.decode(positionsSummary.reply, z.encode(positionsSummary.reply, summary))).toEqual(summary)
    expect(summary).toMatchObject({ runningCount: 4, winCount: 0, lossCount: 1 })
    const assets = await world.wallet.assets({ accountType: 2, target: 'JPY' }, contextOf(ann))
    const inWire = z.encode(contract.wallet.assets.reply, assets)
    expect(z.encode(contract.wallet.assets.reply, z.decode(contract.wallet.assets.reply, inWire))).toEqual(inWire)
  })

  it('yesterday’s result is not today’s: the day begins at 00:00 UTC+8', async () => {
    world.clock.set(startMs - 1)
    world.hand.set({ BTCUSDT: '60000' })
    const ann = await world.person()
    const { id } = await world.open(ann, order())
    await world.close(ann, id)
    world.clock.set(startMs)
    const summary = await world.trading.positionsSummary({ accountType: 2 }, contextOf(ann))
    expect(summary).toMatchObject({ todayRealised: '0.00000000', totalRealised: '-7.20000000' })
    expect((await world.wallet.assets({ accountType: 2, target: 'USDT' }, contextOf(ann))).todayPnl).toBe('0.00000000')
  })

  it('a person without anything sees zeros, and null where there is no price', async () => {
    const bob = { ...(await world.person()), userId: '999999' }
    expect(await world.trading.positionsSummary({ accountType: 2 }, contextOf(bob))).toMatchObject({
      runningCount: 0,
      yieldRate: '0.000000',
      worstMarginRatio: null,
    })
    expect((await world.wallet.assets({ accountType: 1, target: 'USDT' }, contextOf(bob))).totalUsdt).toBe('0.00000000')
    expect(await world.wallet.balances({ accountType: 1 }, contextOf(bob))).toMatchObject([{ currency: 'USDT', balance: '0.00000000' }])
  })
})

it('leaves a sound ledger', async () => {
  expect(await findAllLedgerViolations(world.db)).toEqual([])
})
