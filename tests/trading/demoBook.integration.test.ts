import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SignedInUser } from '#server/core/visitor.ts'
import type { PaperImportRequest } from '#contract/calls/demo.ts'
import type { Position } from '#contract/calls/trading.ts'
import { asDecimal } from '#contract/decimal.ts'
import { post } from '#ledger/ledger.ts'
import { demoHandlers } from '#server/demo/handlers.ts'
import { inboxHandlers } from '#server/notifications/inbox/handlers.ts'
import { secondContractPreviewHandler } from '#server/secondContracts/handlers.ts'
import { createPaperContractReplayer } from '#server/trading/carryOver.ts'
import { createDemoContractResetter } from '#server/trading/demoReset.ts'
import { startContractEngine } from '#server/trading/engine.ts'
import { tradingHandlers } from '#server/trading/handlers.ts'
import { contractOrderKindHandler } from '#server/trading/kind.ts'
import { noPreviewers } from '../support/noPreviewers.ts'
import { second, secondContractFixture } from '../secondContracts/secondContractFixture.ts'
import { order, refusalOf } from './tradingFixture.ts'
import { assertLedgerConsistent } from '../ledger/recount.ts'

// The demo book as a whole (docs/rules/environments.md): begun anew, and begun with what was done on paper.
const d = asDecimal
const dayMs = 24 * 3_600_000
let world: Awaited<ReturnType<typeof secondContractFixture>>
let trading: ReturnType<typeof tradingHandlers>
let calls: ReturnType<typeof demoHandlers>
let stop: () => Promise<void>
beforeEach(async () => {
  world = await secondContractFixture()
  trading = tradingHandlers(world.app, [contractOrderKindHandler(world.app)], {
    ...noPreviewers,
    second: secondContractPreviewHandler(world.app),
  })
  calls = demoHandlers(world.app, [createDemoContractResetter(world.app)], createPaperContractReplayer(world.app))
  stop = startContractEngine(world.app)
})
afterEach(async () => {
  await stop()
  await assertLedgerConsistent(world.db).finally(world.end)
})

const reset = (who: SignedInUser) => world.ask(who, (context) => calls.reset({}, context))
const carry = (who: SignedInUser, paper: Partial<PaperImportRequest>) =>
  world.ask(who, (context) => calls.carryOver({ closed: [], running: [], pending: [], ...paper }, context))
const state = (who: SignedInUser) => world.ask(who, (context) => calls.state({}, context))
const open = async (who: SignedInUser, over: Parameters<typeof order>[0] = {}) => {
  const asked = order({ quantity: d('0.1'), ...over })
  const { confirmToken } = await world.ask(who, (context) => trading.preview({ action: 'position', payload: asked }, context))
  return (await world.ask(who, (context) => trading.openPosition({ ...asked, confirmToken }, context))) as Position
}
const positions = async (who: SignedInUser) =>
  (await world.ask(who, (context) => trading.positions({ pageNo: 1, pageSize: 100, accountType: 2, posType: 2 }, context)))
    .records as Position[]
const buckets = (who: SignedInUser) =>
  world.db.query<{ currency: string; bucket: string; amount: string }>(
    'select currency, bucket, amount from balance where user_id = $1 and book = 2 and amount <> 0 order by currency, bucket',
    [who.userId],
  )
const old = { createdAtMs: 0 }
const only100k = [{ currency: 'USDT', bucket: 'AVAIL', amount: '100000.00000000' }]

