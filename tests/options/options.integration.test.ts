import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { OptionChain } from '#contract/calls/options.ts'
import { asDecimal } from '#contract/decimal.ts'
import { OptionOrder, OptionOrderPreview } from '#contract/orders/option.ts'
import { balanceRecordType } from '#contract/states.ts'
import { asInstant, startOfServerDayAt } from '#contract/time.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { post } from '#ledger/ledger.ts'
import { createDemoOptionResetter } from '#server/options/demoReset.ts'
import { optionBuyingLegs } from '#server/options/legs.ts'
import type { OptionPositionRow } from '#server/options/position.ts'
import { readOpenOptionsStressPayout, optionReserveBalance } from '#server/options/stress.ts'
import { reimburseFeeFromVouchers } from '#server/orders/vouchers.ts'
import { firstExpirySec as expiry, option, optionFixture } from './optionFixture.ts'
import { refusalOf, startMs } from '../trading/tradingFixture.ts'

const d = asDecimal
const startSec = startMs / 1000
const flat = (price: string, count = 1800) => Array.from({ length: count }, () => price)
/** What somebody was told who was not there, oldest first. */
const noticesOf = (of: { db: Awaited<ReturnType<typeof optionFixture>>['db'] }, { userId }: { userId: string }) =>
  of.db.query('select type, kind, params, link, ref_type, ref_id from inbox_notice where user_id = $1 order by id', [userId])
let world: Awaited<ReturnType<typeof optionFixture>>
beforeAll(async () => {
  world = await optionFixture()
})
afterAll(() => world.end())

