import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { SignedInUser } from '#server/core/visitor.ts'
import { contract } from '#contract/contract.ts'
import { asDecimal as d } from '#contract/decimal.ts'
import { createOrderKindGuard } from '#contract/orders/kind.ts'
import type { SpotOrderRequest } from '#contract/orders/spot.ts'
import { Refusal } from '#contract/refusals.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { swapFixture } from '../swap/swapFixture.ts'
import { unitsOf } from '../trading/tradingModel.ts'
import { refusalOf, startMs } from '../trading/tradingFixture.ts'

let world: Awaited<ReturnType<typeof swapFixture>>
beforeAll(async () => {
  world = await swapFixture()
})
afterAll(() => world.db.close())
beforeEach(() => world.begin())

const asked = (over: Partial<SpotOrderRequest> = {}): SpotOrderRequest => ({
  accountType: 2,
  posType: 1,
  symbol: 'BTCUSDT',
  direction: 1,
  orderType: 1,
  slippageBps: 50,
  ...(over.quantity === undefined && { money: d('1000') }),
  ...over,
})
const preview = (who: SignedInUser, order: SpotOrderRequest) => world.previewAny(who, order)
const place = (who: SignedInUser, order: SpotOrderRequest, confirmToken?: string) => world.placeAny(who, order, confirmToken)
const trade = async (who: SignedInUser, order: SpotOrderRequest) => place(who, order, (await preview(who, order)).confirmToken)
const orders = async (who: SignedInUser, pageNo = 1) => {
  const page = await world.ask(who, (context) => world.calls.positions({ accountType: 2, posType: 1, pageNo, pageSize: 100 }, context))
  return { ...page, records: page.records.filter(createOrderKindGuard(1)) }
}
const nameOf = async (work: Promise<unknown>) => (await refusalOf(work)).name

