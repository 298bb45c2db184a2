import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { contract } from '#contract/contract.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { lockWallet } from '#ledger/ledger.ts'
import { swapFixture } from './swapFixture.ts'
import { refusalOf, startMs } from '../trading/tradingFixture.ts'

let world: Awaited<ReturnType<typeof swapFixture>>
beforeAll(async () => {
  world = await swapFixture()
})
afterAll(() => world.db.close())
beforeEach(() => world.begin())

const nameOf = async (work: Promise<unknown>) => (await refusalOf(work)).name

describe('flash exchange (docs/rules/swaps.md)', () => {
  it('F2 then F1: quoted, done, booked in both currencies, valued at mid', async () => {
    const ann = await world.person()
    const quote = await world.quote(ann, { from: 'USDT', to: 'ETH', give: '1000' })
    expect(z.decode(contract.swap.quote.reply, z.encode(contract.swap.quote.reply, quote))).toEqual(quote)
    expect(quote).toMatchObject({
      base: 'ETH',
      counter: 'USDT',
      rate: '3003',
      mid: '3000',
      spreadRate: '0.00100000',
      fromAmount: '1000.00000000',
      toAmount: '0.33300033',
      costUsdt: '0.99901000',
      feedMode: 'SIM',
      expireAt: startMs + 10_000,
      sources: [{ symbol: 'ETHUSDT', mid: '3000', sec: startMs / 1000 }],
    })
    const done = await world.exchange(ann, quote.quoteId)
    expect(done).toMatchObject({
      accountType: 2,
      fromCurrency: 'USDT',
      toCurrency: 'ETH',
      toAmount: '0.33300033',
      rate: '3003',
      status: 1,
      sources: quote.sources,
    })
    expect(done.orderNo).toMatch(/^FX261121000000[A-Z2-7]{6}$/)
    expect(await world.lines(ann)).toEqual(['AVAIL 13 0.33300033 → 0.33300033', 'AVAIL 12 -1000.00000000 → 99000.00000000'])

    world.clock.advance(1)
    await world.do(ann, { from: 'USDT', to: 'BTC', get: '0.05' })
    world.clock.advance(1)
    const back = await world.do(ann, { from: 'BTC', to: 'USDT', give: '0.05' })
    expect(back).toMatchObject({
      base: 'BTC',
      counter: 'USDT',
      rate: '59940',
      fromAmount: '0.05000000',
      toAmount: '2997.00000000',
      costUsdt: '3.00000000',
    })
    // 1,000 for the ETH, 3,003 for the BTC, 2,997 back.
    expect(await world.holds(ann)).toEqual({ USDT: '98994.00000000', ETH: '0.33300033' })
    const assets = await world.ask(ann, (context) => world.wallet.assets({ accountType: 2, target: 'USDT' }, context))
    expect(assets.list).toMatchObject([
      { currency: 'USDT', usdtValue: '98994.00000000' },
      { currency: 'BTC', balance: '0.00000000', usdtValue: '0.00000000', price: '60000' },
      { currency: 'ETH', balance: '0.33300033', usdtValue: '999.00099000', price: '3000' },
    ])
    expect(assets.totalUsdt).toBe('99993.00099000')
    const page = await world.swaps(ann)
    expect(page.records.map(({ fromCurrency, toCurrency }) => `${fromCurrency} ${toCurrency}`)).toEqual([
      'BTC USDT',
      'USDT BTC',
      'USDT ETH',
    ])
    const wire = z.encode(contract.swap.swaps.reply, page)
    expect(z.encode(contract.swap.swaps.reply, z.decode(contract.swap.swaps.reply, wire))).toEqual(wire)
    expect((await world.swaps(ann, 2, 2)).records).toHaveLength(1)
    expect((await world.swaps(ann, 9, 2)).records).toEqual([])
  })

  it('coin to coin in one posting', async () => {
    const ann = await world.person()
    await world.do(ann, { from: 'USDT', to: 'BTC', get: '0.1' })
    const done = await world.do(ann, { from: 'BTC', to: 'ETH', give: '0.1' })
    // 0.1 × 59,940 ÷ 3,003
    expect(done).toMatchObject({ toAmount: '1.99600399', mid: '20', sources: [{ symbol: 'BTCUSDT' }, { symbol: 'ETHUSDT' }] })
    const [counted] = await world.db.query<{ legs: string; sums: string }>(
      `select count(*) as legs, count(distinct posting_id) as sums from leg join posting p on p.id = posting_id where p.ref_type = 'swap' and p.ref_id = $1`,
      [done.id],
    )
    expect(counted).toEqual({ legs: '4', sums: '1' })
  })

  it('sends the open streams the new balances, after the commit', async () => {
    const ann = await world.person()
    world.told.length = 0
    await world.do(ann, { from: 'USDT', to: 'BTC', give: '600.6' })
    expect(world.told.map(({ userId, event }) => [userId, event.t])).toEqual([[ann.userId, 'balance']])
    expect(world.told[0]?.event.d).toMatchObject([
      { currency: 'USDT', available: '99399.40000000' },
      { currency: 'BTC', available: '0.01000000' },
    ])
  })
})

