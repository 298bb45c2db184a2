import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { contract } from '#contract/contract.ts'
import { asDecimal } from '#contract/decimal.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { secondContractOffersForEnv } from '#server/terms/secondContractTerms.ts'
import { refusalOf } from '../trading/tradingFixture.ts'
import { second, secondContractFixture } from './secondContractFixture.ts'

const d = asDecimal
let world: Awaited<ReturnType<typeof secondContractFixture>>
beforeAll(async () => {
  world = await secondContractFixture()
})
afterAll(() => world.end())
beforeEach(async () => {
  world.feed.put({ BTCUSDT: '90000', XAUUSD: '4050' })
  await world.pass(1)
  await world.work()
})

describe('second contracts to the last decimal (docs/rules/timed-contracts.md)', () => {
  it('sets: five durations on six markets, odds with what they mean', async () => {
    const sets = await world.calls.sets({}, {} as never)
    expect(z.decode(contract.secondContracts.sets.reply, z.encode(contract.secondContracts.sets.reply, sets))).toEqual(sets)
    expect(sets).toHaveLength(30)
    expect(
      sets
        .filter(({ symbol }) => symbol === 'BTCUSDT')
        .map(({ seconds, odds, breakEvenPct, houseEdgePct }) => [seconds, odds, breakEvenPct, houseEdgePct]),
    ).toEqual([
      [60, '0.80', '55.555', '10.000'],
      [120, '0.82', '54.945', '9.000'],
      [180, '0.83', '54.644', '8.500'],
      [300, '0.85', '54.054', '7.500'],
      [600, '0.88', '53.191', '6.000'],
    ])
    // A sandbox has everything on; in production they are for play money alone.
    expect(sets.every(({ realAllowed, realMaxMoney }) => realAllowed && realMaxMoney === '200')).toBe(true)
    expect(secondContractOffersForEnv('production').some(({ realAllowed }) => realAllowed)).toBe(false)
  })

  it('B1: preview, buy, open price of the next second, win', async () => {
    const ann = await world.person()
    const shown = await world.preview(ann, second())
    expect(z.decode(contract.trading.preview.reply, z.encode(contract.trading.preview.reply, shown))).toEqual(shown)
    expect(Object.fromEntries(shown.lines.map((line) => [line.key, `${line.value} ${line.unit}`]))).toEqual({
      stake: '100.00000000 USDT',
      odds: '85 %',
      payout: '185.00000000 USDT',
      breakEvenPct: '54.054 %',
      expectedAtCoinToss: '-7.500 USDT',
      worstLoss: '100.00000000 USDT',
    })
    expect(shown).toMatchObject({
      fees: [],
      youPay: '100.00000000',
      odds: '0.85',
      worstLoss: { amount: '100.00000000', currency: 'USDT' },
      feedMode: 'SIM',
      expireAt: world.clock.now() + 15_000,
    })

    world.clock.advance(300)
    const acceptedSec = Math.floor(world.clock.now() / 1000)
    const bought = await world.buyWith(ann, second(), shown.confirmToken)
    expect(z.decode(contract.secondContracts.buy.reply, z.encode(contract.secondContracts.buy.reply, bought))).toMatchObject({
      id: bought.id,
    })
    expect(bought).toMatchObject({
      status: 1,
      result: 0,
      openPrice: null,
      closePrice: null,
      openSec: acceptedSec + 1,
      closeSec: acceptedSec + 301,
      odds: '0.85',
      profit: '0.00000000',
    })
    expect(bought.orderNo).toMatch(/^SC\d{12}[A-Z2-7]{6}$/)
    expect(await world.available(ann)).toBe('99900.00000000')
    expect(await world.reserve()).toMatchObject({ held: '185.00000000', due: '185.00000000' })

    world.clock.advance(-300)
    world.feed.put({ BTCUSDT: '90000.1234567890' })
    await world.pass(1)
    world.told.length = 0
    await world.work()
    expect(await world.one(ann, bought.id)).toMatchObject({
      status: 1,
      openPrice: '90000.1234567890',
      proof: { open: { sec: acceptedSec + 1 }, close: null },
    })
    expect(world.told.map(({ userId, event }) => [userId, event.t])).toEqual([[ann.userId, 'second']])

    await world.pass(299)
    await world.work()
    expect(await world.one(ann, bought.id)).toMatchObject({ status: 1 })
    world.feed.put({ BTCUSDT: '90012' })
    await world.pass(1)
    world.told.length = 0
    await world.work()
    expect(await world.one(ann, bought.id)).toMatchObject({
      status: 3,
      result: 1,
      closePrice: '90012.0000000000',
      payout: '185.00000000',
      profit: '85.00000000',
      proof: { close: { sec: acceptedSec + 301 } },
      settleTime: world.clock.now(),
    })
    expect(world.told.map(({ event }) => event.t)).toEqual(['second', 'balance'])
    expect(world.told[0]?.event.d).toMatchObject({ id: bought.id, status: 3, createTime: expect.stringMatching(/^2026-/) })
    expect(await world.lines(ann)).toEqual(['14 -100.00000000 → 99900.00000000', '15 185.00000000 → 100085.00000000'])
    expect(await world.reserve()).toMatchObject({ held: '0.00000000', due: '0.00000000' })
    expect(await findAllLedgerViolations(world.db)).toEqual([])
  })

  it('B2: the tenth decimal decides; a tie gives the stake back, a loss nothing', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const tie = await world.buy(ann, second({ setId: 'BTCUSDT-60' }))
    world.feed.put({ BTCUSDT: '60000.1234567890' })
    await world.pass(60)
    const high = await world.buy(ann, second({ setId: 'BTCUSDT-60' }))
    const low = await world.buy(bob, second({ setId: 'BTCUSDT-60', type: 2 }))
    await world.pass(60)
    world.feed.put({ BTCUSDT: '60000.1234567891' })
    await world.pass(1)
    await world.work()
    expect(await world.one(ann, tie.id)).toMatchObject({ result: 3, payout: '100.00000000', profit: '0.00000000' })
    expect(await world.one(ann, high.id)).toMatchObject({ result: 1, payout: '180.00000000' })
    expect(await world.one(bob, low.id)).toMatchObject({ result: 2, payout: '0.00000000', profit: '-100.00000000' })
    expect(await world.lines(bob)).toEqual(['14 -100.00000000 → 99900.00000000'])
    expect((await world.lines(ann)).toSorted()).toEqual(
      [
        '14 -100.00000000 → 99900.00000000',
        '14 -100.00000000 → 99800.00000000',
        '16 100.00000000 → 99900.00000000',
        '15 180.00000000 → 100080.00000000',
      ].toSorted(),
    )
    expect((await world.reserve()).held).toBe('0.00000000')
  })
})

