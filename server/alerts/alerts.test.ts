import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SignedInUser } from '../core/visitor.ts'
import { maxPriceAlerts } from '#contract/calls/alerts.ts'
import { asDecimal } from '#contract/decimal.ts'
import { createServerEventBus, type UserEventMessage } from '../core/events.ts'
import { inboxHandlers } from '../notifications/inbox/handlers.ts'
import { secondContractFixture } from '../../tests/secondContracts/secondContractFixture.ts'
import { refusalOf } from '../../tests/trading/tradingFixture.ts'
import { startPriceAlertJobs, notifyReachedPriceAlerts } from './engine.ts'
import { alertsHandlers } from './handlers.ts'

let world: Awaited<ReturnType<typeof secondContractFixture>>
let calls: { alerts: ReturnType<typeof alertsHandlers>; inbox: ReturnType<typeof inboxHandlers> }
let stop: () => void
beforeAll(async () => {
  world = await secondContractFixture()
  calls = { alerts: alertsHandlers(world.app), inbox: inboxHandlers() }
  stop = startPriceAlertJobs(world.app)
})
afterAll(async () => {
  stop?.()
  await world?.end()
})

type Wish = Parameters<typeof calls.alerts.save>[0]
const wish = (over: Partial<Wish> = {}): Wish => ({
  symbol: 'BTCUSDT',
  op: '>=',
  price: asDecimal('91000'),
  once: true,
  channels: ['inbox'],
  ...over,
})
const save = (who: SignedInUser, over: Partial<Wish> = {}) => world.ask(who, (context) => calls.alerts.save(wish(over), context))
const remove = (who: SignedInUser, id: string) => world.ask(who, (context) => calls.alerts.remove({ id }, context))
const list = (who: SignedInUser) => world.ask(who, (context) => calls.alerts.list({}, context))
const notices = (who: SignedInUser, over: object = {}) =>
  world.ask(who, (context) => calls.inbox.notices({ pageNo: 1, pageSize: 100, type: 'all', ...over }, context))
/** A record at this price, with everything it triggers. */
const at = async (price: string, seconds = 1) => {
  world.feed.put({ BTCUSDT: price })
  await world.pass(seconds)
}
const titles = async (who: SignedInUser) => (await notices(who)).records.map(({ title }) => title)

