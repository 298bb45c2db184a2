import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Position } from '#contract/calls/trading.ts'
import { asDecimal } from '#contract/decimal.ts'
import type { ContractOrderRequest } from '#contract/calls/trading.ts'
import { Refusal } from '#contract/refusals.ts'
import { closeReason, positionStatus } from '#contract/states.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { post } from '#ledger/ledger.ts'
import { foldReserveExposure } from '#ledger/reserves.ts'
import { assertContractCapacity, contractStressFractionOf } from '#server/risk/capacity.ts'
import { priceContractOrder } from '#server/trading/order.ts'
import { exposureDrift } from '../trading/exposureDrift.ts'
import { second, secondContractFixture } from '../secondContracts/secondContractFixture.ts'
import { order, refusalOf, startMs, tradingFixture } from '../trading/tradingFixture.ts'

const d = asDecimal
let world: Awaited<ReturnType<typeof tradingFixture>>
beforeAll(async () => {
  world = await tradingFixture()
})
afterAll(() => world.db.close())

const reserve = (kind: string, usdt: string, db = world.db) =>
  db.query('update house_reserve set usdt = $2::numeric where book = 2 and kind = $1', [kind, usdt])
/** What the house would have to pay if BTC, the only market with open positions here, rose or fell by a fifth. */
async function owed(mid: number): Promise<number> {
  const rows = await world.db.query<{ side: number; q: string; c: string }>(
    'select direction as side, sum(quantity) as q, sum(quantity * open_price) as c from position where status in (0, 1, 2) group by 1',
  )
  const of = (side: number) => rows.find((row) => row.side === side) ?? { q: '0', c: '0' }
  return Math.max(0, mid * 1.2 * Number(of(1).q) - Number(of(1).c), Number(of(2).c) - mid * 0.8 * Number(of(2).q))
}
async function closeAll() {
  const open = await world.db.query<{ id: string; user_id: string }>('select id, user_id from position where status in (0, 1, 2)')
  for (const { id, user_id } of open) await world.close({ ...(await world.person()), userId: user_id }, id)
}
beforeEach(async () => {
  world.clock.set(startMs)
  world.hand.set({ BTCUSDT: '60000', ETHUSDT: '3000', USDJPY: '155' })
  await closeAll()
  await reserve('contract', '1000000000')
})

it('each kind of market is stressed as docs/rules/contracts.md says', () => {
  const of = (symbol: string) =>
    contractStressFractionOf(symbolSeeds.find((spec) => spec.symbol === symbol) as (typeof symbolSeeds)[number])
  expect(['BTCUSDT', 'ATOMUSDT', 'XAUUSD', 'XPDUSD', 'EURUSD', 'USDJPY', 'EURGBP', 'USDCHF'].map(of)).toEqual([
    '0.2',
    '0.2',
    '0.05',
    '0.05',
    '0.03',
    '0.03',
    '0.03',
    '0.03',
  ])
  expect(['AUDUSD', 'AUDJPY', 'USDSGD', 'USDTHB'].map(of)).toEqual(['0.05', '0.05', '0.05', '0.05'])
})