describe('options to the last decimal (docs/rules/options.md)', () => {
  it('O1: a week before expiry, at 60,000 and 50 %: premium, fee, worst loss, then a payoff of the mean of the record', async () => {
    // Friday 2026-11-27 is a weekly expiry; a week before it, to the second. The skew moves the surface at 62,000, so the day's is made flat.
    const friday = expiry + 6 * 86_400
    const sinceSec = startOfServerDayAt((friday - 7 * 86_400) * 1000) / 1000
    const flatIv = { sinceSec, sec: sinceSec, value: d('0.5'), mode: 'RULE' as const, sources: ['iv=0.5', 'skew=0'] }
    const published = ['BTCUSDT', 'ETHUSDT', 'XAUUSD'].map((symbol) => ({ symbol: `IV:${symbol}`, ...flatIv }))
    const own = await optionFixture({ startMs: (friday - 7 * 86_400) * 1000, published })
    await own.goTo(friday - 7 * 86_400)
    const ann = await own.person()
    const asked = option({ optionId: 'BTCUSDT-20261127-62000-C' })
    const shown = await own.preview(ann, asked)
    expect(z.decode(OptionOrderPreview, z.encode(OptionOrderPreview, shown))).toEqual(shown)
    expect(shown).toMatchObject({
      price: '896.17',
      premium: '89.61700000',
      fee: '1.80000000',
      youPay: '91.41700000',
      worstLoss: { amount: '91.41700000', currency: 'USDT' },
      breakEven: '62914.17000000',
      iv: '0.5000',
      delta: '0.3304',
      mid: '60000',
      feedMode: 'SIM',
    })
    const bought = await own.placeWith(ann, asked, shown.confirmToken)
    expect(z.decode(OptionOrder, z.encode(OptionOrder, bought))).toEqual(bought)
    expect(bought).toMatchObject({
      posType: 3,
      status: 1,
      openPrice: '896.17',
      markPrice: '843.95',
      margin: '89.61700000',
      openFee: '1.80000000',
      profit: '-5.22200000',
      option: { cp: 'C', strike: '62000', isVoid: false },
    })
    expect(own.told.map(({ event }) => event.t)).toEqual(['position', 'balance'])
    expect(await own.assets(ann)).toMatchObject({ groups: { option: '84.39500000' }, totalUsdt: '99992.97800000' })
    await own.record('BTCUSDT', friday - 1800, flat('64500'))
    own.clock.set(friday * 1000)
    await own.work()
    expect(await own.one(ann, bought.id)).toMatchObject({
      status: 3,
      closeReason: 5,
      returned: '250.00000000',
      option: { settlePrice: '64500.0000000000', records: 1800, isVoid: false },
    })
    expect(await own.lines(ann)).toEqual([
      '39 -89.61700000 → 99910.38300000',
      '5 -1.80000000 → 99908.58300000',
      '40 250.00000000 → 100158.58300000',
    ])
    expect(await own.reserve()).toEqual({ held: '0.00000000', due: '0.00000000' })
    expect(await findAllLedgerViolations(own.db)).toEqual([])
    await own.end()
  })

  it('a call below its strike pays nothing, a put gains below', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const call = await world.buy(ann, option())
    const put = await world.buy(bob, option({ optionId: 'BTCUSDT-20261121-58000-P' }))
    const stress = await readOpenOptionsStressPayout(world.db, world.market, 2)
    // 20 % down: the put pays 10,000 × 0.1; 20 % up: the call pays the same. The larger of the two, not both.
    expect(stress).toBe('1000.0')
    await world.record('BTCUSDT', expiry - 1800, flat('55000'))
    world.clock.set(expiry * 1000)
    await world.work()
    expect(await world.one(ann, call.id)).toMatchObject({ status: 3, closeReason: 5, returned: '0.00000000', closePrice: '0' })
    expect(await world.one(bob, put.id)).toMatchObject({ status: 3, returned: '300.00000000', closePrice: '3000' })
    const told = { type: 'transaction', link: '/heyue?mode=option&symbol=BTCUSDT&book=history', ref_type: 'option' }
    const worthless = { base: 'BTC', strike: '62000', book: '2', price: '55000.0000000000', returned: '0.00000000' }
    expect(await noticesOf(world, ann)).toEqual([{ ...told, kind: 'optionWorthless', params: worthless, ref_id: call.id }])
    const paid = { base: 'BTC', strike: '58000', book: '2', price: '55000.0000000000', returned: '300.00000000' }
    expect(await noticesOf(world, bob)).toEqual([{ ...told, kind: 'optionPaid', params: paid, ref_id: put.id }])
    expect(await world.reserve()).toEqual({ held: '0.00000000', due: '0.00000000' })
    expect(await findAllLedgerViolations(world.db)).toEqual([])
  })

  it('the chain: nine strikes, calls and puts, expiries on sale, priced by the published surface', async () => {
    await world.goTo(expiry + 100)
    const chain = await world.chain('BTCUSDT')
    expect(z.decode(OptionChain, z.encode(OptionChain, chain))).toEqual(chain)
    expect(chain.expiries).toHaveLength(4)
    expect(chain.list).toHaveLength(4 * 9 * 2)
    expect(chain.surface).toEqual({ day: '2026-11-21', iv: '0.5', skew: '0.02' })
    const page = await world.chain('BTCUSDT', '2026-11-27 16:00:00')
    expect(page.list).toHaveLength(18)
    expect(page.list.every(({ bid, ask, fair }) => Number(bid) <= Number(fair) && Number(fair) < Number(ask))).toBe(true)
    // It is a Saturday: gold has no expiry before Monday.
    const gold = await world.chain('XAUUSD')
    expect(gold.expiries.map((at) => (at / 1000 - expiry) / 86_400)).toEqual([2, 3, 6, 13])
    expect(await refusalOf(Promise.resolve(world.chain('SOLUSDT')))).toMatchObject({ name: 'symbolUnknown' })
  })
})

