import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SignedInUser } from '#server/core/visitor.ts'
import type { AnyPosTypeOrderRequest } from '#contract/calls/trading.ts'
import { asDecimal as d } from '#contract/decimal.ts'
import { balanceRecordType } from '#contract/states.ts'
import { startOfServerDayAt } from '#contract/time.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { lockWallet, post } from '#ledger/ledger.ts'
import { createManualFeed } from '#market/feeds/manualFeed.ts'
import { log } from '#server/core/log.ts'
import { createAssetValuationReaders } from '#server/modules.ts'
import { storeDueAccountValues } from '#server/wallet/valueJob.ts'
import { createRandom, seed } from '../ledger/random.ts'
import { fullFixture } from '../ledger/fullFixture.ts'

// "Today" = value now − value at 00:00 UTC+8 − net flows since, against a recount that reads postings and open orders by itself.

const startMs = 1_795_190_400_000
const dayMs = 86_400_000
const prices: Record<string, string> = { BTCUSDT: '60000', ETHUSDT: '3000', SOLUSDT: '150', XAUUSD: '4050', EURUSD: '1.16', USDJPY: '155' }
const feed = createManualFeed(symbolSeeds)
feed.put(prices)
let world: Awaited<ReturnType<typeof fullFixture>>
beforeAll(async () => {
  world = await fullFixture({ feed, startMs: startMs + 10 * 3_600_000 })
  await world.next(prices)
})
afterAll(() => world?.end())

const scaled = (text: string, places: number): bigint => {
  const [whole = '0', part = ''] = text.replace('-', '').split('.')
  const value = BigInt(whole + part.padEnd(places, '0').slice(0, places))
  return text.startsWith('-') ? -value : value
}
const tenth = 10n ** 10n
const priceOf = (currency: string): bigint => (currency === 'USDT' ? tenth : scaled(prices[`${currency}USDT`] ?? '0', 10))
const e8 = (value: bigint): string => {
  const text = (value < 0n ? -value : value).toString().padStart(9, '0')
  return `${value < 0n ? '-' : ''}${text.slice(0, -8)}.${text.slice(-8)}`
}

/** What an account is worth by its legs and its open contracts, in 1e-8 USDT, with the prices of now. */
async function worthByLegs(who: SignedInUser, book: number): Promise<bigint> {
  const sums = await world.db.query<{ currency: string; sum: string }>(
    'select currency, sum(amount)::text as sum from leg where user_id = $1 and book = $2 group by currency',
    [who.userId, book],
  )
  const open = await world.db.query<{ symbol: string; direction: number; quantity: string; open_price: string }>(
    'select symbol, direction, quantity::text, open_price::text from position where user_id = $1 and account_type = $2 and status in (1, 2)',
    [who.userId, book],
  )
  const cash = sums.reduce((total, { currency, sum }) => total + (scaled(sum, 8) * priceOf(currency)) / tenth, 0n)
  const profits = open.map(({ symbol, direction, quantity, open_price }) => {
    const change = scaled(prices[symbol]!, 10) - scaled(open_price, 10)
    return ((direction === 1 ? 1n : -1n) * scaled(quantity, 10) * change) / 10n ** 12n
  })
  return profits.reduce((total, profit) => total + profit, cash)
}

const todayOf = async (who: SignedInUser, accountType: 1 | 2) =>
  (await world.ask(who, (context) => world.rooms.wallet.assets({ accountType, target: 'USDT' }, context))).todayPnl
const storePoints = () => storeDueAccountValues(world.app, createAssetValuationReaders(world.app))
const pass = async (ms: number, next: Record<string, string> = {}) => {
  world.clock.advance(ms - 1000)
  await world.next(next)
  // What was put may wait for a second record that confirms it.
  for (const symbol of Object.keys(prices)) prices[symbol] = world.market.quote(symbol)!.mid
}
/** Up to 3 % away from where it is. */
const moved = (by: number): Record<string, string> => ({ BTCUSDT: (Number(prices['BTCUSDT']) * (0.97 + by * 0.06)).toFixed(2) })
const order = (over: object): AnyPosTypeOrderRequest =>
  Object.assign({ accountType: 2, posType: 1, symbol: 'BTCUSDT', direction: 1, orderType: 1, slippageBps: 500 } as const, over)