describe('what the reserve would not cover is not taken', () => {
  // A tenth of a coin at the ask of 60,006.00 pays 7,200 − 6,000.60 = 1,199.40 when the market rises by a fifth.
  it('1,199.40 each: seven fit into 95 % of 10,000, the eighth does not, before and after its preview', async () => {
    await reserve('contract', '10000')
    const people = await Promise.all(Array.from({ length: 8 }, () => world.person()))
    const shown = await Promise.all(people.map((who) => world.preview(who, order())))
    const placed: Position[] = []
    for (const [n, who] of people.entries()) {
      if (n === 7) {
        expect(await refusalOf(world.place(who, order(), shown[n]?.confirmToken))).toEqual({ name: 'houseCapacity', detail: {} })
        expect((await refusalOf(world.preview(who, order()))).name).toBe('houseCapacity')
        expect(await world.balance(who)).toEqual({ available: '100000.00000000', margin: '0.00000000' })
      } else placed.push(await world.place(who, order(), shown[n]?.confirmToken))
    }
    expect(await owed(60000)).toBeCloseTo(7 * 1199.4)
    // The dearer direction counts: shorts fill up beside the longs.
    const [ann, , , , , , , last] = people as [(typeof people)[0], ...typeof people]
    await world.open(last as typeof ann, order({ direction: 2 }))
    // Leaving makes room.
    await world.close(ann, placed[0]?.id as string)
    await world.open(last as typeof ann, order())
    expect(await exposureDrift(world.db)).toEqual([])
  })

  it('waiting orders count, a part that is closed does not, and what was won already does', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    await reserve('contract', '5300')
    // At 55,000: 7,200 − 5,500 = 1,700.
    await world.open(ann, order({ orderType: 2, price: d('55000.00') }))
    const running = await world.open(ann, order({ quantity: d('0.2') }))
    expect(await owed(60000)).toBeCloseTo(1700 + 2398.8)
    expect((await refusalOf(world.open(bob, order()))).name).toBe('houseCapacity')
    await world.ask(ann, (context) => world.trading.closePart({ id: running.id, quantity: d('0.1') }, context))
    const second = await world.open(bob, order())
    await world.close(bob, second.id)
    world.hand.set({ BTCUSDT: '66000' })
    expect((await refusalOf(world.open(bob, order()))).name).toBe('houseCapacity')
    await world.open(bob, order({ direction: 2 }))
  })

  it('forty at once: together they never go beyond it, and as many pass as fit', async () => {
    await reserve('contract', '20000')
    const people = await Promise.all(Array.from({ length: 40 }, () => world.person()))
    const shown = await Promise.all(people.map((who) => world.preview(who, order())))
    const outcomes = await Promise.all(
      people.map((who, n) =>
        world.place(who, order(), shown[n]?.confirmToken).then(
          () => 'taken',
          (error: unknown) => (error instanceof Refusal ? error.refusal : String(error)),
        ),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(Math.floor(19_000 / 1199.4))
    expect(new Set(outcomes)).toEqual(new Set(['taken', 'houseCapacity']))
    expect(await findAllLedgerViolations(world.db)).toEqual([])
  })

  it('small ones pass without waiting for one another, and even so never go beyond it together', async () => {
    // Each is 11.994, a little less than a thousandth.
    const small = order({ quantity: d('0.001') })
    await reserve('contract', '12000')
    const whale = await world.person()
    await world.open(whale, order({ quantity: d('0.9'), lever: 20 }))
    const people = await Promise.all(Array.from({ length: 60 }, () => world.person()))
    const shown = await Promise.all(people.map((who) => world.preview(who, small)))
    const outcomes = await Promise.all(
      people.map((who, n) =>
        world.place(who, small, shown[n]?.confirmToken).then(
          () => 'taken',
          (error: unknown) => (error instanceof Refusal ? error.refusal : String(error)),
        ),
      ),
    )
    expect(new Set(outcomes)).toEqual(new Set(['taken', 'houseCapacity']))
    expect(await owed(60000)).toBeLessThanOrEqual(12000)
    expect(await owed(60000)).toBeGreaterThan(11300)
  })

  it('without a stated reserve it is what the house holds', async () => {
    const ann = await world.person()
    const real = () =>
      world.db.transaction(async (sql) => {
        const priced = priceContractOrder(world.app, ann, order(), world.clock.now())
        await assertContractCapacity(sql, world.app, 1, priced, 1)
      })
    expect((await refusalOf(real())).name).toBe('houseCapacity')
    const legs = [
      { house: 'COVER', currency: 'USDT', amount: d('2000') } as const,
      { house: 'ISSUE', currency: 'USDT', amount: d('-2000') } as const,
    ]
    await world.db.transaction((sql) => post(sql, { book: 1, refType: 'reserve', refId: 'cover', at: world.clock.now(), legs }))
    await real()
  })

  it('folding while orders come and go changes no sum', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => world.person()))
    let isOver = false
    const folding = (async () => {
      while (!isOver) {
        await foldReserveExposure(world.db)
        expect(await exposureDrift(world.db)).toEqual([])
      }
    })()
    await Promise.all(
      people.map(async (who) => {
        for (let n = 0; n < 8; n++) {
          const { id } = await world.open(who, order({ direction: 1 + (n % 2) }))
          if (n % 3) await world.close(who, id)
        }
      }),
    )
    isOver = true
    await folding
    await foldReserveExposure(world.db)
    const [left] = await world.db.query<{ count: string }>('select count(*) from house_exposure_change')
    expect(left?.count).toBe('0')
    expect(await exposureDrift(world.db)).toEqual([])
  })
})

it('in one market at most its largest order can be open, waiting orders and both directions together', async () => {
  const ann = await world.person()
  const eth = (over: Partial<ContractOrderRequest>) => order({ symbol: 'ETHUSDT', quantity: d('40'), ...over })
  await world.open(ann, eth({}))
  await world.open(ann, eth({ direction: 2 }))
  await world.open(ann, eth({ orderType: 2, price: d('2900.00'), quantity: d('20') }))
  expect(await refusalOf(world.preview(ann, eth({ quantity: d('0.005') })))).toEqual({ name: 'symbolExposure', detail: { max: '100 ETH' } })
  await world.preview(ann, order())
})