describe('leaving early', () => {
  const next = expiry + 86_400
  const id = 'BTCUSDT-20261122-60000-C'
  beforeEach(async () => {
    world.feed.put({ BTCUSDT: '60000' })
    await world.goTo(Math.floor(world.clock.now() / 1000) + 2)
  })

  it('sells at the bid, and only once', async () => {
    const ann = await world.person()
    const { id: own, markPrice } = await world.buy(ann, option({ optionId: id }))
    const closed = await world.close(ann, own)
    expect(closed).toMatchObject({ status: 3, closeReason: 1, closePrice: markPrice, returned: expect.any(String) })
    expect(await refusalOf(world.close(ann, own))).toMatchObject({ name: 'notRunning' })
    expect((await world.lines(ann)).at(-1)).toBe(`40 ${closed.returned} → ${await world.available(ann)}`)
    // Who does it knows it.
    expect(await noticesOf(world, ann)).toEqual([])
  })

  it('waits for the next record while the price is stale', async () => {
    const ann = await world.person()
    const { id: own } = await world.buy(ann, option({ optionId: id }))
    world.clock.advance(10_000)
    expect(await world.close(ann, own)).toMatchObject({ status: 2, markPrice: null })
    expect(await refusalOf(world.close(ann, own))).toMatchObject({ name: 'settling' })
    await world.work()
    expect(await world.one(ann, own)).toMatchObject({ status: 2 })
    world.feed.put({ BTCUSDT: '61000' })
    await world.goTo(Math.floor(world.clock.now() / 1000))
    await world.work()
    const sold = await world.one(ann, own)
    expect(sold).toMatchObject({ status: 3, closeReason: 1 })
    expect(await noticesOf(world, ann)).toMatchObject([
      { kind: 'optionSold', params: { price: sold.closePrice, returned: sold.returned }, ref_id: own },
    ])
  })

  it('is too late in the last minute; then the settlement pays it, once, whoever comes first', async () => {
    const ann = await world.person()
    const { id: own } = await world.buy(ann, option({ optionId: id }))
    await world.record('BTCUSDT', next - 1800, flat('61000', 1739))
    const bob = await world.person()
    await world.goTo(next - 60)
    expect(await refusalOf(world.close(ann, own))).toMatchObject({ name: 'settling' })
    expect(await refusalOf(world.preview(bob, option({ optionId: id })))).toMatchObject({ name: 'optionExpired' })
    world.clock.set(next * 1000 + 40_000)
    const other = await optionFixture({ db: world.db, startMs: next * 1000 + 40_000 })
    await Promise.all([world.work(), other.work(), world.close(ann, own).catch(() => 'late'), other.work(), world.work()])
    await world.work()
    await other.end()
    expect(await world.one(ann, own)).toMatchObject({ status: 3, closeReason: 5, option: { records: expect.any(Number), isVoid: false } })
    const lines = await world.lines(ann)
    expect(lines.filter((line) => line.startsWith('40 '))).toHaveLength(1)
    expect(await noticesOf(world, ann)).toMatchObject([{ kind: 'optionPaid', ref_id: own }])
    expect(await findAllLedgerViolations(world.db)).toEqual([])
  })
})

describe('too few records', () => {
  const next = expiry + 2 * 86_400
  const id = 'BTCUSDT-20261123-60000-P'

  it('gives premium and fee back below 1,700, days later too', async () => {
    await world.goTo(next - 86_400 + 100)
    const ann = await world.person()
    const { id: own, margin, openFee } = await world.buy(ann, option({ optionId: id }))
    // 1,699 of 1,800, with gaps in the middle.
    await world.record(
      'BTCUSDT',
      next - 1800,
      Array.from({ length: 1800 }, (_, n) => (n >= 500 && n < 601 ? undefined : '50000')),
    )
    world.clock.set(next * 1000 + 10_000)
    await world.work()
    expect(await world.one(ann, own)).toMatchObject({ status: 1 })
    world.clock.set((next + 3 * 86_400) * 1000)
    await world.work()
    const done = await world.one(ann, own)
    expect(done).toMatchObject({ status: 3, closeReason: 5, option: { records: 1699, isVoid: true } })
    expect(done.option.settlePrice).toBeUndefined()
    expect(await noticesOf(world, ann)).toMatchObject([{ kind: 'optionVoid', ref_id: own }])
    expect(done.returned).toBe((Number(margin) + Number(openFee)).toFixed(8))
    expect(await world.available(ann)).toBe('100000.00000000')
    expect(await findAllLedgerViolations(world.db)).toEqual([])
  })
})