describe('a reset', () => {
  it('closes positions with reason 7, cancels orders, takes other coins back and leaves 100,000', async () => {
    const ann = await world.person(old)
    const running = await open(ann)
    const waiting = await open(ann, { orderType: 2, price: d('80000') })
    await world.db.transaction((sql) =>
      post(sql, {
        book: 2,
        refType: 'swap',
        refId: '1',
        at: world.clock.now(),
        legs: [
          { user: ann.userId, currency: 'BTC', bucket: 'AVAIL', amount: d('0.5'), type: 13 },
          { house: 'CLEARING', currency: 'BTC', amount: d('-0.5') },
        ],
      }),
    )
    world.feed.put({ BTCUSDT: '91000' })
    await world.pass(1)
    const answer = await reset(ann)
    expect(answer).toMatchObject({ ended: 2, available: '100000.00000000', nextResetTime: world.clock.now() + dayMs })
    expect(await buckets(ann)).toEqual(only100k)
    const after = new Map((await positions(ann)).map((position) => [position.id, position]))
    expect(after.get(running.id)).toMatchObject({ status: 3, closeReason: 7, closePrice: '90990.90' })
    expect(after.get(waiting.id)).toMatchObject({ status: 4, closeReason: 7 })
    const lines = (await world.lines(ann)).filter((line) => line.startsWith('36 '))
    expect(lines).toHaveLength(2)
    expect(lines.at(-1)).toMatch(/→ 100000\.00000000$|→ 0\.00000000$/)
    const { records } = await world.ask(ann, (context) => inboxHandlers().notices({ pageNo: 1, pageSize: 10, type: 'all' }, context))
    expect(records).toMatchObject([{ kind: 'demoReset', params: { ended: '2' } }])
  })

  it('is refused for 24 hours, with the moment it can be done again', async () => {
    const ann = await world.person()
    expect(await state(ann)).toEqual({ canCarryOver: true })
    await reset(ann)
    const at = world.clock.now()
    world.clock.advance(dayMs - 1)
    expect(await state(ann)).toMatchObject({ resetTime: at, nextResetTime: at + dayMs })
    expect(await refusalOf(reset(ann))).toMatchObject({ name: 'demoResetTooSoon', detail: { until: '2026-11-22 00:00:00', hours: 1 } })
    world.clock.advance(1)
    expect(await state(ann)).toEqual({ resetTime: at, canCarryOver: true })
    expect(await reset(ann)).toMatchObject({ ended: 0 })
  })

  it('happens once however many ask at once, on whatever server, and touches nobody else', async () => {
    const [ann, bob] = [await world.person(old), await world.person(old)]
    await open(ann)
    await open(bob)
    const before = await buckets(bob)
    const all = await Promise.allSettled(Array.from({ length: 6 }, () => reset(ann)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await buckets(ann)).toEqual(only100k)
    expect(await buckets(bob)).toEqual(before)
    expect((await positions(bob))[0]).toMatchObject({ status: 1 })
  })

  it('that dies in the middle has done nothing', async () => {
    const ann = await world.person(old)
    await open(ann)
    const before = await buckets(ann)
    const dies = world.ask(
      ann,
      (context) => calls.reset({}, context),
      (sql) => ({
        query: (text, values) => (text.includes('insert into inbox_notice') ? Promise.reject(new Error('died')) : sql.query(text, values)),
      }),
    )
    await expect(dies).rejects.toThrow('died')
    expect(await buckets(ann)).toEqual(before)
    expect((await positions(ann))[0]).toMatchObject({ status: 1 })
    expect(await reset(ann)).toMatchObject({ ended: 1 })
  })

  it('works while the market rests, at its newest record; a position that waits for its close keeps its reason', async () => {
    const ann = await world.person(old)
    const first = await open(ann)
    const other = await open(ann)
    world.feed.setOpen('BTCUSDT', false)
    await world.pass(10)
    const closing = await world.ask(ann, (context) => trading.closePosition({ id: other.id }, context))
    expect(closing).toMatchObject({ status: 2 })
    await reset(ann)
    const after = new Map((await positions(ann)).map((position) => [position.id, position]))
    expect(after.get(first.id)).toMatchObject({ status: 3, closeReason: 7, closePrice: '89991.00' })
    expect(after.get(other.id)).toMatchObject({ status: 3, closeReason: 1 })
    expect(await buckets(ann)).toEqual(only100k)
  })

  it('lets a second contract run to its end: what it pays comes on top', async () => {
    const ann = await world.person()
    const { id } = await world.buy(ann, second())
    await world.pass(2)
    await reset(ann)
    expect(await buckets(ann)).toEqual(only100k)
    world.feed.put({ BTCUSDT: '90500' })
    await world.pass(310)
    await world.work()
    expect(await world.one(ann, id)).toMatchObject({ status: 3, result: 1 })
    expect(await world.available(ann)).toBe('100185.00000000')
  })
})

describe('a paper ledger', () => {
  /** What the phone writes when it fills on the newest record. */
  const fill = (over: Partial<PaperImportRequest['running'][number]> = {}): PaperImportRequest['running'][number] => ({
    id: '1',
    symbol: 'BTCUSDT',
    direction: 1,
    lever: 5,
    quantity: d('0.1'),
    openSec: Math.floor(world.clock.now() / 1000),
    openPrice: d('90009.00'),
    ...over,
  })

  it('is carried over: closed trades by their result, positions at their true opening, waiting orders as orders', async () => {
    const ann = await world.person()
    await world.pass(1)
    const [a, b] = [fill({ id: 'a' }), fill({ id: 'b', stopLoss: d('85000'), stopProfit: d('90500'), addedMargin: d('100') })]
    world.feed.put({ BTCUSDT: '91000' })
    await world.pass(60)
    const closeSec = Math.floor(world.clock.now() / 1000)
    await world.pass(5)
    const answer = await carry(ann, {
      closed: [{ ...a, closeSec: closeSec + 1, closePrice: d('90990.90') }],
      running: [b],
      pending: [{ id: 'c', symbol: 'BTCUSDT', direction: 1, lever: 5, quantity: d('0.1'), price: d('88000') }],
    })
    // 98.19 − fees of 0.05 % on 9,000.90 and 9,099.09.
    expect(answer).toMatchObject({ result: '89.14000500', cash: '100089.14000500', isCut: false, closed: 1, left: [] })
    expect(answer.opened).toMatchObject([{ id: 'b' }])
    expect(answer.placed).toMatchObject([{ id: 'c' }])
    const after = new Map((await positions(ann)).map((position) => [position.id, position]))
    expect(after.get(answer.opened[0]!.positionId)).toMatchObject({
      status: 1,
      openPrice: '90009.00',
      openSec: b.openSec,
      margin: '1800.18000000',
      addedMargin: '100.00000000',
      stopLoss: '85000',
    })
    // The take profit was passed while nobody looked; it is not set anew behind the price.
    expect(after.get(answer.opened[0]!.positionId)?.stopProfit).toBeUndefined()
    expect(after.get(answer.placed[0]!.positionId)).toMatchObject({ status: 0, price: '88000' })
    expect(await state(ann)).toEqual({ canCarryOver: false })
    // From now on it is a position like any other.
    world.feed.put({ BTCUSDT: '84999' })
    await world.pass(1)
    expect((await positions(ann)).find(({ id }) => id === answer.opened[0]!.positionId)).toMatchObject({ status: 3, closeReason: 3 })
  })

  it('is believed only where our own record says the same', async () => {
    const ann = await world.person()
    await world.pass(2)
    const now = Math.floor(world.clock.now() / 1000)
    const answer = await carry(ann, {
      running: [
        fill({ id: 'price', openPrice: d('89000.00') }),
        fill({ id: 'long ago', openSec: now - 40 * 86_400 }),
        fill({ id: 'to come', openSec: now + 60 }),
        fill({ id: 'lever', lever: 20 }),
        fill({ id: 'step', quantity: d('0.00001') }),
        fill({ id: 'unknown', symbol: 'NOPE' }),
        fill({ id: 'huge', quantity: d('9') }),
        fill({ id: 'good' }),
        // A phone hears of a second a little later.
        fill({ id: 'late', openSec: now + 2 }),
        fill({ id: 'short', direction: 2 }),
      ],
      closed: [
        { ...fill({ id: 'backwards' }), closeSec: now - 1, closePrice: d('89991.00') },
        { ...fill({ id: 'gain' }), closeSec: now, closePrice: d('95000.00') },
      ],
    })
    expect(Object.fromEntries(answer.left.map(({ id, why }) => [id, why]))).toEqual({
      price: 'noRecord',
      'long ago': 'noRecord',
      'to come': 'time',
      lever: 'leverageCap',
      step: 'qtyStep',
      unknown: 'symbolUnknown',
      huge: 'insufficientBalance',
      short: 'noRecord',
      backwards: 'time',
      gain: 'noRecord',
    })
    expect(answer.opened.map(({ id }) => id).toSorted()).toEqual(['good', 'late'])
    expect(answer.result).toBe('0.00000000')
  })

  it('counts a position whose margin was used up while nobody looked as closed there', async () => {
    const ann = await world.person()
    await world.pass(30)
    const row = fill({ lever: 5 })
    await world.pass(60)
    world.feed.put({ BTCUSDT: '80000' })
    await world.pass(60)
    world.feed.put({ BTCUSDT: '95000' })
    await world.pass(130)
    await world.market.flush()
    const closeSec = Math.floor(world.clock.now() / 1000)
    const answer = await carry(ann, { running: [row], closed: [{ ...row, id: '2', closeSec, closePrice: d('94990.50') }] })
    expect(answer.left).toEqual([
      { id: '2', symbol: 'BTCUSDT', why: 'closedOut' },
      { id: '1', symbol: 'BTCUSDT', why: 'closedOut' },
    ])
    expect(answer).toMatchObject({ closed: 0, opened: [] })
    // Half of each margin and three fees or so are gone, never more than went in.
    expect(Number(answer.result)).toBeLessThan(-1800)
    expect(Number(answer.result)).toBeGreaterThan(-3620)
  })

  it('wins no more than a second fund', async () => {
    const ann = await world.person()
    await world.pass(1)
    const row = fill({ quantity: d('5') })
    world.feed.put({ BTCUSDT: '120000' })
    await world.pass(5)
    const answer = await carry(ann, { closed: [{ ...row, closeSec: Math.floor(world.clock.now() / 1000), closePrice: d('119988.00') }] })
    expect(answer).toMatchObject({ isCut: true, result: '100000.00000000', cash: '200000.00000000' })
    expect(await world.available(ann)).toBe('200000.00000000')
  })

  it('wins no more by positions that still run, whatever second they name', async () => {
    const ann = await world.person()
    await world.pass(1)
    const [a, b, c] = [fill({ id: 'a', quantity: d('3') }), fill({ id: 'b', quantity: d('1') }), fill({ id: 'c', quantity: d('0.3') })]
    world.feed.put({ BTCUSDT: '120000' })
    await world.pass(5)
    const answer = await carry(ann, { running: [a, b, c] })
    expect(answer.opened.map(({ id }) => id)).toEqual(['a', 'c'])
    expect(answer.left).toEqual([{ id: 'b', symbol: 'BTCUSDT', why: 'aboveMax' }])
  })

  it('opens nothing during a break, nor on a market that takes no new orders', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    await world.pass(1)
    const running = [fill({ id: 'a', quantity: d('0.1') })]
    const { openSec: _, openPrice: __, ...wish } = fill({ id: 'b', quantity: d('0.1') })
    const pending = [{ ...wish, price: d('80000') }]
    const why = (answer: Awaited<ReturnType<typeof carry>>) => answer.left.map((order) => order.why)
    const now = world.clock.now()
    await world.db.query(
      `insert into trading_break (user_id, kind, scope, from_ms, until_ms) values ($1, 'exclusion', 'leverage', $2::bigint, $2::bigint + 86400000)`,
      [ann.userId, now],
    )
    expect(why(await carry(ann, { running, pending }))).toEqual(['selfExcluded', 'selfExcluded'])
    await world.db.query(`insert into market_halt (symbol, since_ms) values ('BTCUSDT', 0)`)
    expect(why(await carry(bob, { running, pending }))).toEqual(['symbolHalted', 'symbolHalted'])
    expect([...(await positions(ann)), ...(await positions(bob))]).toEqual([])
  })

  it('goes in once, and only into a book in which nothing was done', async () => {
    const [ann, bob, cid] = [await world.person(), await world.person(old), await world.person()]
    await world.pass(1)
    const all = await Promise.allSettled(Array.from({ length: 5 }, () => carry(ann, { running: [fill()] })))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await positions(ann)).toHaveLength(1)
    expect(await refusalOf(carry(ann, {}))).toMatchObject({ name: 'demoBookUsed' })
    await open(bob)
    expect(await state(bob)).toEqual({ canCarryOver: false })
    expect(await refusalOf(carry(bob, { running: [fill()] }))).toMatchObject({ name: 'demoBookUsed' })
    const many = Array.from({ length: 121 }, (_, n) => fill({ id: String(n) }))
    expect(await refusalOf(carry(cid, { running: many }))).toMatchObject({ name: 'validation' })
    expect(await state(cid)).toEqual({ canCarryOver: true })
  })

  it('that dies in the middle has carried nothing', async () => {
    const ann = await world.person()
    await world.pass(1)
    const dies = world.ask(
      ann,
      (context) => calls.carryOver({ closed: [], pending: [], running: [fill()] }, context),
      (sql) => ({
        query: (text, values) =>
          text.includes('insert into demo_carry_over') ? Promise.reject(new Error('died')) : sql.query(text, values),
      }),
    )
    await expect(dies).rejects.toThrow('died')
    expect(await positions(ann)).toEqual([])
    expect(await buckets(ann)).toEqual(only100k)
    expect((await carry(ann, { running: [fill()] })).opened).toHaveLength(1)
  })
})