describe('seconds that are missing (docs/rules/timed-contracts.md)', () => {
  /** Buys for 60 s on gold and lets the given offsets from the closing second be without a record. */
  async function withGap(gap: readonly number[]) {
    const ann = await world.person()
    const bought = await world.buy(ann, second({ symbol: 'XAUUSD', setId: 'XAUUSD-60' }))
    for (let offset = -60; offset <= 3; offset++) {
      if (gap.includes(offset)) world.feed.silence('XAUUSD')
      else world.feed.put({ XAUUSD: offset < 0 ? '4050' : `405${offset + 1}` })
      await world.pass(1)
    }
    await world.work()
    return { ann, bought, now: () => world.one(ann, bought.id) }
  }

  it('one missing: the second after it decides, at once, since nothing can be recorded before it any more', async () => {
    const { bought, now } = await withGap([0])
    expect(await now()).toMatchObject({
      status: 3,
      result: 1,
      closePrice: '4052.0000000000',
      proof: { close: { sec: bought.closeSec + 1 } },
    })
  })

  it('two missing: the one two seconds on decides', async () => {
    const { bought, now } = await withGap([0, 1])
    expect(await now()).toMatchObject({
      status: 3,
      result: 1,
      closePrice: '4053.0000000000',
      proof: { close: { sec: bought.closeSec + 2 } },
    })
  })

  it('three missing: void, and the stake is back', async () => {
    const { ann, now } = await withGap([0, 1, 2])
    expect(await now()).toMatchObject({ status: 3, result: 4, payout: '100.00000000', closePrice: null, proof: { close: null } })
    expect(await world.lines(ann)).toEqual(['14 -100.00000000 → 99900.00000000', '16 100.00000000 → 100000.00000000'])
  })

  it('an opening second that is missing is looked for in the same way', async () => {
    const ann = await world.person()
    const bought = await world.buy(ann, second({ symbol: 'XAUUSD', setId: 'XAUUSD-60' }))
    const other = await world.buy(ann, second({ symbol: 'BTCUSDT', setId: 'BTCUSDT-60' }))
    world.feed.silence('XAUUSD')
    world.feed.silence('BTCUSDT')
    await world.pass(1)
    world.feed.put({ XAUUSD: '4060' })
    await world.pass(2)
    world.feed.put({ BTCUSDT: '90000', XAUUSD: '4061' })
    await world.pass(60)
    await world.work()
    expect(await world.one(ann, bought.id)).toMatchObject({
      status: 3,
      result: 1,
      openPrice: '4060.0000000000',
      proof: { open: { sec: bought.openSec + 1 } },
    })
    expect(await world.one(ann, other.id)).toMatchObject({ status: 3, result: 4, openPrice: null })
  })
})

