import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { SignedInUser } from '#server/core/visitor.ts'
import { asDecimal as d } from '#contract/decimal.ts'
import { createOrderKindGuard } from '#contract/orders/kind.ts'
import type { SpotOrderRequest, SpotOrder } from '#contract/orders/spot.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Database, Sql } from '#db/database.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { log } from '#server/core/log.ts'
import { expireDueSpotOrders, fillSpotOrdersOnRecord, startSpotJobs } from '#server/spot/engine.ts'
import { createRandom, seed } from '../ledger/random.ts'
import { swapFixture } from '../swap/swapFixture.ts'
import { modelQuote, unitsOf } from '../trading/tradingModel.ts'
import { specs, startMs } from '../trading/tradingFixture.ts'

let world: Awaited<ReturnType<typeof swapFixture>>
beforeAll(async () => {
  world = await swapFixture()
})
afterAll(() => world.db.close())

const limit = (over: Partial<SpotOrderRequest>): SpotOrderRequest => ({
  accountType: 2,
  posType: 1,
  symbol: 'BTCUSDT',
  direction: 1,
  orderType: 2,
  price: d('59000'),
  slippageBps: 50,
  ...over,
})
const place = async (who: SignedInUser, asked: SpotOrderRequest) =>
  world.placeAny(who, asked, (await world.previewAny(who, asked)).confirmToken)
const cancel = (who: SignedInUser, id: string) => world.ask(who, (context) => world.calls.cancelLimit({ id }, context))
async function listed(who: SignedInUser): Promise<SpotOrder[]> {
  const all: SpotOrder[] = []
  for (let pageNo = 1, pages = 1; pageNo <= pages; pageNo++) {
    const page = await world.ask(who, (context) => world.calls.positions({ accountType: 2, posType: 1, pageNo, pageSize: 100 }, context))
    pages = page.pages
    all.push(...page.records.filter(createOrderKindGuard(1)))
  }
  return all
}
const unlessRefused = (error: unknown): undefined => {
  if (!(error instanceof Refusal)) throw error
}

const unit = 100_000_000n
/** A limit order's fill once more in whole numbers: price and coins in units of 1e-8. */
function modelFill(direction: number, quantity: bigint, price: bigint) {
  const exact = quantity * price
  const isBuy = direction === 1
  const notional = isBuy ? (exact + unit - 1n) / unit : exact / unit
  const fee = notional / 1000n
  return isBuy ? { give: notional + fee, get: quantity } : { give: quantity, get: notional - fee }
}

const rounds = Number(process.env.SPOT_ROUNDS ?? 40)

