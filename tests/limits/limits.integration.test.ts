import { afterAll, describe, expect, it } from 'vitest'
import type { SignedInUser } from '#server/core/visitor.ts'
import { strictestCountryOf } from '#server/core/countries.ts'
import type { OwnLimitKind } from '#contract/calls/limits.ts'
import { asDecimal } from '#contract/decimal.ts'
import { instantToWireTime, serverDayAt } from '#contract/time.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { post } from '#ledger/ledger.ts'
import { fundSandboxReserves } from '#ledger/sandboxFund.ts'
import { addServerDays } from '#rules/serverDay.ts'
import { readOptionChain } from '#server/options/chain.ts'
import { realAccountFixture, hourMs } from './realAccountFixture.ts'
import { second } from '../secondContracts/secondContractFixture.ts'
import { order, refusalOf } from '../trading/tradingFixture.ts'
import { assertLedgerConsistent } from '../ledger/recount.ts'

const d = asDecimal
const world = await realAccountFixture()
const live = await realAccountFixture({ env: 'production' })
afterAll(async () => {
  await assertLedgerConsistent(world.db)
  await Promise.all([world.end(), live.end()])
})

const contract = (over: Parameters<typeof order>[0] = {}) => order({ accountType: 1, lever: 5, quantity: d('0.01'), ...over })
const spot = (over: object = {}) =>
  ({ accountType: 1, posType: 1, symbol: 'BTCUSDT', direction: 1, orderType: 1, slippageBps: 50, money: d('100'), ...over }) as never
const fast = (over: object = {}) =>
  ({ accountType: 1, posType: 5, symbol: 'BTCUSDT', direction: 1, orderType: 1, money: d('50'), ...over }) as never
const refused = async (work: Promise<unknown>) => (await refusalOf(work)).name
const day = 24 * hourMs
/** Time goes on and there is a fresh price. */
const later = async (in_: typeof world, ms: number) => {
  in_.clock.advance(ms)
  await in_.market.step()
}