describe('time', () => {
  it('settled an hour late, by another server, it is the same result', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const tokens = [await world.preview(ann, second({ setId: 'BTCUSDT-60' })), await world.preview(bob, second({ setId: 'BTCUSDT-60' }))]
    const onTime = await world.buyWith(ann, second({ setId: 'BTCUSDT-60' }), tokens[0]?.confirmToken)
    const late = await world.buyWith(bob, second({ setId: 'BTCUSDT-60' }), tokens[1]?.confirmToken)
    world.feed.put({ BTCUSDT: '90000.5' })
    await world.pass(60)
    world.feed.put({ BTCUSDT: '90001' })
    await world.pass(1)
    // Only Ann's is looked at now: Bob's row is in another server's hands, which dies with it.
    const held = holdRow(late.id)
    await held.isHeld
    await world.work().finally(held.let)
    await held.end
    expect(await world.one(ann, onTime.id)).toMatchObject({ status: 3, result: 1 })
    expect(await world.one(bob, late.id)).toMatchObject({ status: 2, result: 0 })
    // The price goes the other way meanwhile; it is not asked.
    world.feed.put({ BTCUSDT: '80000' })
    await world.pass(10)
    const other = await secondContractFixture({ db: world.db, startMs: world.clock.now() + 3_600_000 })
    await other.work()
    await other.end()
    // The record only grows: this server's time goes on behind what the other one recorded.
    world.clock.advance(4_300_000)
    await world.pass(1)
    const { id: _a, orderNo: _b, settleTime: _c, ...first } = await world.one(ann, onTime.id)
    const { id: _d, orderNo: _e, settleTime: _f, ...second_ } = await world.one(bob, late.id)
    expect(second_).toEqual(first)
    expect(await world.available(bob)).toBe(await world.available(ann))
  })

  /** Somebody else holds the row's lock until told to let go. */
  function holdRow(id: string) {
    let tell = () => {}
    let open = () => {}
    const isHeld = new Promise<void>((resolve) => (tell = resolve))
    const gate = new Promise<void>((resolve) => (open = resolve))
    const end = world.db.transaction(async (sql) => {
      await sql.query('select from second_order where id = $1 for update', [id])
      tell()
      await gate
    })
    return { isHeld, let: () => open(), end }
  }

  it('never early: not before the closing second, and the database would not take it', async () => {
    const ann = await world.person()
    const bought = await world.buy(ann, second({ setId: 'BTCUSDT-60' }))
    for (let n = 0; n < 60; n++) {
      await world.pass(1)
      await world.work()
      expect((await world.one(ann, bought.id)).status).toBe(1)
    }
    const early = world.db.query(
      'update second_order set status = 3, result = 1, payout = 180, close_price = 91000, close_record_sec = close_sec, settled_ms = close_sec * 1000 - 1 where id = $1',
      [bought.id],
    )
    await expect(early).rejects.toThrow(/check constraint/)
  })
})

it('nobody can edit, delete or decide an order: the database refuses', async () => {
  const ann = await world.person()
  const { id } = await world.buy(ann, second({ setId: 'BTCUSDT-60' }))
  const tries = [
    'odds = 0.5',
    'money = 1',
    'type = 3 - type',
    'close_sec = close_sec + 1, seconds = seconds + 1',
    "symbol = 'ETHUSDT'",
    "feed = 'sim'",
  ]
  for (const change of tries) await expect(world.db.query(`update second_order set ${change} where id = $1`, [id])).rejects.toThrow(/fixed/)
  await world.pass(1)
  await world.work()
  await expect(world.db.query('update second_order set open_price = 1 where id = $1', [id])).rejects.toThrow(/fixed/)
  world.feed.put({ BTCUSDT: '89999' })
  await world.pass(60)
  const swapped = `update second_order set status = 3, result = 1, payout = 180, close_price = 89999, close_record_sec = close_sec, settled_ms = close_sec * 1000 where id = $1`
  await expect(world.db.query(swapped, [id])).rejects.toThrow(/check constraint/)
  // PostgreSQL reports a refusal a moment before it lets go of the row, and work passes over rows that are held.
  const settled = async () => {
    await world.work()
    return world.one(ann, id)
  }
  await expect.poll(settled).toMatchObject({ status: 3, result: 2 })
  await expect(world.db.query('update second_order set result = 1 where id = $1', [id])).rejects.toThrow(/settled/)
  await expect(world.db.query('delete from second_order where id = $1', [id])).rejects.toThrow(/deleted/)
})