/** Real coins from outside, as the chain's module books them. */
const bookReal = (who: SignedInUser, currency: string, amount: string, fee = '0') =>
  world.db.transaction(async (sql) => {
    await lockWallet(sql, who.userId, 1)
    const isIn = !amount.startsWith('-')
    const type = isIn ? balanceRecordType.deposit : balanceRecordType.withdrawPaid
    const arrives = e8(-scaled(amount, 8) - scaled(fee, 8))
    await post(sql, {
      book: 1,
      refType: isIn ? 'deposit' : 'withdrawal',
      refId: String(++transfers),
      at: world.clock.now(),
      legs: [
        { user: who.userId, currency, bucket: 'AVAIL', amount: d(amount), type },
        { house: isIn ? 'CHAIN_IN' : 'CHAIN_OUT', currency, amount: d(arrives) },
        ...(fee === '0' ? [] : [{ house: 'NETFEE', currency, amount: d(fee) } as const]),
      ],
    })
  })
let transfers = 0

describe('what counts', () => {
  it('an account that begins today: its fund is no profit; spot fee and loss, and a lost stake, are', async () => {
    const ann = await world.person()
    expect(await todayOf(ann, 2)).toBe('0.00000000')
    await world.place(ann, order({ money: d('10000') }))
    const bought = await worthByLegs(ann, 2)
    expect(await todayOf(ann, 2)).toBe(e8(bought - scaled('100000', 8)))
    expect(bought).toBeLessThan(scaled('100000', 8))
    await pass(1000, { BTCUSDT: '57000' })
    expect(await todayOf(ann, 2)).toBe(e8((await worthByLegs(ann, 2)) - scaled('100000', 8)))
    const before = await worthByLegs(ann, 2)
    await world.buySecond(ann, { accountType: 2, symbol: 'BTCUSDT', setId: 'BTCUSDT-60', money: d('100'), type: 1 })
    await pass(1000, { BTCUSDT: '56000' })
    for (let sec = 0; sec < 64; sec++) await pass(1000)
    const now = await worthByLegs(ann, 2)
    expect(now).toBeLessThanOrEqual(before - scaled('100', 8))
    expect(await todayOf(ann, 2)).toBe(e8(now - scaled('100000', 8)))
  })

  it('a coin that comes in counts at the price of its second, and only what arrives of a withdrawal goes out', async () => {
    const bob = await world.person()
    await bookReal(bob, 'BTC', '1')
    const then = priceOf('BTC') / 100n
    await pass(1000, { BTCUSDT: '58000' })
    expect(priceOf('BTC') / 100n).not.toBe(then)
    expect(await todayOf(bob, 1)).toBe(e8(priceOf('BTC') / 100n - then))
    await bookReal(bob, 'BTC', '-0.5', '0.01')
    const lost = priceOf('BTC') / 100n / 100n
    expect(await todayOf(bob, 1)).toBe(e8(priceOf('BTC') / 100n - then - lost))
  })

  it('a new day begins with the value of 00:00; the point that is stored is the same, is never changed, and one account stops no other', async () => {
    const cid = await world.person()
    const other = await world.person()
    await world.place(cid, order({ money: d('20000') }))
    await world.place(cid, order({ posType: 2, lever: 5, quantity: d('0.5'), direction: 2 }))
    await storePoints()
    const midnight = startOfServerDayAt(world.clock.now()) + dayMs
    await pass(midnight - 1000 - world.clock.now(), { BTCUSDT: '61000' })
    const began = await worthByLegs(cid, 2)
    await pass(2000, { BTCUSDT: '62000' })
    const computed = await todayOf(cid, 2)
    expect(computed).toBe(e8((await worthByLegs(cid, 2)) - began))
    expect(computed).not.toBe('0.00000000')
    await pass(60_000)
    // An account that cannot be valued keeps no other waiting.
    const failing = createAssetValuationReaders(world.app).map((valuation) => (sql: never, asked: { userId: string }) => {
      if (asked.userId === other.userId) throw new Error('no value')
      return valuation(sql, asked as never)
    })
    const { error } = log
    log.error = () => undefined
    await storeDueAccountValues(world.app, failing as never)
    log.error = error
    const stored = () =>
      world.db.query<{ usdt: string; day: string }>('select day, usdt from account_value where user_id = $1 and book = 2', [cid.userId])
    expect(await stored()).toEqual([{ day: '2026-11-22', usdt: e8(began) }])
    const missing = async () => (await world.db.query('select from account_value where user_id = $1 and book = 2', [other.userId])).length
    expect(await missing()).toBe(0)
    await storePoints()
    await storePoints()
    expect(await missing()).toBe(1)
    expect(await stored()).toHaveLength(1)
    await expect(world.db.query('update account_value set usdt = 0')).rejects.toThrow(/refused/)
    expect(await todayOf(cid, 2)).toBe(e8((await worthByLegs(cid, 2)) - began))
  })

  it('days without a server are caught up one by one, with the prices of then', async () => {
    const dan = await world.person()
    await world.place(dan, order({ money: d('30000') }))
    await storePoints()
    await pass(startOfServerDayAt(world.clock.now()) + 3 * dayMs + 3_600_000 - world.clock.now(), { BTCUSDT: '65000' })
    await storePoints()
    const points = await world.db.query<{ day: string; usdt: string }>(
      'select day, usdt from account_value where user_id = $1 and book = 2 order by day',
      [dan.userId],
    )
    expect(points).toHaveLength(3)
    expect(new Set(points.map(({ usdt }) => usdt)).size).toBe(1)
    expect(await todayOf(dan, 2)).toBe(e8((await worthByLegs(dan, 2)) - scaled(points[0]!.usdt, 8)))
  })
})