describe('refusals, after which nothing has changed', () => {
  it('a quote is good for ten seconds and not for a millisecond more', async () => {
    const ann = await world.person()
    const [early, late] = await Promise.all([
      world.quote(ann, { from: 'USDT', to: 'BTC', give: '100' }),
      world.quote(ann, { from: 'USDT', to: 'BTC', give: '100' }),
    ])
    world.clock.advance(9_999)
    world.hand.set({ BTCUSDT: '70000' })
    // Firm: the price that was promised, although the market left it behind.
    expect(await world.exchange(ann, early.quoteId)).toMatchObject({ rate: '60060', toAmount: early.toAmount })
    world.clock.advance(1)
    expect(await nameOf(world.exchange(ann, late.quoteId))).toBe('quoteExpired')
    expect((await world.swaps(ann)).total).toBe(1)
  })

  it('a quote is no longer firm for somebody whose turn comes too late', async () => {
    const ann = await world.person()
    const { quoteId } = await world.quote(ann, { from: 'USDT', to: 'BTC', give: '100' })
    let late: Promise<string> = Promise.resolve('')
    await world.db.transaction(async (sql) => {
      await lockWallet(sql, ann.userId, 2)
      late = nameOf(world.exchange(ann, quoteId))
      await expect
        .poll(
          async () =>
            (
              await world.db.query(
                `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%wallet%'`,
              )
            ).length,
        )
        .toBe(1)
      world.clock.advance(10_000)
      world.hand.set({ BTCUSDT: '70000' })
    })
    expect(await late).toBe('quoteExpired')
    expect((await world.swaps(ann)).total).toBe(0)
  })

  it('a quote is good once, however many ask at the same moment', async () => {
    const ann = await world.person()
    const { quoteId } = await world.quote(ann, { from: 'USDT', to: 'BTC', give: '1000' })
    const tries = await Promise.all(
      Array.from({ length: 50 }, () =>
        world.exchange(ann, quoteId).then(
          () => 'done',
          (error) => error.refusal,
        ),
      ),
    )
    expect(tries.filter((each) => each === 'done')).toHaveLength(1)
    expect(tries.filter((each) => each === 'quoteExpired')).toHaveLength(49)
    expect((await world.holds(ann)).USDT).toBe('99000.00000000')
    expect((await world.swaps(ann)).total).toBe(1)
  })

  it('one that was refused is not used up', async () => {
    const ann = await world.person()
    const { quoteId } = await world.quote(ann, { from: 'BTC', to: 'USDT', give: '0.01' })
    expect(await refusalOf(world.exchange(ann, quoteId))).toMatchObject({
      name: 'insufficientBalance',
      detail: { currency: 'BTC', needed: '0.01' },
    })
    await world.do(ann, { from: 'USDT', to: 'BTC', get: '0.01' })
    expect(await world.exchange(ann, quoteId)).toMatchObject({ status: 1 })
  })

  it('is nobody else’s, and cannot be changed or made up', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const { quoteId } = await world.quote(ann, { from: 'USDT', to: 'BTC', give: '1000' })
    expect(await nameOf(world.exchange(bob, quoteId))).toBe('quoteExpired')
    const [kind, body, seal] = quoteId.split('.') as [string, string, string]
    const forged = Buffer.from(Buffer.from(body, 'base64url').toString().replace('"1000.00000000"', '"1.00000000"')).toString('base64url')
    for (const wrong of [
      `${kind}.${forged}.${seal}`,
      `ct1.${body}.${seal}`,
      `${quoteId}.`,
      `${quoteId}=`,
      '',
      'x',
      `${kind}.${body}.`,
      `${kind}.${body}`,
    ])
      expect(await nameOf(world.exchange(ann, wrong))).toBe('quoteExpired')
    expect(await world.holds(bob)).toEqual({ USDT: '100000.00000000' })
    expect((await world.swaps(bob)).total).toBe(0)
    expect(await world.exchange(ann, quoteId)).toMatchObject({ status: 1 })
    expect((await world.swaps(bob)).total).toBe(0)
  })

  it('no quote and no exchange on a price that went stale in between', async () => {
    const ann = await world.person()
    const { quoteId } = await world.quote(ann, { from: 'USDT', to: 'BTC', give: '1000' })
    world.clock.advance(3_001)
    expect(await refusalOf(world.exchange(ann, quoteId))).toEqual({ name: 'feedStale', detail: { age: 3 } })
    expect(await nameOf(world.quote(ann, { from: 'USDT', to: 'BTC', give: '1000' }))).toBe('feedStale')
    world.hand.set({ BTCUSDT: '60100' })
    // One fresh side is not enough.
    expect(await nameOf(world.quote(ann, { from: 'BTC', to: 'ETH', give: '0.1' }))).toBe('feedStale')
    world.hand.close(true)
    expect(await nameOf(world.exchange(ann, quoteId))).toBe('marketClosed')
    world.hand.close(false)
    expect(await world.exchange(ann, quoteId)).toMatchObject({ rate: '60060' })
  })

  it('no quote on a halted market, and none that was given before the halt is exchanged', async () => {
    const ann = await world.person()
    await world.do(ann, { from: 'USDT', to: 'BTC', get: '0.2' })
    const pairs = [
      { from: 'USDT', to: 'BTC', give: '1000' },
      { from: 'BTC', to: 'USDT', give: '0.05' },
      { from: 'BTC', to: 'ETH', give: '0.05' },
    ]
    const quotes = await Promise.all(pairs.map((pair) => world.quote(ann, pair)))
    const other = await world.quote(ann, { from: 'USDT', to: 'ETH', give: '1000' })
    await world.db.query(`insert into market_halt (symbol, since_ms, reason) values ('BTCUSDT', $1, 'a test')`, [startMs])
    for (const [at, pair] of pairs.entries()) {
      const halted = { name: 'symbolHalted', detail: { symbol: 'BTCUSDT' } }
      expect(await refusalOf(world.exchange(ann, quotes[at]?.quoteId ?? ''))).toEqual(halted)
      expect(await refusalOf(world.quote(ann, pair))).toEqual(halted)
    }
    expect(await world.exchange(ann, other.quoteId)).toMatchObject({ status: 1 })
    await world.db.query('delete from market_halt')
    expect(await world.exchange(ann, quotes[0]?.quoteId ?? '')).toMatchObject({ status: 1 })
  })

  it('what is not a listed coin, the same coin, no amount or two, too little and too much', async () => {
    const ann = await world.person()
    for (const to of ['JPY', 'USD', 'XAU', 'DOGE', 'USDC', 'EUR'])
      expect(await nameOf(world.quote(ann, { from: 'USDT', to, give: '100' }))).toBe('symbolUnknown')
    expect(await nameOf(world.quote(ann, { from: 'USDT', to: 'USDT', give: '100' }))).toBe('validation')
    expect(await nameOf(world.quote(ann, { from: 'USDT', to: 'BTC' }))).toBe('validation')
    expect(await nameOf(world.quote(ann, { from: 'USDT', to: 'BTC', give: '100', get: '1' }))).toBe('validation')
    expect(await refusalOf(world.quote(ann, { from: 'USDT', to: 'BTC', give: '0.99' }))).toEqual({
      name: 'belowMin',
      detail: { min: '1 USDT' },
    })
    expect(await refusalOf(world.quote(ann, { from: 'BTC', to: 'ETH', give: '0.83333334' }))).toEqual({
      name: 'aboveMax',
      detail: { max: '50000 USDT' },
    })
    expect(await world.quote(ann, { from: 'USDT', to: 'BTC', give: '50000' })).toMatchObject({ fromAmount: '50000.00000000' })
    expect(await nameOf(world.exchange(ann, 'no quote at all'))).toBe('quoteExpired')
  })

  it('the REAL book', async () => {
    const ann = await world.person()
    expect(await refusalOf(world.quote(ann, { from: 'USDT', to: 'BTC', give: '100', accountType: 1 }))).toEqual({
      name: 'kycRequired',
      detail: { level: 1 },
    })
    expect(await nameOf(world.quote({ ...ann, isGuest: true }, { from: 'USDT', to: 'BTC', give: '100', accountType: 1 }))).toBe(
      'guestRestricted',
    )
    expect(await world.quote({ ...ann, isGuest: true }, { from: 'USDT', to: 'BTC', give: '100' })).toMatchObject({ accountType: 2 })
  })

  it('the database keeps what was exchanged as it was', async () => {
    const ann = await world.person()
    const { id } = await world.do(ann, { from: 'USDT', to: 'BTC', give: '100' })
    await expect(world.db.query('update swap set to_amount = 1 where id = $1', [id])).rejects.toThrow('refused')
    await expect(world.db.query('delete from swap where id = $1', [id])).rejects.toThrow('refused')
  })
})

it('leaves a sound ledger', async () => {
  expect(await findAllLedgerViolations(world.db)).toEqual([])
})