describe('spot (docs/rules/spot.md)', () => {
  it('S1: shown, bought, booked; then sold again', async () => {
    const ann = await world.person()
    const shown = await preview(ann, asked())
    expect(z.decode(contract.trading.preview.reply, z.encode(contract.trading.preview.reply, shown))).toEqual(shown)
    expect(shown).toMatchObject({
      base: 'BTC',
      price: '60006.00',
      quantity: '0.01664833',
      notional: '999.00000000',
      fee: '1.00000000',
      feeRate: '0.001',
      give: '1000.00000000',
      get: '0.01664833',
      feedMode: 'SIM',
      expireAt: startMs + 15_000,
    })
    const bought = await place(ann, asked(), shown.confirmToken)
    expect(bought).toMatchObject({
      posType: 1,
      status: 3,
      price: '60006.00',
      quantity: '0.01664833',
      fee: '1.00000000',
      sec: startMs / 1000,
    })
    expect(bought.orderNo).toMatch(/^SP261121000000[A-Z2-7]{6}$/)
    expect((await world.lines(ann)).toSorted()).toEqual(
      ['AVAIL 10 0.01664833 → 0.01664833', 'AVAIL 10 -999.00000000 → 99001.00000000', 'AVAIL 5 -1.00000000 → 99000.00000000'].toSorted(),
    )
    world.clock.advance(1)
    expect(await trade(ann, asked({ direction: 2, quantity: d('0.01664833') }))).toMatchObject({
      price: '59994.00',
      notional: '998.79991002',
      get: '997.80111011',
    })
    expect(await world.holds(ann)).toEqual({ USDT: '99997.80111011' })
    const page = await orders(ann)
    expect(page.records.map(({ direction }) => direction)).toEqual([2, 1])
    const wire = z.encode(contract.trading.positions.reply, page)
    expect(z.encode(contract.trading.positions.reply, z.decode(contract.trading.positions.reply, wire))).toEqual(wire)
  })

  it('fills at the record of now: better is theirs, worse than slippageBps is refused', async () => {
    const ann = await world.person()
    const [first, second] = [await preview(ann, asked()), await preview(ann, asked())]
    world.hand.set({ BTCUSDT: '59000' })
    expect(await place(ann, asked(), first.confirmToken)).toMatchObject({ price: '59005.90' })
    world.hand.set({ BTCUSDT: '60301' })
    expect(await nameOf(place(ann, asked(), second.confirmToken))).toBe('priceMoved')
    world.hand.set({ BTCUSDT: '60299' })
    expect(await place(ann, asked(), second.confirmToken)).toMatchObject({ status: 3 })
  })

  it('needs the person’s own fresh confirmation of this very order', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const { confirmToken } = await preview(ann, asked())
    expect(await refusalOf(place(ann, asked()))).toMatchObject({ name: 'confirmRequired', detail: { preview: { give: '1000.00000000' } } })
    expect(await nameOf(place(bob, asked(), confirmToken))).toBe('confirmRequired')
    for (const over of [{ money: d('1001') }, { direction: 2 }, { slippageBps: 200 }, { symbol: 'ETHUSDT' }])
      expect(await nameOf(place(ann, asked(over), confirmToken))).toBe('confirmRequired')
    expect(
      await nameOf(
        place(
          ann,
          asked(),
          confirmToken.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')),
        ),
      ),
    ).toBe('confirmRequired')
    const { quoteId } = await world.quote(ann, { from: 'USDT', to: 'BTC', give: '1000' })
    expect(await nameOf(place(ann, asked(), quoteId))).toBe('confirmRequired')
    expect(await nameOf(world.exchange(ann, confirmToken))).toBe('quoteExpired')
    world.clock.advance(15_000)
    world.hand.set({ BTCUSDT: '60000' })
    expect(await nameOf(place(ann, asked(), confirmToken))).toBe('confirmRequired')
    expect((await orders(ann)).total).toBe(0)
  })

  it('refuses by name what it cannot do', async () => {
    const ann = await world.person()
    expect(await nameOf(preview(ann, asked({ accountType: 1 })))).toBe('kycRequired')
    expect(await nameOf(preview({ ...ann, isGuest: true }, asked({ accountType: 1 })))).toBe('guestRestricted')
    for (const symbol of ['USDJPY', 'NOPE']) expect(await nameOf(preview(ann, asked({ symbol })))).toBe('symbolUnknown')
    expect(await nameOf(preview(ann, { ...asked(), quantity: d('1') }))).toBe('validation')
    expect(await nameOf(preview(ann, asked({ money: d('9.99') })))).toBe('minNotional')
    expect(await preview(ann, asked({ money: d('10') }))).toMatchObject({ give: '10.00000000' })
    expect(await nameOf(preview(ann, asked({ quantity: d('0.0001') })))).toBe('minNotional')
    expect(await nameOf(preview(ann, asked({ quantity: d('100.1') })))).toBe('aboveMax')
    expect(await refusalOf(trade(ann, asked({ direction: 2, quantity: d('0.01') })))).toMatchObject({
      name: 'insufficientBalance',
      detail: { currency: 'BTC' },
    })
    expect(await refusalOf(trade(ann, asked({ quantity: d('2') })))).toMatchObject({
      name: 'insufficientBalance',
      detail: { currency: 'USDT' },
    })
    const { confirmToken } = await preview(ann, asked())
    world.clock.advance(3_001)
    expect(await nameOf(place(ann, asked(), confirmToken))).toBe('feedStale')
    world.hand.close(true)
    expect(await nameOf(place(ann, asked(), confirmToken))).toBe('marketClosed')
    expect(await world.holds(ann)).toEqual({ USDT: '100000.00000000' })
    await expect(world.db.query('update spot_order set fee = 0')).rejects.toThrow('fixed')
  })

  it('32 callers at once, orders and swaps: nothing is made or lost', async () => {
    const everybody = await Promise.all(Array.from({ length: 5 }, () => world.person()))
    let done = 0
    await Promise.all(
      Array.from({ length: 32 }, async (_, caller) => {
        for (let n = 0; n < 12; n++) {
          const who = everybody[(caller + n) % everybody.length] as SignedInUser
          const symbol = (caller + n) % 2 ? 'BTCUSDT' : 'ETHUSDT'
          const order =
            (caller * 5 + n) % 3
              ? asked({ symbol, money: d(String(50 + 401 * (n % 9))) })
              : asked({ symbol, direction: 2, quantity: d(`0.0${1 + (n % 8)}`) })
          const work = n % 4 === 3 ? world.do(who, { from: 'BTC', to: 'ETH', give: '0.003' }) : trade(who, order).then(() => done++)
          await work.catch((error: unknown) => {
            if (!(error instanceof Refusal)) throw error
          })
        }
      }),
    )
    expect(done).toBeGreaterThan(100)
    for (const who of everybody) {
      const model = new Map([['USDT', unitsOf('100000')]])
      const move = (currency: string, amount: bigint) => model.set(currency, (model.get(currency) ?? 0n) + amount)
      for (let pageNo = 1, pages = 1; pageNo <= pages; pageNo++) {
        const page = await orders(who, pageNo)
        pages = page.pages
        for (const { base, direction, give, get } of page.records) {
          move(direction === 1 ? 'USDT' : base, -unitsOf(give))
          move(direction === 1 ? base : 'USDT', unitsOf(get))
        }
      }
      for (const { fromCurrency, toCurrency, fromAmount, toAmount } of (await world.swaps(who)).records) {
        move(fromCurrency, -unitsOf(fromAmount))
        move(toCurrency, unitsOf(toAmount))
      }
      const holds = await world.holds(who)
      for (const currency of ['USDT', 'BTC', 'ETH']) expect(unitsOf(holds[currency] ?? '0')).toBe(model.get(currency) ?? 0n)
    }
  })
})

it('leaves a sound ledger', async () => {
  expect(await findAllLedgerViolations(world.db)).toEqual([])
})