describe('random days', () => {
  it.each([1, 2])(
    'add up to what the postings say (%i)',
    async (round) => {
      const chance = createRandom(seed + round)
      const eve = await world.person()
      let began = 0n
      let flows = scaled('100000', 8)
      const demo = async (change: AnyPosTypeOrderRequest) => world.place(eve, change).catch(() => undefined)
      for (let step = 0; step < 30; step++) {
        const midnight = startOfServerDayAt(world.clock.now()) + dayMs
        const kind = step % 11 === 10 ? 5 : Math.floor(chance.next() * 5)
        if (kind === 0) await demo(order({ money: d(String(100 + Math.floor(chance.next() * 5000))) }))
        if (kind === 1) await demo(order({ direction: 2, quantity: d('0.01') }))
        if (kind === 2) await demo(order({ posType: 2, lever: 5, quantity: d('0.05'), direction: chance.oneOf([1, 2]) }))
        if (kind === 3) {
          const [open] = await world.db.query<{ id: string; quantity: string }>(
            'select id, quantity from position where user_id = $1 and status = 1 order by id limit 1',
            [eve.userId],
          )
          if (open)
            await world
              .ask(eve, (context) =>
                chance.next() < 0.5
                  ? world.rooms.trading.closePosition({ id: open.id }, context)
                  : world.rooms.trading.closePart({ id: open.id, quantity: d('0.02') }, context),
              )
              .catch(() => undefined)
        }
        if (kind === 4 && step > 15) {
          const before = await worthByLegs(eve, 2)
          const isReset = await world
            .ask(eve, (context) => world.rooms.demo.reset(undefined as never, context))
            .then(
              () => true,
              () => false,
            )
          if (isReset) {
            const [booked] = await world.db.query<{ sum: string }>(
              `select coalesce(sum(trunc(l.amount * case l.currency when 'BTC' then $2::numeric else 1 end, 8)), 0)::text as sum from posting p
             join leg l on l.posting_id = p.id and l.user_id = $1 where p.ref_type = 'demoReset' and p.at_ms = $3`,
              [eve.userId, prices['BTCUSDT'], world.clock.now()],
            )
            flows += scaled(booked!.sum, 8)
            expect(before).not.toBe(0n)
          }
        }
        if (kind === 5) {
          // Over midnight: what it was worth just before is what the new day begins with.
          await pass(midnight - 1000 - world.clock.now())
          began = await worthByLegs(eve, 2)
          flows = 0n
          await pass(2000 + Math.floor(chance.next() * 120) * 1000, moved(chance.next()))
          if (chance.next() < 0.5) await storePoints()
        }
        if (world.clock.now() + 7_200_000 < startOfServerDayAt(world.clock.now()) + dayMs)
          await pass(1000 + Math.floor(chance.next() * 60) * 1000, moved(chance.next()))
        expect(await todayOf(eve, 2), `seed ${seed + round}, step ${step}, kind ${kind}`).toBe(
          e8((await worthByLegs(eve, 2)) - began - flows),
        )
      }
    },
    180_000,
  )
})
