import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { closeReason } from '#contract/states.ts'
import { instantToWireTime } from '#contract/time.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { createDelistingSettlers } from '#server/modules.ts'
import { announceDelisting } from '#server/operator/delistings.ts'
import { addStaff } from '#server/operator/staff.ts'
import { settleDelistedMarkets } from '#server/orders/delistings.ts'
import { competitionFixture, start } from './competitionFixture.ts'
import { refusalOf } from '../trading/tradingFixture.ts'

const d = asDecimal
let w: Awaited<ReturnType<typeof competitionFixture>>
beforeAll(async () => {
  w = await competitionFixture()
  await w.next(start)
})
afterAll(() => w.end())

describe('joining', () => {
  test('gives a virtual fund of its own, nothing else moves', async () => {
    const ann = await w.person()
    const id = await w.competition('join-a', { to: 1000 })
    const joined = await w.join(ann, id)
    expect(joined).toMatchObject({
      status: 1,
      participants: 1,
      fund: '100000',
      mine: { equity: '100000.00000000', yieldRate: '0.0000', prize: null },
    })
    expect([await w.held(ann, 1), await w.held(ann, 2), await w.held(ann, 3)]).toEqual(['0.00000000', '100000.00000000', '100000.00000000'])
    expect((await w.shown(ann, id)).mine?.rank).toBe(1)
    expect(await findAllLedgerViolations(w.db)).toEqual([])
  })

  test('is possible before the start and until half time, not a moment longer', async () => {
    const [ann, bob, cas] = [await w.person(), await w.person(), await w.person()]
    const id = await w.competition('join-b', { from: 10, to: 20 })
    await w.join(ann, id)
    expect((await w.shown(ann, id)).status).toBe(0)
    for (let n = 0; n < 14; n++) await w.next()
    w.clock.advance(999)
    await w.join(bob, id)
    w.clock.advance(1)
    expect((await refusalOf(w.join(cas, id))).name).toBe('competitionNotOpen')
    expect(await w.held(cas, 3)).toBe('0.00000000')
  })

  test('once, beside any other, and not where there is nothing', async () => {
    const ann = await w.person()
    const [user, other] = [await w.competition('join-c', { to: 1000 }), await w.competition('join-d', { to: 1000 })]
    await w.join(ann, user)
    expect((await refusalOf(w.join(ann, user))).name).toBe('alreadyJoined')
    expect((await refusalOf(w.join(ann, 'nothing'))).name).toBe('notFound')
    await w.leave(ann, user)
    expect((await refusalOf(w.join(ann, user))).name).toBe('exited')
    await w.join(ann, other)
    expect([await w.held(ann, 3, user), await w.held(ann, 3, other)]).toEqual(['0.00000000', '100000.00000000'])
  })

  test('many times at once makes one entry in each', async () => {
    const ann = await w.person()
    const ids = [await w.competition('join-e', { to: 1000 }), await w.competition('join-f', { to: 1000 })]
    const outcomes = await Promise.allSettled([...ids, ...ids, ...ids].map((id) => w.join(ann, id)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    for (const id of ids) expect(await w.held(ann, 3, id)).toBe('100000.00000000')
    expect(await findAllLedgerViolations(w.db)).toEqual([])
  })
})

describe('trading', () => {
  test('outside of a running competition is refused', async () => {
    const ann = await w.person()
    expect((await refusalOf(w.open(ann))).name).toBe('competitionNotOpen')
    const id = await w.competition('trade-a', { from: 2, to: 5 })
    await w.join(ann, id)
    expect((await refusalOf(w.open(ann))).name).toBe('competitionNotOpen')
    await w.next()
    await w.next()
    const position = await w.open(ann)
    await w.next()
    await w.next()
    await w.next()
    expect((await refusalOf(w.open(ann))).name).toBe('competitionNotOpen')
    expect((await refusalOf(w.close(ann, position.id))).name).toBe('competitionNotOpen')
  })

  test('keeps to its markets and its leverage, and to contracts', async () => {
    const ann = await w.person()
    await w.join(ann, await w.competition('trade-b', { to: 1000, symbols: ['BTCUSDT'], lever: 5 }))
    expect(await refusalOf(w.open(ann, { symbol: 'ETHUSDT' }))).toMatchObject({
      name: 'notInCompetition',
      detail: { symbols: ['BTCUSDT'] },
    })
    expect(await refusalOf(w.open(ann, { lever: 6 }))).toMatchObject({ name: 'leverageCap', detail: { max: 5 } })
    const spot = { accountType: 3, posType: 1, symbol: 'BTCUSDT', direction: 1, orderType: 1, slippageBps: 50, money: d('100') } as const
    expect((await refusalOf(w.world.place(ann, spot))).name).toBe('notInCompetition')
    expect(await w.open(ann)).toMatchObject({ accountType: 3, status: 1 })
  })

  test('moves the entry by the same rules as any book', async () => {
    const [ann, bob] = [await w.person(), await w.person()]
    const id = await w.competition('trade-c', { to: 1000 })
    await w.join(ann, id)
    await w.next(start)
    await w.join(bob, id)
    await w.next(start)
    const position = await w.open(ann)
    await w.next({ ...start, BTCUSDT: '61000' })
    const { mine } = await w.shown(ann, id)
    // Bought at 60,006: +99.4, less the fee of 3.0003.
    expect(mine).toMatchObject({
      equity: '100096.39970000',
      totalIncome: '96.39970000',
      todayIncome: '96.39970000',
      yieldRate: '0.0009',
      rank: 1,
    })
    expect((await w.shown(bob, id)).mine?.rank).toBe(2)
    await w.close(ann, position.id)
    // Sold at 60,993.90, with a fee of 3.049695.
    expect((await w.shown(ann, id)).mine).toMatchObject({ equity: '100092.74000500', closedTrades: 1, rank: 1 })
    const { records } = await w.ranking(bob, id)
    expect(records.map(({ rank, isMine, totalIncome }) => [rank, isMine, totalIncome])).toEqual([
      [1, false, '92.74000500'],
      [2, true, '0.00000000'],
    ])
    expect(await findAllLedgerViolations(w.db)).toEqual([])
  })
})

describe('leaving', () => {
  test('closes what is open, keeps the result, empties the book', async () => {
    const ann = await w.person()
    const id = await w.competition('leave-a', { to: 1000 })
    await w.join(ann, id)
    await w.next(start)
    await w.open(ann)
    await w.open(ann, { symbol: 'ETHUSDT', orderType: 2, price: d('2900'), quantity: d('1') })
    await w.next({ ...start, BTCUSDT: '61000' })
    const left = await w.leave(ann, id)
    expect(left).toMatchObject({ status: -3, mine: { equity: '100092.74000500', rank: null, closedTrades: 0 } })
    expect(left.mine?.exitTime).toBe(w.clock.now())
    expect(await w.held(ann, 3)).toBe('0.00000000')
    expect((await refusalOf(w.leave(ann, id))).name).toBe('stateConflict')
    expect((await refusalOf(w.open(ann))).name).toBe('competitionNotOpen')
    expect((await w.ranking(ann, id)).records).toEqual([])
    expect((await w.mine(ann)).records).toMatchObject([{ id, status: -3, mine: { equity: '100092.74000500' } }])
    expect(await findAllLedgerViolations(w.db)).toEqual([])
  })

  test('is not possible for who never joined', async () => {
    expect((await refusalOf(w.leave(await w.person(), await w.competition('leave-b', { to: 1000 })))).name).toBe('notFound')
  })
})

describe('the end', () => {
  test('closes everybody at its last prices, puts the table down and pays once', async () => {
    const [ann, bob, cas] = [await w.person(), await w.person(), await w.person()]
    const id = await w.competition('end-a', { to: 6, prizes: ['300', '150', '50'], minTrades: 1 })
    for (const user of [ann, bob, cas]) await w.join(user, id)
    await w.next(start)
    for (const user of [ann, bob]) await w.close(user, (await w.open(user, { symbol: 'ETHUSDT', quantity: d('0.01') })).id)
    await w.open(ann)
    await w.open(bob, { direction: 2 })
    await w.next({ ...start, BTCUSDT: '60500' })
    for (let n = 0; n < 4; n++) await w.next()
    // The second of the end is the last that counts.
    expect(w.clock.now() % 1000).toBe(0)
    await w.next({ ...start, BTCUSDT: '90000' })
    await w.work()
    const ended = await w.shown(ann, id)
    expect(ended).toMatchObject({ status: -2, participants: 3, mine: { rank: 1, prize: '300', closedTrades: 1 } })
    // Ether bought at 3,000.45 and sold at 2,999.55 with fees of 0.03 (-0.039); bitcoin bought at 60,006, sold at 60,493.95 with fees of 3.0003 and 3.0246975.
    expect(ended.mine?.equity).toBe('100042.73100250')
    expect((await w.shown(cas, id)).mine).toMatchObject({ rank: 2, prize: null, equity: '100000.00000000' })
    expect((await w.shown(bob, id)).mine).toMatchObject({ rank: 3, prize: '150' })
    expect([await w.held(ann, 1), await w.held(bob, 1), await w.held(cas, 1)]).toEqual(['300.00000000', '150.00000000', '0.00000000'])
    for (const user of [ann, bob, cas]) expect(await w.held(user, 3)).toBe('0.00000000')
    await w.work()
    await w.restart()
    await w.work()
    expect(await w.held(ann, 1)).toBe('300.00000000')
    expect((await w.ranking(bob, id)).records.map(({ name, rank, prize, isMine }) => [name.slice(0, 6), rank, prize, isMine])).toEqual([
      ['Person', 1, '300', false],
      ['Person', 2, null, false],
      ['Person', 3, '150', true],
    ])
    const told = await w.db.query('select kind from inbox_notice where user_id = $1 order by id', [ann.userId])
    expect(told).toEqual([{ kind: 'competitionPrize' }, { kind: 'competitionEnded' }])
    expect((await refusalOf(w.leave(cas, id))).name).toBe('stateConflict')
    expect(await findAllLedgerViolations(w.db)).toEqual([])
  })

  test('closes what is open, and that is no trade that a prize asks for; a stop and a close-out are', async () => {
    const [ann, bob, cas, dee] = [await w.person(), await w.person(), await w.person(), await w.person()]
    const id = await w.competition('end-open', { to: 6, prizes: ['300', '150', '50'], minTrades: 1 })
    for (const user of [ann, bob, cas, dee]) await w.join(user, id)
    await w.next(start)
    await w.open(ann, { quantity: d('0.0005') })
    await w.close(bob, (await w.open(bob, { quantity: d('0.001') })).id)
    await w.open(cas, { quantity: d('0.003'), stopLoss: d('59000') })
    await w.open(dee, { quantity: d('0.004'), lever: 10 })
    await w.next({ ...start, BTCUSDT: '56000' })
    await w.next(start)
    for (let n = 0; n < 5; n++) await w.next()
    await w.work()
    const closed = await w.db.query<{ user_id: string; close_reason: number }>(
      'select user_id, close_reason from position where user_id = any($1) and account_type = 3',
      [[ann, bob, cas, dee].map(({ userId }) => userId)],
    )
    expect(Object.fromEntries(closed.map((user) => [user.user_id, user.close_reason]))).toEqual({
      [ann.userId]: closeReason.competition,
      [bob.userId]: closeReason.user,
      [cas.userId]: closeReason.stopLoss,
      [dee.userId]: closeReason.marginInsufficient,
    })
    expect((await w.ranking(ann, id)).records.map(({ closedTrades, prize, isMine }) => [closedTrades, prize, isMine])).toEqual([
      [0, null, true],
      [1, '300', false],
      [1, '150', false],
      [1, '50', false],
    ])
    expect(await w.held(ann, 1)).toBe('0.00000000')
    expect(await findAllLedgerViolations(w.db)).toEqual([])
  })
})

describe('a market of it that is delisted', () => {
  test('closes what is open there at the one record, as a trade; the rest of the competition goes on', async () => {
    const [ann, bob] = [await w.person(), await w.person()]
    const now = w.clock.now()
    const endsSec = now / 1000 + 8 * 86_400 + 3_600
    const id = await w.competition('delisted', { to: 20 * 86_400, minTrades: 1, prizes: ['300'] })
    for (const user of [ann, bob]) await w.join(user, id)
    const { staff } = await addStaff(w.db, { name: 'mia', roles: ['risk'], by: 'machine:test', now })
    await announceDelisting({ app: w.world.app, kinds: [] }, staff, {
      symbol: 'BTCUSDT',
      at: instantToWireTime(endsSec * 1000),
      reason: 'too little is traded in it elsewhere',
    })
    await w.world.readDelistings()
    await w.world.goTo(endsSec - 10, start)
    await w.open(ann, { quantity: d('0.001') })
    const other = await w.open(bob, { symbol: 'ETHUSDT', quantity: d('0.01') })
    await w.world.goTo(endsSec, { ...start, BTCUSDT: '61000' })
    await w.next({ BTCUSDT: '10000' })
    await settleDelistedMarkets(w.world.app, createDelistingSettlers(w.world.app))
    const open = await w.db.query<{ id: string; close_reason: number; close_sec: string }>(
      `select user_id, close_reason, close_sec from position where status = 3 and close_sec = $1`,
      [endsSec],
    )
    expect(open).toEqual([{ user_id: ann.userId, close_reason: closeReason.delisting, close_sec: String(endsSec) }])
    // Bought at 60,006 with a fee of 0.030003, sold at 60,993.90 with 0.03049695.
    expect((await w.shown(ann, id)).mine).toMatchObject({ equity: '100000.92740005', closedTrades: 1 })
    expect((await refusalOf(w.open(ann))).name).toBe('marketDelisted')
    await w.close(bob, other.id)
    expect(await findAllLedgerViolations(w.db)).toEqual([])
  })
})