describe('who may trade with real money', () => {
  it('a full account with a verified identity may buy coins; nobody else', async () => {
    const guest = await world.person({ guest: true })
    const plain = await world.person({ kyc: 0 })
    for (const asked of [spot(), contract(), fast()]) {
      expect(await refused(world.preview(guest, asked))).toBe('guestRestricted')
      expect(await refusalOf(world.preview(plain, asked))).toEqual({ name: 'kycRequired', detail: { level: 1 } })
      expect(await refused(world.place(plain, asked))).toBe('kycRequired')
    }
    expect(await refused(world.realSecond(guest, second()))).toBe('guestRestricted')
    expect(await refused(world.realSecond(plain, second()))).toBe('kycRequired')
    const swap = { accountType: 1, fromCurrency: 'USDT', toCurrency: 'BTC', fromAmount: d('100'), toAmount: undefined }
    expect(await refused(world.quote(plain, swap))).toBe('kycRequired')
    const known = await world.person({ passed: false })
    expect(await world.open(known, spot())).toMatchObject({ accountType: 1 })
    expect(await world.exchange(known, (await world.quote(known, swap)).quoteId)).toMatchObject({ accountType: 1, status: 1 })
    expect(await world.open(known, fast())).toMatchObject({ accountType: 1, posType: 5 })
  })

  it('contracts, options and second contracts ask for the questions, then for a day', async () => {
    const ann = await world.person({ passed: false })
    expect(await refused(world.preview(ann, contract()))).toBe('suitabilityRequired')
    expect(await refused(world.realSecond(ann, second()))).toBe('suitabilityRequired')
    expect(
      await refused(
        world.preview(ann, {
          accountType: 1,
          posType: 3,
          symbol: 'BTCUSDT',
          optionId: 'x',
          quantity: d('1'),
          direction: 1,
          orderType: 1,
        } as never),
      ),
    ).toBe('suitabilityRequired')
    const done = await world.submit(ann)
    expect(done).toMatchObject({ passed: true, right: 10, retryAt: null })
    expect(await refusalOf(world.preview(ann, contract()))).toEqual({
      name: 'coolingOff',
      detail: { until: instantToWireTime(world.clock.now() + day) },
    })
    expect(await refused(world.submit(ann))).toBe('stateConflict')
    await later(world, day)
    expect(await world.open(ann, contract())).toMatchObject({ accountType: 1, status: 1 })
  })

  it('eight right answers pass, seven wait a day, the third time a month', async () => {
    const ann = await world.person({ passed: false })
    const questions = await world.questions(ann)
    expect(questions).toHaveLength(10)
    expect(Object.keys(questions[0] ?? {})).toEqual(['id', 'options'])
    expect(await world.submit(ann, 7)).toMatchObject({ passed: false, right: 7, retryAt: world.clock.now() + day })
    expect(await refusalOf(world.submit(ann, 10))).toEqual({
      name: 'quizLater',
      detail: { until: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) },
    })
    await later(world, day)
    expect((await world.questions(ann)).map(({ id }) => id)).not.toEqual(questions.map(({ id }) => id))
    await world.submit(ann, 0)
    await later(world, day)
    expect(await world.submit(ann, 7)).toMatchObject({ retryAt: world.clock.now() + 30 * day })
    await later(world, day)
    expect(await refused(world.submit(ann, 8))).toBe('quizLater')
    await later(world, 29 * day)
    expect(await world.submit(ann, 8)).toMatchObject({ passed: true, right: 8 })
  })

  it('in a sandbox the wait can be skipped after passing and after failing, in its own account alone', async () => {
    const [ann, bob] = [await world.person({ passed: false }), await world.person({ passed: false })]
    expect(await refused(world.skipQuizWait(ann))).toBe('stateConflict')
    await world.submit(ann, 0)
    await world.submit(bob, 0)
    await world.skipQuizWait(ann)
    expect(await refused(world.submit(bob, 10))).toBe('quizLater')
    expect(await world.submit(ann, 10)).toMatchObject({ passed: true })
    expect(await refused(world.preview(ann, contract()))).toBe('coolingOff')
    await world.skipQuizWait(ann)
    expect(await world.open(ann, contract())).toMatchObject({ accountType: 1, status: 1 })
    expect(await refused(world.skipQuizWait(ann))).toBe('stateConflict')
  })

  it('two submissions at once are one try', async () => {
    const ann = await world.person({ passed: false })
    const both = await Promise.allSettled([world.submit(ann, 0), world.submit(ann, 10)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('nothing else is asked for in DEMO', async () => {
    const guest = await world.person({ guest: true, passed: false, kyc: 0 })
    expect(await world.open(guest, order({ lever: 2 }))).toMatchObject({ accountType: 2, status: 1 })
    expect(await world.buy(guest, second())).toMatchObject({ accountType: 2 })
  })
})

describe('countries', () => {
  it('in production real money meets no simulated price', async () => {
    expect(await refused(live.preview(await live.person(), spot()))).toBe('marketSimulated')
  })

  it('each country has what the table says, for play money at most', async () => {
    const names = async (country: string) => {
      const ann = await live.person({ country })
      const gold = order({ symbol: 'XAUUSD', quantity: d('1'), lever: 2 })
      const of = (work: Promise<unknown>) =>
        work.then(
          () => 'taken',
          async (error: unknown) => (await refusalOf(Promise.reject(error))).name,
        )
      return [
        await of(live.preview(ann, gold)),
        await of(live.preview(ann, order({ lever: 2 }))),
        await of(live.preview(ann, { ...gold, accountType: 1 })),
        await of(
          live.preview(ann, {
            posType: 3,
            accountType: 2,
            symbol: 'BTCUSDT',
            optionId: 'none',
            quantity: d('1'),
            direction: 1,
            orderType: 1,
          } as never),
        ),
        await of(live.buy(ann, second())),
      ]
    }
    const region = 'regionProduct'
    expect(await names('NZ')).toEqual(['taken', 'taken', region, 'symbolUnknown', 'taken'])
    expect(await names('JP')).toEqual(['taken', 'taken', region, 'symbolUnknown', 'taken'])
    expect(await names('DE')).toEqual(['taken', 'taken', region, 'symbolUnknown', region])
    expect(await names('GB')).toEqual(['taken', region, region, region, region])
    expect(await names('AU')).toEqual(['taken', 'taken', region, region, region])
    expect(await names('US')).toEqual([region, region, region, region, region])
    expect(await names('CA')).toEqual([region, region, region, region, region])
  })

  it('the stricter of the declared and the verified country counts', () => {
    expect(strictestCountryOf('NZ', 'US')).toBe('US')
    expect(strictestCountryOf('US', 'NZ')).toBe('US')
    expect(strictestCountryOf('JP', null)).toBe('JP')
    expect(strictestCountryOf('', 'GB')).toBe('GB')
  })

  it('who moves with positions open may only close', async () => {
    const ann = await live.person()
    const held = await live.open(ann, order({ lever: 2, stopLoss: d('80000') }))
    const moved: SignedInUser = { ...ann, country: 'US' }
    expect(await refused(live.preview(moved, order({ lever: 2 })))).toBe('regionProduct')
    expect(await live.ask(moved, (context) => live.trading.setStops({ id: held.id, stopLoss: d('85000') }, context))).toMatchObject({
      stopLoss: '85000',
    })
    expect(await live.ask(moved, (context) => live.trading.addMargin({ id: held.id, money: d('10') }, context))).toMatchObject({
      status: 1,
    })
    expect(await live.close(moved, held.id)).toMatchObject({ status: 3 })
  })
})

describe('breaks', () => {
  it('a time-out holds at once in both books, and leaving stays open', async () => {
    const ann = await world.person()
    const held = await world.open(ann, contract())
    await world.open(ann, spot())
    const { breaks } = await world.timeout(ann, 24)
    const until = world.clock.now() + day
    expect(breaks).toEqual([{ kind: 'timeout', scope: 'all', until }])
    for (const asked of [contract(), order({ lever: 2 }), spot(), spot({ accountType: 2 }), fast()])
      expect(await refusalOf(world.preview(ann, asked))).toEqual({ name: 'selfExcluded', detail: { until: instantToWireTime(until) } })
    expect(await refused(world.buy(ann, second()))).toBe('selfExcluded')
    expect(await world.ask(ann, (context) => world.trading.setStops({ id: held.id, stopLoss: d('85000') }, context))).toMatchObject({
      id: held.id,
    })
    expect(await world.close(ann, held.id)).toMatchObject({ status: 3 })
    expect(await world.open(ann, spot({ direction: 2, money: undefined, quantity: d('0.001') }))).toMatchObject({ status: 3 })
    await later(world, day)
    expect(await world.open(ann, spot())).toMatchObject({ status: 3 })
  })

  it('a self-exclusion cannot be shortened, neither by another one nor in the database', async () => {
    const ann = await world.person()
    await world.exclude(ann, 60, 'second')
    const [first] = (await world.mine(ann)).breaks
    await world.exclude(ann, 6, 'second')
    expect((await world.mine(ann)).breaks[0]).toEqual(first)
    expect(new Date(first?.until ?? 0).getUTCFullYear()).toBe(new Date(world.clock.now()).getUTCFullYear() + 5)
    for (const change of ['update trading_break set until_ms = 1', 'delete from trading_break', 'truncate trading_break'])
      await expect(world.db.query(change)).rejects.toThrow(/refused/)
    expect(await refused(world.buy(ann, second()))).toBe('selfExcluded')
    expect(await world.open(ann, contract())).toMatchObject({ status: 1 })
  })

  it('one from leverage leaves coins, one from all leaves nothing new', async () => {
    const ann = await world.person()
    await world.exclude(ann, 6, 'leverage')
    expect(await refused(world.preview(ann, contract()))).toBe('selfExcluded')
    expect(await world.open(ann, spot())).toMatchObject({ status: 3 })
    await world.exclude(ann, 6, 'all')
    expect(await refused(world.preview(ann, spot()))).toBe('selfExcluded')
  })
})

describe('own limits', () => {
  const limitOf = async (visitor: SignedInUser, kind: OwnLimitKind) =>
    (await world.mine(visitor)).limits.find((limit) => limit.kind === kind)

  it('lower counts at once, higher after a day and a second confirmation', async () => {
    const ann = await world.person()
    await world.set(ann, { loss: { day: d('100') } })
    expect(await limitOf(ann, 'lossDay')).toMatchObject({ value: '100.00', asked: null })
    await world.set(ann, { loss: { day: d('50') } })
    expect(await limitOf(ann, 'lossDay')).toMatchObject({ value: '50.00', asked: null })
    const from = world.clock.now() + day
    await world.set(ann, { loss: { day: d('300') } })
    expect(await limitOf(ann, 'lossDay')).toMatchObject({ value: '50.00', asked: { value: '300.00', from } })
    await later(world, day - 1000)
    await world.set(ann, { loss: { day: d('300') } })
    expect(await limitOf(ann, 'lossDay')).toMatchObject({ value: '50.00', asked: { value: '300.00', from } })
    await later(world, 1000)
    // Waiting is not enough: it is confirmed once more.
    expect(await limitOf(ann, 'lossDay')).toMatchObject({ value: '50.00' })
    await world.set(ann, { loss: { day: d('300') } })
    expect(await limitOf(ann, 'lossDay')).toMatchObject({ value: '300.00', asked: null })
    await world.set(ann, { loss: { day: null } })
    expect(await limitOf(ann, 'lossDay')).toMatchObject({ value: '300.00', asked: { value: null } })
    await world.set(ann, { loss: { day: d('300') } })
    expect(await limitOf(ann, 'lossDay')).toMatchObject({ value: '300.00', asked: null })
    expect(await refused(world.set(ann, { stakeSecond: d('501') }))).toBe('aboveMax')
    expect(await refused(world.set(ann, {}))).toBe('validation')
  })

  it('a loss limit counts realised losses, fees and open stakes of the real book, and ends with its day', async () => {
    const ann = await world.person()
    await world.set(ann, { loss: { day: d('60') } })
    await world.realSecond(ann, second({ money: d('50') }))
    expect(await limitOf(ann, 'lossDay')).toMatchObject({ used: '50.00000000' })
    await world.pass(31)
    expect(await refusalOf(world.realSecond(ann, second({ money: d('11') })))).toEqual({
      name: 'ownLimit',
      detail: { limit: 'lossDay', left: '10.00000000' },
    })
    await world.buy(ann, second({ money: d('5000') }))
    expect(await limitOf(ann, 'lossDay')).toMatchObject({ used: '50.00000000' })
    await world.realSecond(ann, second({ money: d('10') }))
    expect(await refused(world.preview(ann, contract()))).toBe('ownLimit')
    await later(world, day)
    expect(await world.open(ann, contract())).toMatchObject({ status: 1 })
  })

  it('premium and fee of an option are within what may still be lost, in the preview as when it is bought', async () => {
    const ann = await world.person()
    const { list } = await readOptionChain(world.app, world.db, 'BTCUSDT', undefined)
    const [first] = list
    const asked = {
      accountType: 1,
      posType: 3,
      symbol: 'BTCUSDT',
      direction: 1,
      orderType: 1,
      slippageBps: 200,
      quantity: d('0.1'),
      optionId: first!.optionId,
    } as const
    const shown = await world.preview(ann, asked)
    await world.set(ann, { loss: { day: d('10') } })
    const refusal = { name: 'ownLimit', detail: { limit: 'lossDay', left: '10.00000000' } }
    expect(await refusalOf(world.preview(ann, asked))).toEqual(refusal)
    expect(await refusalOf(world.place(ann, asked, shown.confirmToken))).toEqual(refusal)
    expect(await world.open(ann, { ...asked, accountType: 2 })).toMatchObject({ status: 1 })
  })

  it('second contracts with real money: 200 at most, 500 staked and 200 lost a day, 30 s between', async () => {
    const ann = await world.person()
    expect(await refusalOf(world.realSecond(ann, second({ money: d('201') })))).toEqual({
      name: 'ownLimit',
      detail: { limit: 'lossSecond', left: '200.00000000' },
    })
    const bob = await world.person()
    await world.realSecond(bob, second({ money: d('10') }))
    const { name, detail } = await refusalOf(world.realSecond(bob, second({ money: d('20') })))
    expect([name, detail]).toEqual(['betweenOrders', { seconds: 30 }])
    await world.pass(30)
    await world.realSecond(bob, second({ money: d('190') }))
    await world.pass(30)
    expect(await refused(world.realSecond(bob, second({ money: d('10') })))).toBe('ownLimit')
    expect(await world.ask(bob, (context) => world.calls.head({ accountType: 1 }, context))).toMatchObject({
      lossLimitLeft: '0.00000000',
      stakeLimitLeft: '300.00000000',
    })
  })

  it('after three losses in a row one waits a minute', async () => {
    const ann = await world.person()
    world.feed.put({ BTCUSDT: '90000' })
    for (let n = 0; n < 3; n++) {
      await world.realSecond(ann, second({ setId: 'BTCUSDT-60', money: d('10') }))
      await world.pass(3)
      world.feed.put({ BTCUSDT: String(89_999 - n) })
      await world.pass(60)
      await world.work()
    }
    const wait = await refusalOf(world.realSecond(ann, second({ money: d('10') })))
    expect(wait.name).toBe('betweenOrders')
    expect(wait.detail['seconds']).toBeGreaterThan(30)
    await world.pass(60)
    expect(await world.realSecond(ann, second({ money: d('10') }))).toMatchObject({ status: 1 })
  })

  it('two orders at the same moment cannot pass a limit together, and nobody sets the limits of another', async () => {
    const ann = await world.person()
    const bob = await world.person()
    await world.set(ann, { loss: { day: d('100') } })
    const ask = { ...second({ money: d('60') }), accountType: 1 }
    const other = { ...ask, symbol: 'ETHUSDT', setId: 'ETHUSDT-300' }
    const tokens = [(await world.previewSecond(ann, ask)).confirmToken, (await world.previewSecond(ann, other)).confirmToken]
    const both = await Promise.allSettled([world.buyWith(ann, ask, tokens[0]), world.buyWith(ann, other, tokens[1])])
    expect(
      both.map((result) => (result.status === 'rejected' ? (result.reason as { refusal: string }).refusal : 'taken')).toSorted(),
    ).toEqual(['ownLimit', 'taken'])
    expect((await world.mine(bob)).limits.find(({ kind }) => kind === 'lossDay')).toMatchObject({ value: null, used: '0.00000000' })
  })

  it('says what is missing, product by product', async () => {
    const none = { reason: expect.any(String), until: null }
    expect((await world.mine(await world.person({ kyc: 0 }))).real).toMatchObject({ spot: { ...none, reason: 'kycRequired' } })
    const ann = await world.person({ passed: false })
    expect((await world.mine(ann)).real).toMatchObject({
      spot: null,
      contract: { reason: 'suitabilityRequired' },
      second: { reason: 'suitabilityRequired' },
    })
    await world.submit(ann)
    expect((await world.mine(ann)).real.contract).toEqual({ reason: 'coolingOff', until: world.clock.now() + day })
  })
})

describe('what is owed on loans', () => {
  it('is no asset: 50 times counts what is left of all that one holds, coins too (docs/rules/{ledger,contracts}.md)', async () => {
    const ann = await world.person({ kyc: 2, real: '1000' })
    const trade = order({ accountType: 1, quantity: undefined, money: d('200'), lever: 2 })
    await world.preview(ann, trade)
    const today = serverDayAt(world.clock.now())
    await world.db.query(
      `insert into loan (id, order_no, user_id, set_id, kind, currency, amount, days, daily_rate, late_factor, grace_days, purpose, income,
         review_by_ms, created_ms, status, principal_left, start_ms, end_ms, start_day, end_day, interest_from)
       values (1, 'LN1', $1, 'credit-usdt', 1, 'USDT', 995, 30, 0.0002, 1.5, 3, 'living', 'from500', 1, 1, 3, 995, $2, $3, $4, $5, $4)`,
      [ann.userId, world.clock.now(), world.clock.now() + 30 * 24 * hourMs, today, addServerDays(today, 30)],
    )
    const { name, detail } = await refusalOf(world.preview(ann, trade))
    // 50 × (1,000 − 995 − 0.199 of interest)
    expect([name, detail]).toEqual(['userExposure', { max: '240.05000000' }])
    const coins = [
      { user: ann.userId, currency: 'BTC', bucket: 'AVAIL', amount: d('0.01'), type: 1 },
      { house: 'CHAIN_IN', currency: 'BTC', amount: d('-0.01') },
    ] as const
    await world.db.transaction((sql) => post(sql, { book: 1, refType: 'test', refId: 'coins', at: world.clock.now(), legs: coins }))
    expect(await world.preview(ann, trade)).toMatchObject({ action: 'position' })
    // Loans are of the REAL book.
    expect(await world.preview(ann, { ...trade, accountType: 2, money: d('50000') })).toMatchObject({ action: 'position' })
  })
})

describe('the two books', () => {
  it('identical records make identical results: contracts, second contracts, spot', async () => {
    const [real, demo] = [await world.person(), await world.person({ real: '0' })]
    world.feed.put({ BTCUSDT: '90000' })
    await world.market.step()
    const both = async <T>(work: (visitor: SignedInUser, accountType: number) => Promise<T>) =>
      [await work(real, 1), await work(demo, 2)] as const
    const same = (pair: readonly [object, object]) => {
      const plain = (of: object) => ({ ...of, id: '', orderNo: '', accountType: 0 })
      expect(plain(pair[0])).toEqual(plain(pair[1]))
    }
    const held = await both((visitor, accountType) => world.open(visitor, contract({ accountType })))
    same(held)
    same(await both((visitor, accountType) => world.open(visitor, spot({ accountType }))))
    const staked = await both((visitor, accountType) => world.buy(visitor, { ...second({ setId: 'BTCUSDT-60' }), accountType }))
    same(staked)
    await world.pass(3)
    world.feed.put({ BTCUSDT: '91000' })
    await world.pass(60)
    await world.work()
    const settled = await both(async (visitor, accountType) => (await world.list(visitor, { accountType })).records[0] ?? {})
    same(settled)
    expect(settled[0]).toMatchObject({ result: 1, payout: '180.00000000' })
    same([await world.close(real, held[0].id), await world.close(demo, held[1].id)])
    expect(await world.has(real, 1)).toBe(await world.has(demo, 2))
  })

  it('issues nothing in REAL: the reserve pays, keeps what was lost, and takes no order that it could not pay', async () => {
    const reserve = async () =>
      Number(
        (
          await world.db.query<{ amount: string }>(
            `select sum(amount) as amount from leg where user_id is null and book = 1 and bucket = 'RESERVE_SECOND'`,
          )
        )[0]?.amount,
      )
    const before = await reserve()
    const ann = await world.person()
    world.feed.put({ BTCUSDT: '90000' })
    await world.realSecond(ann, second({ setId: 'BTCUSDT-60', money: d('100') }))
    expect(await reserve()).toBe(before + 100)
    await world.pass(3)
    world.feed.put({ BTCUSDT: '89000' })
    await world.pass(60)
    await world.work()
    expect((await world.list(ann, { accountType: 1 })).records[0]).toMatchObject({ status: 3, result: 2, payout: '0.00000000' })
    expect(await reserve()).toBe(before + 100)
    const issued = await world.db.query(`select from leg where book = 1 and bucket = 'ISSUE'`)
    expect(issued).toEqual([])
    const poor = await realAccountFixture()
    await poor.db.query(`insert into house_reserve (book, kind, usdt) values (1, 'second', 100)`)
    expect(await refused(poor.realSecond(await poor.person(), second({ money: d('100') })))).toBe('houseCapacity')
    await poor.end()
  })

  it('funds the sandbox once, however many servers begin', async () => {
    await Promise.all([fundSandboxReserves(world.db, world.clock), fundSandboxReserves(world.db, world.clock)])
    const funds = await world.db.query<{ request_id: string }>(`select request_id from posting where ref_type = 'capital'`)
    expect(funds).toHaveLength(new Set(funds.map(({ request_id }) => request_id)).size)
    expect(funds.length).toBeGreaterThan(3)
    expect(await findAllLedgerViolations(world.db)).toEqual([])
  })
})