describe('an alert', () => {
  it('that fires once fires at the first record that reaches it, and never again', async () => {
    await at('90000')
    const ann = await world.person()
    const { id, status } = await save(ann)
    expect(status).toBe(1)
    await at('90999.99', 2)
    expect(await titles(ann)).toEqual([])
    await at('91000')
    expect((await notices(ann)).records).toMatchObject([
      {
        type: 'system',
        kind: 'alertAbove',
        title: 'BTC/USDT is at or above 91,000',
        content: 'The price was 91,000 when your alert looked.',
        link: '/kline?symbol=BTCUSDT',
        refType: 'alert',
        refId: id,
        read: 0,
      },
    ])
    expect(await list(ann)).toMatchObject([{ id, status: 3, firedPrice: '91000', once: true }])
    await at('90000')
    await at('92000')
    expect(await titles(ann)).toHaveLength(1)
  })

  it('below works the same way, and is streamed in words', async () => {
    await at('90000')
    const ann = await world.person()
    await save(ann, { op: '<=', price: asDecimal('89000') })
    world.told.length = 0
    await at('88000')
    expect(await titles(ann)).toEqual(['BTC/USDT is at or below 89,000'])
    expect(world.told).toMatchObject([{ userId: ann.userId, event: { t: 'notice', d: { kind: 'alertBelow', params: { seen: '88000' } } } }])
    const wire = world.told[0]?.event.d as { createTime: string }
    expect(wire.createTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })

  it('that repeats fires again only after the price came back by a thousandth', async () => {
    await at('90000')
    const [ann, bob] = [await world.person(), await world.person()]
    await save(ann, { once: false })
    await save(bob, { once: false, op: '<=', price: asDecimal('90000') })
    await at('91001', 3)
    expect(await titles(ann)).toHaveLength(1)
    // Just below the line is not back.
    await at('90999')
    await at('91002')
    expect(await titles(ann)).toHaveLength(1)
    expect(await list(ann)).toMatchObject([{ status: 2 }])
    await at('90909')
    expect(await list(ann)).toMatchObject([{ status: 1 }])
    await at('91000')
    expect(await titles(ann)).toHaveLength(2)
    expect(await titles(bob)).toEqual([])
    await at('89999')
    await at('90050')
    await at('89999')
    expect(await titles(bob)).toHaveLength(1)
    await at('90090')
    await at('89999')
    expect(await titles(bob)).toHaveLength(2)
  })

  it('already true when it is set fires at the next record, not by one from before', async () => {
    await at('95000')
    const ann = await world.person()
    const before = { sec: Math.floor(world.clock.now() / 1000), prices: new Map([['BTCUSDT', asDecimal('95000')]]) }
    await save(ann)
    await notifyReachedPriceAlerts(world.app, before)
    expect(await titles(ann)).toEqual([])
    await at('95000')
    expect(await titles(ann)).toHaveLength(1)
  })

  it('changed waits again at its new price', async () => {
    await at('90000')
    const ann = await world.person()
    const { id } = await save(ann)
    await at('91000')
    expect(await save(ann, { id, price: asDecimal('93000') })).toMatchObject({ id, status: 1, price: '93000' })
    await at('92999')
    expect(await titles(ann)).toHaveLength(1)
    await at('93000')
    expect(await titles(ann)).toHaveLength(2)
  })

  it('fires exactly once whatever servers receive the record, and whenever they die', async () => {
    await at('90000')
    const people = await Promise.all(Array.from({ length: 12 }, () => world.person()))
    for (const person of people) await save(person)
    for (const person of people) await save(person, { once: false })
    const told: UserEventMessage[] = []
    const second = { ...world.app, events: createServerEventBus() }
    second.events.onToUser((message) => told.push(message))
    world.told.length = 0
    world.clock.advance(1000)
    const record = { sec: Math.floor(world.clock.now() / 1000), prices: new Map([['BTCUSDT', asDecimal('91500')]]) }
    // One that dies in the middle has written nothing.
    const dying = {
      ...world.app,
      db: {
        ...world.db,
        transaction: <T>(work: Parameters<typeof world.db.transaction<T>>[0]) =>
          world.db.transaction<T>(async (sql) => {
            await work(sql)
            throw new Error('died')
          }),
      },
    }
    await notifyReachedPriceAlerts(dying, record)
    expect(await titles(people[0]!)).toEqual([])
    await Promise.all([
      notifyReachedPriceAlerts(world.app, record),
      notifyReachedPriceAlerts(second, record),
      notifyReachedPriceAlerts(second, record),
    ])
    await notifyReachedPriceAlerts(second, record)
    for (const person of people) expect(await titles(person)).toHaveLength(2)
    const theirs = new Set(people.map(({ userId }) => userId))
    expect([...told, ...world.told].filter(({ userId }) => theirs.has(userId))).toHaveLength(24)
    // A server that is behind hears an older record: nothing begins to wait by it, and nothing is told.
    world.clock.advance(5000)
    const late = { sec: record.sec - 1, prices: new Map([['BTCUSDT', asDecimal('80000')]]) }
    await notifyReachedPriceAlerts(second, late)
    await notifyReachedPriceAlerts(second, { ...record, prices: new Map([['BTCUSDT', asDecimal('99000')]]) })
    for (const person of people) expect(await titles(person)).toHaveLength(2)
  })

  it('costs only what it triggers: the question reads its two indexes', async () => {
    await world.db.query(
      `insert into price_alert (id, user_id, symbol, op, price, channels, changed_sec, created_ms)
       select 900000 + n, 5, 'ETHUSDT', '>=', 5000 + n, array['inbox'], 0, 0 from generate_series(1, 20000) n`,
    )
    await world.db.query('analyze price_alert')
    const plan = await world.db.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, timing off) select found.id from unnest(array['ETHUSDT'], array[5000.5]::numeric[]) as record (symbol, price)
       cross join lateral (
         select id from price_alert where symbol = record.symbol and status < 3 and rises_to <= record.price and rises_to > 0
         union all
         select id from price_alert where symbol = record.symbol and status < 3 and falls_to >= record.price and falls_to < 'Infinity'
       ) as found order by found.id`,
    )
    const text = plan.map((row) => row['QUERY PLAN']).join('\n')
    expect(text).toContain('price_alert_rises_to')
    expect(text).not.toContain('Seq Scan')
    await world.db.query('delete from price_alert where user_id = 5')
  })
})

describe('refusals', () => {
  it('name the market, the step, the limit and whose it is', async () => {
    await at('90000')
    const [ann, bob] = [await world.person(), await world.person()]
    expect(await refusalOf(save(ann, { symbol: 'NOPE' }))).toMatchObject({ name: 'symbolUnknown' })
    expect(await refusalOf(save(ann, { price: asDecimal('1.001') }))).toMatchObject({ name: 'priceStep', detail: { step: '0.01' } })
    expect(await refusalOf(save(ann, { price: asDecimal('900000000000000') }))).toMatchObject({ name: 'aboveMax' })
    const { id } = await save(ann)
    expect(await refusalOf(save(bob, { id }))).toMatchObject({ name: 'notFound' })
    expect(await refusalOf(remove(bob, id))).toMatchObject({ name: 'notFound' })
    expect(await refusalOf(remove(bob, '99999999999999999999'))).toMatchObject({ name: 'notFound' })
    expect(await list(bob)).toEqual([])
    expect(await remove(ann, id)).toEqual({ id })
    expect(await refusalOf(remove(ann, id))).toMatchObject({ name: 'notFound' })
  })

  it('keep the limit however many savings come at once', async () => {
    const ann = await world.person()
    for (let n = 0; n < maxPriceAlerts - 2; n++) await save(ann, { price: asDecimal(String(99000 + n)) })
    const all = await Promise.allSettled(Array.from({ length: 6 }, (_, n) => save(ann, { price: asDecimal(String(98000 + n)) })))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await list(ann)).toHaveLength(maxPriceAlerts)
    expect(await refusalOf(save(ann))).toMatchObject({ name: 'tooManyAlerts', detail: { max: maxPriceAlerts } })
  })
})

describe('the inbox', () => {
  it('counts what is unread by type, filters, and marks read what is one’s own', async () => {
    await at('90000')
    const [ann, bob] = [await world.person(), await world.person()]
    for (const price of ['90100', '90200', '90300']) await save(ann, { price: asDecimal(price) })
    await at('90300')
    const first = await notices(ann)
    expect(first).toMatchObject({ total: 3, unread: { all: 3, system: 3, task: 0, transaction: 0 } })
    expect((await notices(ann, { type: 'transaction' })).records).toEqual([])
    expect((await notices(ann, { pageNo: 2, pageSize: 2 })).records).toHaveLength(1)
    const mark = (who: SignedInUser, body: Parameters<typeof calls.inbox.markRead>[0]) =>
      world.ask(who, (context) => calls.inbox.markRead(body, context))
    const ids = [first.records[0]!.id, '123456789012345678901']
    expect(await mark(bob, { ids })).toEqual({ unread: { all: 0, system: 0, task: 0, transaction: 0 } })
    expect((await notices(ann)).unread.all).toBe(3)
    expect(await mark(ann, { ids })).toMatchObject({ unread: { all: 2 } })
    expect((await notices(ann)).records.map(({ read }) => read)).toEqual([1, 0, 0])
    expect(await mark(ann, { ids: 'all', type: 'task' })).toMatchObject({ unread: { all: 2 } })
    // What came after the newest one that was seen stays unread.
    const seen = first.records[1]!.id
    expect(await mark(ann, { ids: 'all', upTo: (BigInt(first.records[2]!.id) - 1n).toString() })).toMatchObject({ unread: { all: 2 } })
    await save(ann, { price: asDecimal('90400') })
    await at('90400')
    expect(await mark(ann, { ids: 'all', type: 'system', upTo: seen })).toMatchObject({ unread: { all: 1 } })
    expect((await notices(ann)).records.map(({ read }) => read)).toEqual([0, 1, 1, 1])
    expect(await mark(ann, { ids: 'all', upTo: '0' })).toMatchObject({ unread: { all: 1 } })
    expect(await mark(ann, { ids: 'all' })).toMatchObject({ unread: { all: 0 } })
    await expect(world.db.query(`update inbox_notice set kind = 'x'`)).rejects.toThrow(/not changed/)
  })
})