describe('refusals', () => {
  it('each has its name, and leaves nothing behind', async () => {
    const ann = await world.person()
    const refused = async (over: Parameters<typeof second>[0], who = ann) => (await refusalOf(world.preview(who, second(over)))).name
    expect(await refused({ accountType: 1 })).toBe('kycRequired')
    expect(await refused({ accountType: 1 }, await world.person({ isGuest: true }))).toBe('guestRestricted')
    expect(await refused({ symbol: 'XRPUSDT' })).toBe('symbolUnknown')
    expect(await refused({ setId: 'ETHUSDT-60' })).toBe('validation')
    expect(await refused({ setId: 'BTCUSDT-61' })).toBe('validation')
    expect(await refused({ money: d('9.99') })).toBe('belowMin')
    expect(await refused({ money: d('5000.01') })).toBe('aboveMax')
    expect(await refused({ money: d('10.001') })).toBe('validation')
    world.feed.setOpen('BTCUSDT', false)
    expect(await refused({})).toBe('marketClosed')
    world.feed.setOpen('BTCUSDT', true)
    expect(await world.lines(ann)).toEqual([])
    expect((await world.list(ann)).total).toBe(0)
  })

  it('without a fresh record nothing is sold', async () => {
    const ann = await world.person()
    const { confirmToken } = await world.preview(ann, second())
    world.feed.silence('BTCUSDT')
    await world.pass(4)
    expect(await refusalOf(world.buyWith(ann, second(), confirmToken))).toEqual({ name: 'feedStale', detail: { age: 4 } })
    world.feed.put({ BTCUSDT: '90000' })
  })

  it('a token is of this person, for this order, for 15 seconds, and as it was signed', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const { confirmToken } = await world.preview(ann, second())
    const refused = async (token: string | undefined, who = ann, over = {}) =>
      (await refusalOf(world.buyWith(who, second(over), token))).name
    expect(await refused(undefined)).toBe('confirmRequired')
    expect(await refused(`${confirmToken}x`)).toBe('confirmRequired')
    expect(await refused(confirmToken, bob)).toBe('confirmRequired')
    for (const over of [{ money: d('101') }, { type: 2 }, { setId: 'BTCUSDT-60' }])
      expect(await refused(confirmToken, ann, over)).toBe('confirmRequired')
    const fresh = (await refusalOf(world.buyWith(ann, second(), undefined))).detail.preview
    expect(fresh).toMatchObject({ payout: '185.00000000', confirmToken: expect.any(String) })
    await world.pass(15)
    expect(await refused(confirmToken)).toBe('confirmRequired')
  })

  it('at most five at once, also when all are sent at the same moment; and never more than one has', async () => {
    const ann = await world.person()
    const { confirmToken } = await world.preview(ann, second())
    const sent = await Promise.allSettled(Array.from({ length: 9 }, () => world.buyWith(ann, second(), confirmToken)))
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    for (const answer of sent)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ refusal: 'tooManyOpen', detail: { max: 5 } })
    const { runningCount, running } = await world.head(ann)
    expect([runningCount, running.map(({ status }) => status)]).toEqual([5, [1, 1, 1, 1, 1]])
    expect(await refusalOf(world.preview(ann, second()))).toEqual({ name: 'tooManyOpen', detail: { max: 5 } })

    const bob = await world.person()
    for (let n = 0; n < 4; n++) await world.buy(bob, second({ money: d('5000') }))
    await world.db.transaction(async (sql) => {
      const { post } = await import('#ledger/ledger.ts')
      const gone = { currency: 'USDT', amount: d('-79990') }
      await post(sql, {
        book: 2,
        refType: 'test',
        refId: '1',
        at: world.clock.now(),
        legs: [
          { user: bob.userId, bucket: 'AVAIL', type: 36, ...gone },
          { house: 'ISSUE', currency: 'USDT', amount: d('79990') },
        ],
      })
    })
    expect((await refusalOf(world.buy(bob, second()))).name).toBe('insufficientBalance')
    expect((await world.preview(bob, second())).warnings.map(({ key }) => key)).toContain('insufficientBalance')
    expect((await world.reserve()).held).toBe((await world.reserve()).due)
  })

  it('in production it is off where it is off (docs/rules/countries.md)', async () => {
    const strict = await secondContractFixture({ env: 'production' })
    await strict.pass(1)
    for (const country of ['GB', 'DE', 'AU', 'CA', 'IL', 'US']) {
      expect((await refusalOf(strict.preview(await strict.person({ country }), second()))).name).toBe('regionProduct')
      expect(await world.preview(await world.person({ country }), second())).toMatchObject({ odds: '0.85' })
    }
    for (const country of ['JP', 'BR'])
      expect(await strict.preview(await strict.person({ country }), second())).toMatchObject({ odds: '0.85' })
    await strict.end()
  })

  it('gold and forex: not in the last ten minutes, and not beyond the end', async () => {
    // Saturday 05:00 UTC+8 the week ends; this is 04:49:00.
    const end = await secondContractFixture({ startMs: Date.parse('2026-11-27T20:49:00Z') })
    await end.pass(1)
    const ann = await end.person()
    const asked = second({ symbol: 'EURUSD', setId: 'EURUSD-600' })
    expect(await end.preview(ann, asked)).toMatchObject({ seconds: 600 })
    await end.pass(58)
    expect(await refusalOf(end.preview(ann, asked))).toEqual({
      name: 'marketClosed',
      detail: { symbol: 'EURUSD', opensAt: '2026-11-30 06:00:00' },
    })
    expect(await end.preview(ann, second({ symbol: 'EURUSD', setId: 'EURUSD-60' }))).toMatchObject({ seconds: 60 })
    await end.pass(2)
    expect((await refusalOf(end.preview(ann, second({ symbol: 'EURUSD', setId: 'EURUSD-60' })))).name).toBe('marketClosed')
    expect(await end.preview(ann, second())).toMatchObject({ seconds: 300 })
    await end.end()
  })
})