it(`random limit orders, cancels, market orders and gapping records, 24 callers at once: every unit as the model says (MONEY_SEED=${seed})`, async () => {
  world.begin()
  const chance = createRandom(seed)
  const everybody = await Promise.all(Array.from({ length: 5 }, () => world.person()))
  const stop = startSpotJobs(world.app)
  const tape = new Map<number, Record<string, string>>()
  const mids = { BTCUSDT: 60_000, ETHUSDT: 3_000 }
  for (let round = 0; round < rounds; round++) {
    const calls = Array.from({ length: 24 }, async () => {
      const who = chance.oneOf(everybody)
      const symbol = chance.oneOf(['BTCUSDT', 'ETHUSDT'] as const)
      const [places, most] = symbol === 'BTCUSDT' ? [5, 0.05] : [4, 1]
      const quantity = d((most * (0.05 + chance.next())).toFixed(places))
      const direction = chance.oneOf([1, 1, 2])
      const act = chance.next()
      if (act < 0.6) {
        const price = d((mids[symbol] * (0.97 + chance.next() * 0.06)).toFixed(2))
        await place(who, limit({ symbol, direction, quantity, price })).catch(unlessRefused)
      } else if (act < 0.8) {
        const { price: _, ...market } = limit({ symbol, direction, quantity, orderType: 1 })
        await place(who, market).catch(unlessRefused)
      } else {
        const waiting = (await listed(who)).filter(({ status }) => status === 0)
        if (waiting.length > 0) await cancel(who, chance.oneOf(waiting).id).catch(unlessRefused)
      }
    })
    world.clock.advance(1000)
    mids.BTCUSDT *= 0.985 + chance.next() * 0.03
    mids.ETHUSDT *= 0.985 + chance.next() * 0.03
    const prices = { BTCUSDT: mids.BTCUSDT.toFixed(10), ETHUSDT: mids.ETHUSDT.toFixed(10) }
    tape.set(Math.floor(world.clock.now() / 1000), prices)
    await Promise.all([world.hand.record(prices), ...calls])
  }
  await stop()
  expect(await findAllLedgerViolations(world.db)).toEqual([])

  let filled = 0
  for (const who of everybody) {
    const model = new Map<string, bigint>([['USDT', unitsOf('100000')]])
    const frozen = new Map<string, bigint>()
    const move = (of: Map<string, bigint>, currency: string, amount: bigint) => of.set(currency, (of.get(currency) ?? 0n) + amount)
    for (const order of await listed(who)) {
      const [giveIn, getIn] = order.direction === 1 ? ['USDT', order.base] : [order.base, 'USDT']
      if (order.status === 0) {
        move(model, giveIn, -unitsOf(order.reserved ?? '0'))
        move(frozen, giveIn, unitsOf(order.reserved ?? '0'))
      }
      if (order.status !== 3) continue
      move(model, giveIn, -unitsOf(order.give))
      move(model, getIn, unitsOf(order.get))
      if (order.orderType !== 2) continue
      filled++
      const spec = specs.find(({ symbol }) => symbol === order.symbol)
      const mid = tape.get(order.sec)?.[order.symbol]
      if (!spec || !mid) throw new Error('filled on a record that there was not')
      const quote = modelQuote(mid, spec.spreadBps, spec.tick)
      const price = order.direction === 1 ? quote.ask : quote.bid
      expect(unitsOf(order.price)).toBe(price)
      const limited = unitsOf(order.limitPrice ?? '0')
      expect(order.direction === 1 ? price <= limited : price >= limited).toBe(true)
      const due = modelFill(order.direction, unitsOf(order.quantity), price)
      expect({ give: unitsOf(order.give), get: unitsOf(order.get) }).toEqual(due)
      expect(unitsOf(order.reserved ?? '0') - unitsOf(order.returned ?? '0')).toBe(due.give)
    }
    // No record that touched an order that waits was passed over.
    for (const order of (await listed(who)).filter(({ status }) => status === 0)) {
      const spec = specs.find(({ symbol }) => symbol === order.symbol)
      for (const [sec, prices] of tape) {
        if (!spec || sec <= order.sec) continue
        const quote = modelQuote(prices[order.symbol] as string, spec.spreadBps, spec.tick)
        const limited = unitsOf(order.limitPrice ?? '0')
        expect(order.direction === 1 ? quote.ask > limited : quote.bid < limited, `order ${order.id} waits in second ${sec}`).toBe(true)
      }
    }
    const balances = await world.ask(who, (context) => world.wallet.balances({ accountType: 2 }, context))
    for (const { currency, available, frozen: held } of balances) {
      expect([currency, unitsOf(available)]).toEqual([currency, model.get(currency) ?? 0n])
      expect([currency, unitsOf(held)]).toEqual([currency, frozen.get(currency) ?? 0n])
    }
  }
  expect(filled).toBeGreaterThan(20)
})

/** Runs the nth statement and then breaks, as a server killed at that moment would. */
function breakingAfter(n: number) {
  let count = 0
  const wrap = (sql: Sql): Sql => ({
    query: async <Row extends object>(text: string, values?: readonly unknown[]) => {
      const rows = await sql.query<Row>(text, values)
      if (++count === n) throw new Error('killed')
      return rows
    },
  })
  return { wrap, broke: () => count >= n }
}

const trace = async () => ({
  orders: await world.db.query('select * from spot_order order by id'),
  balances: await world.db.query('select * from balance order by user_id, book, currency, bucket'),
  legs: await world.db.query('select count(*) as n from leg'),
})