describe('a halted market', () => {
  const halt = (symbol: string) =>
    world.db.query(`insert into market_halt (symbol, since_ms, reason) values ($1, $2, 'test')`, [symbol, startMs])

  it('takes no new order and cancels one that waits; what is open closes and stops as ever', async () => {
    const ann = await world.person()
    const running = await world.open(ann, order())
    const stopped = await world.open(ann, order({ stopLoss: d('59000.00') }))
    const waiting = await world.open(ann, order({ orderType: 2, price: d('59500.00') }))
    const { confirmToken } = await world.preview(ann, order({ quantity: d('0.2') }))
    await halt('BTCUSDT')
    expect(await refusalOf(world.preview(ann, order()))).toEqual({ name: 'symbolHalted', detail: { symbol: 'BTCUSDT' } })
    expect((await refusalOf(world.place(ann, order({ quantity: d('0.2') }), confirmToken))).name).toBe('symbolHalted')
    await world.preview(ann, order({ symbol: 'ETHUSDT' }))
    await world.ask(ann, (context) => world.trading.setStops({ id: running.id, stopLoss: d('58000.00') }, context))
    await world.ask(ann, (context) => world.trading.addMargin({ id: running.id, money: d('10') }, context))
    expect(await world.close(ann, running.id)).toMatchObject({ status: 3, closeReason: 1 })
    world.clock.advance(1000)
    world.hand.set({ BTCUSDT: '58900' })
    await world.engine({ sec: Math.floor(world.clock.now() / 1000), prices: new Map([['BTCUSDT', d('58900')]]) })
    const { records } = await world.ask(ann, (context) => world.trading.positions({ pageNo: 1, pageSize: 10, accountType: 2 }, context))
    expect(records.find(({ id }) => id === stopped.id)).toMatchObject({ status: 3, closeReason: 3 })
    expect(records.find(({ id }) => id === waiting.id)).toMatchObject({
      status: positionStatus.cancelled,
      closeReason: closeReason.halt,
    })
    await world.db.query('delete from market_halt')
    await world.preview(ann, order())
  })
})

describe('second contracts', () => {
  let seconds: Awaited<ReturnType<typeof secondContractFixture>>
  beforeAll(async () => {
    seconds = await secondContractFixture()
  })
  afterAll(() => seconds.end())

  it('the reserve covers what all open ones would pay; the next is refused until some are over', async () => {
    await reserve('second', '1000', seconds.db)
    const [ann, bob] = [await seconds.person(), await seconds.person()]
    // 185 each: five are 925, within 95 % of 1,000.
    for (let n = 0; n < 5; n++) {
      await seconds.pass(4)
      await seconds.buy(ann, second())
    }
    expect((await refusalOf(seconds.preview(bob, second()))).name).toBe('houseCapacity')
    await seconds.preview(bob, second({ money: d('13') }))
    expect(await exposureDrift(seconds.db)).toEqual([])
    await seconds.pass(305)
    await seconds.work()
    await seconds.buy(bob, second())
    expect(await exposureDrift(seconds.db)).toEqual([])
  })

  it('many at once never go beyond it', async () => {
    await reserve('second', '4000', seconds.db)
    await seconds.pass(301)
    await seconds.work()
    const people = await Promise.all(Array.from({ length: 30 }, () => seconds.person()))
    const shown = await Promise.all(people.map((who) => seconds.preview(who, second())))
    const outcomes = await Promise.all(
      people.map((who, n) =>
        seconds.buyWith(who, second(), shown[n]?.confirmToken).then(
          () => 'taken',
          (error: unknown) => (error instanceof Refusal ? error.refusal : String(error)),
        ),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(Math.floor(3800 / 185))
    expect(new Set(outcomes)).toEqual(new Set(['taken', 'houseCapacity']))
  })

  it('none is sold on a halted market', async () => {
    const ann = await seconds.person()
    await seconds.db.query(`insert into market_halt (symbol, since_ms) values ('BTCUSDT', 0)`)
    expect((await refusalOf(seconds.preview(ann, second()))).name).toBe('symbolHalted')
    expect((await refusalOf(seconds.buyWith(ann, second(), 'x'))).name).toBe('symbolHalted')
    await seconds.preview(ann, second({ symbol: 'ETHUSDT', money: d('10') }))
  })
})