describe('a fee that a voucher paid', () => {
  it('comes back to the voucher where the option is void, and is nobody’s gain', async () => {
    const own = await optionFixture()
    const { db, clock } = own
    own.feed.put({ BTCUSDT: '60000' })
    await own.goTo(Math.floor(clock.now() / 1000) + 5)
    const ann = await own.person()
    const { id: demo } = await own.buy(ann, option({ optionId: (await own.chain('BTCUSDT')).list.at(-6)!.optionId }))
    // The same in the REAL book, as buying books it there.
    const [row] = await db.query<OptionPositionRow>(
      `insert into option_position select (jsonb_populate_record(o, '{"id": 77, "order_no": "OP77", "account_type": 1}')).* from option_position o
       where id = $1 returning *`,
      [demo],
    )
    const at = clock.now()
    const user = ann.userId
    const used = (): Promise<unknown> => db.query('select rest, used_ms from voucher where id = 5')
    const real = async () =>
      (await db.query<{ amount: string }>('select amount from balance where user_id = $1 and book = 1', [user]))[0]?.amount
    await db.transaction(async (sql) => {
      const posting = { book: 1 as const, refType: 'capital', refId: '1', at }
      await post(sql, {
        ...posting,
        legs: [
          { user, currency: 'USDT', bucket: 'AVAIL', amount: d('5000'), type: balanceRecordType.deposit },
          { house: 'CAPITAL', currency: 'USDT', amount: d('-5002') },
          { house: 'WELFARE', currency: 'USDT', amount: d('2') },
        ],
      })
      await sql.query(`insert into benefit_task (user_id, task, done_ms, claimed_ms) values ($1, 'setLimit', 1, 1)`, [user])
      await sql.query(`insert into voucher (id, user_id, task, amount, rest, created_ms) values (5, $1, 'setLimit', 2, 2, 1)`, [user])
      await sql.query(`insert into welfare_fund (currency, amount) values ('USDT', 0)`)
      await post(sql, { ...posting, refType: 'option', refId: '77', orderNo: 'OP77', legs: optionBuyingLegs(row!) })
      await reimburseFeeFromVouchers(sql, row!, row!.fee, at)
    })
    expect(await used()).not.toEqual([{ rest: '2.00000000', used_ms: null }])
    clock.set((Number(row!.expiry_sec) + 4 * 86_400) * 1000)
    await own.work()
    expect(await db.query('select status, settle_price from option_position where id = 77')).toEqual([{ status: 3, settle_price: null }])
    expect(await real()).toBe('5000.00000000')
    expect(await used()).toEqual([{ rest: '2.00000000', used_ms: null }])
    await own.work()
    expect(await real()).toBe('5000.00000000')
    expect(await findAllLedgerViolations(db)).toEqual([])
    await own.end()
  })
})