describe('whose they are', () => {
  it("nobody sees another's, and filters find one's own", async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const won = await world.buy(ann, second({ setId: 'BTCUSDT-60' }))
    world.clock.advance(1)
    const lost = await world.buy(ann, second({ setId: 'BTCUSDT-60', type: 2 }))
    world.clock.advance(-1)
    await world.pass(1)
    world.feed.put({ BTCUSDT: '90001' })
    await world.pass(60)
    const running = await world.buy(ann, second({ symbol: 'ETHUSDT' }))
    const ids = async (over: object, who = ann) => (await world.list(who, over)).records.map(({ id }) => id)
    expect(await ids({ status: ['2'] })).toEqual([lost.id, won.id])
    await world.work()
    expect(await ids({})).toEqual([running.id, lost.id, won.id])
    expect(await ids({ status: ['1', '2'] })).toEqual([running.id])
    expect(await ids({ status: ['3'], result: ['1'] })).toEqual([won.id])
    expect(await ids({ result: ['2'] })).toEqual([lost.id])
    expect(await ids({ symbol: 'ETHUSDT' })).toEqual([running.id])
    expect(await ids({}, bob)).toEqual([])
    expect(await ids({ accountType: 1 })).toEqual([])
    expect((await refusalOf(world.list(ann, { status: ['9'] }))).name).toBe('validation')
  })

  it('the head counts, and says how many were lost one after another', async () => {
    const ann = await world.person()
    for (const type of [1, 1, 1, 2, 2, 2]) {
      await world.buy(ann, second({ setId: 'BTCUSDT-60', type }))
      await world.pass(1)
      world.feed.put({ BTCUSDT: '90001' })
      await world.pass(60)
      await world.work()
      world.feed.put({ BTCUSDT: '90000' })
      await world.pass(1)
    }
    const head = await world.head(ann)
    expect(z.decode(contract.secondContracts.head.reply, z.encode(contract.secondContracts.head.reply, head))).toEqual({
      ...head,
      serverTime: Math.floor(head.serverTime / 1000) * 1000,
    })
    expect(head).toMatchObject({
      runningCount: 0,
      todayCount: 6,
      todayStake: '600.00000000',
      todayNet: '-60.00000000',
      lifetimeNet: '-60.00000000',
      winRate: '0.500000',
      lossesInRow: 3,
      maxOpen: 5,
    })
    expect(head.platform.settled30d).toBeGreaterThanOrEqual(6)
  })
})