async function killAtEach(run: (wrap: (sql: Sql) => Sql) => Promise<unknown>): Promise<number> {
  for (let n = 1; ; n++) {
    const before = await trace()
    const { wrap, broke } = breakingAfter(n)
    await run(wrap).catch((error: Error) => {
      if (error.message !== 'killed') throw error
    })
    if (!broke()) return n - 1
    expect(await trace(), `after statement ${n}`).toEqual(before)
  }
}

it('placing, filling, cancelling and expiring, killed after any statement, leave nothing half done; two engines fill once', async () => {
  const quiet = vi.spyOn(log, 'error').mockImplementation(() => {})
  // What waits from before is over.
  world.clock.set(startMs + 40 * 86_400_000)
  await expireDueSpotOrders(world.app)
  world.hand.set({ BTCUSDT: '60000', ETHUSDT: '3000' })
  const ann = await world.person()
  const asked = limit({ quantity: d('0.01') })
  const { confirmToken } = await world.previewAny(ann, asked)
  expect(await killAtEach((wrap) => world.placeAny(ann, asked, confirmToken, wrap))).toBeGreaterThanOrEqual(3)
  const other = await place(ann, limit({ quantity: d('0.02'), price: d('50000') }))
  const last = await place(ann, limit({ quantity: d('0.03'), price: d('50000') }))
  world.clock.advance(1000)
  const record = { sec: Math.floor(world.clock.now() / 1000), prices: new Map([['BTCUSDT', d('58000')]]) }
  const broken = (wrap: (sql: Sql) => Sql): Database => ({
    ...world.db,
    transaction: (work) => world.db.transaction((sql) => work(wrap(sql))),
  })
  expect(await killAtEach((wrap) => fillSpotOrdersOnRecord({ ...world.app, db: broken(wrap) }, record))).toBeGreaterThanOrEqual(4)
  const count = async () => (await world.db.query<{ n: string }>('select count(*) as n from posting'))[0]?.n
  const postings = await count()
  await Promise.all([fillSpotOrdersOnRecord(world.app, record), fillSpotOrdersOnRecord(world.app, record)])
  expect(await count()).toBe(postings)
  expect(
    await killAtEach((wrap) => world.ask(ann, (context) => world.calls.cancelLimit({ id: other.id }, context), wrap)),
  ).toBeGreaterThanOrEqual(4)
  world.clock.advance(30 * 86_400_000)
  expect(await killAtEach((wrap) => expireDueSpotOrders({ ...world.app, db: broken(wrap) }))).toBeGreaterThanOrEqual(4)
  await Promise.all([expireDueSpotOrders(world.app), expireDueSpotOrders(world.app)])
  const states = (await listed(ann)).map(({ id, status }) => [id, status])
  expect(states).toEqual(
    expect.arrayContaining([
      [other.id, 4],
      [last.id, 4],
    ]),
  )
  expect(states.filter(([, status]) => status === 3)).toHaveLength(1)
  expect(await findAllLedgerViolations(world.db)).toEqual([])
  quiet.mockRestore()
})

it('asks the indexes, not the tables, for a page of all kinds and for what a record touches', async () => {
  const plan = async (text: string, values: unknown[]) => {
    const rows = await world.db.transaction(async (sql) => {
      await sql.query('set local enable_seqscan = off')
      return sql.query<Record<string, string>>(`explain ${text}`, values)
    })
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const kinds = [
    'select id, user_id, account_type, 2::smallint as pos_type, symbol, status from position',
    'select id, user_id, account_type, pos_type, symbol, status from spot_order',
    'select id, user_id, account_type, 5::smallint as pos_type, symbol, 3::smallint as status from swap where symbol is not null',
  ].join(' union all ')
  const page = await plan(`select id from (${kinds}) as one where user_id = $1 and account_type = $2 order by id desc limit 10`, ['1', 2])
  for (const index of ['position_of_user', 'spot_order_of_user', 'swap_fast_of_user']) expect(page).toContain(index)
  expect(page).toContain('Merge Append')
  const own = await plan(`select pos_type from (${kinds}) as one where id = $1 and user_id = $2`, ['1', '1'])
  expect(own).not.toContain('Seq Scan')
})