describe('refusals', () => {
  let sec: number
  beforeEach(async () => {
    sec = Math.floor(world.clock.now() / 1000) + 5
    world.feed.put({ BTCUSDT: '60000', XAUUSD: '4050' })
    await world.goTo(sec)
  })
  const idOf = async (underlying = 'BTCUSDT') => (await world.chain(underlying)).list.at(-6)!.optionId

  it('a token that is missing, altered, of another person or order, or too old', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const asked = option({ optionId: await idOf() })
    const shown = await world.preview(ann, asked)
    const missing = await refusalOf(world.placeWith(ann, asked, undefined))
    expect(missing).toMatchObject({ name: 'confirmRequired', detail: { preview: { posType: 3 } } })
    const altered = shown.confirmToken.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    expect(await refusalOf(world.placeWith(ann, asked, altered))).toMatchObject({ name: 'confirmRequired' })
    expect(await refusalOf(world.placeWith(bob, asked, shown.confirmToken))).toMatchObject({ name: 'confirmRequired' })
    expect(await refusalOf(world.placeWith(ann, { ...asked, quantity: d('0.2') }, shown.confirmToken))).toMatchObject({
      name: 'confirmRequired',
    })
    await world.goTo(sec + 15)
    expect(await refusalOf(world.placeWith(ann, asked, shown.confirmToken))).toMatchObject({ name: 'confirmRequired' })
    expect(await world.available(ann)).toBe('100000.00000000')
  })

  it('a price that moved away further than agreed; a better one is the person’s', async () => {
    const ann = await world.person()
    const asked = option({ optionId: await idOf() })
    const shown = await world.preview(ann, asked)
    const isCall = shown.cp === 'C'
    world.feed.put({ BTCUSDT: isCall ? '60300' : '59700' })
    await world.goTo(sec + 1)
    expect(await refusalOf(world.placeWith(ann, asked, shown.confirmToken))).toMatchObject({ name: 'priceMoved' })
    world.feed.put({ BTCUSDT: isCall ? '59700' : '60300' })
    await world.goTo(sec + 2)
    const bought = await world.placeWith(ann, asked, shown.confirmToken)
    expect(Number(bought.openPrice)).toBeLessThan(Number(shown.price))
  })

  it('quantities, ids, other people, no money, a stale or closed market, a halted one, countries', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const optionId = await idOf()
    const refused = async (over: Parameters<typeof option>[0]) => (await refusalOf(world.preview(ann, option({ optionId, ...over })))).name
    expect(await refused({ quantity: d('0.001') })).toBe('qtyStep')
    expect(await refused({ quantity: d('0.015') })).toBe('qtyStep')
    expect(await refused({ quantity: d('10.01') })).toBe('aboveMax')
    expect(await refused({ optionId: 'BTCUSDT-20261121-62000-C' })).toBe('optionExpired')
    expect(await refused({ optionId: optionId.replace(/-\d+-/, '-20990102-') })).toBe('symbolUnknown')
    expect(await refused({ optionId: 'nothing' })).toBe('symbolUnknown')
    expect(await refused({ optionId: optionId.replace(/-\d+-([CP])$/, '-90000-$1') })).toBe('symbolUnknown')
    expect(await refused({ optionId: optionId.replace(/-\d+-([CP])$/, '-60500-$1') })).toBe('symbolUnknown')
    expect(await refused({ symbol: 'ETHUSDT' })).toBe('validation')
    const own = await world.buy(bob, option({ optionId }))
    expect(await refusalOf(world.close(ann, own.id))).toMatchObject({ name: 'notFound' })
    expect(await refusalOf(world.ask(bob, (context) => world.kind.cancel(own.id, context)))).toMatchObject({ name: 'notRunning' })
    const costly = option({ optionId: optionId.replace(/[CP]$/, 'C'), quantity: d('10') })
    const poor = await world.person()
    for (let n = 0; n < 30; n++) {
      const done = await world.buy(poor, costly).catch(() => undefined)
      if (!done) break
    }
    const shown = await world.preview(poor, costly)
    expect(shown.warnings).toContainEqual({ level: 'warn', key: 'insufficientBalance' })
    expect(await refusalOf(world.placeWith(poor, costly, shown.confirmToken))).toMatchObject({ name: 'insufficientBalance' })
    await world.db.query(`insert into market_halt (symbol, since_ms) values ('BTCUSDT', 0)`)
    expect(await refused({})).toBe('symbolHalted')
    await world.db.query('delete from market_halt')
    world.feed.setOpen('BTCUSDT', false)
    expect(['marketClosed', 'optionExpired']).toContain(await refused({}))
    world.feed.setOpen('BTCUSDT', true)
    world.clock.advance(4_000)
    expect(await refused({})).toBe('feedStale')
    const production = await optionFixture({ env: 'production', db: world.db, startMs: world.clock.now() })
    const abroad = await production.person({ country: 'US' })
    expect(await refusalOf(production.preview(abroad, option({ optionId })))).toMatchObject({ name: 'regionProduct' })
    await production.end()
  })

  it('fifty at most, which the preview says too', async () => {
    const ann = await world.person()
    const asked = option({ optionId: await idOf(), quantity: d('0.01') })
    for (let n = 0; n < 50; n++) await world.buy(ann, asked)
    expect(await refusalOf(world.preview(ann, asked))).toEqual({ name: 'tooManyOpen', detail: { max: 50 } })
    expect(await world.preview(await world.person(), asked)).toMatchObject({ quantity: '0.01' })
  })

  it('in the REAL book only what the reserve covers', async () => {
    const ann = await world.person()
    const asked = option({ accountType: 1, optionId: await idOf() })
    expect(await optionReserveBalance(world.db, 1)).toBe('0')
    expect(await refusalOf(world.preview(ann, asked))).toMatchObject({ name: 'houseCapacity' })
  })

  it('takes no change of what was agreed, in the database', async () => {
    const ann = await world.person()
    const { id } = await world.buy(ann, option({ optionId: await idOf() }))
    for (const change of [
      `update option_position set strike = 1 where id = ${id}`,
      `update option_position set status = 3, close_reason = 1, close_price = 1, returned = 50, close_sec = open_sec, closed_ms = 1 where id = ${id}`,
      `delete from option_position where id = ${id}`,
      'update published_input set value = 1',
      'delete from option_settlement',
    ])
      await expect(world.db.query(change)).rejects.toThrow(/fixed|refused|check constraint/)
  })

  it('ends with the demo book that is reset', async () => {
    const ann = await world.person()
    const { id } = await world.buy(ann, option({ optionId: await idOf() }))
    const ended = await world.ask(ann, ({ sql, afterCommit }) =>
      createDemoOptionResetter(world.app)({ sql, userId: ann.userId, at: asInstant(world.clock.now()), afterCommit }),
    )
    expect(ended).toBe(1)
    expect(await world.one(ann, id)).toMatchObject({ status: 3, closeReason: 7 })
    expect(await findAllLedgerViolations(world.db)).toEqual([])
  })

  it('has a chain that starts in time', () => expect(startSec).toBeLessThan(sec))
})
