import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SignedInUser } from '#server/core/visitor.ts'
import { asDecimal } from '#contract/decimal.ts'
import { serverDayAt } from '#contract/time.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { add } from '#rules/decimal.ts'
import { closedPositionNetResult } from '#rules/position.ts'
import { chargeDueHoldingCosts, recordHoldingChargeMarks } from '#server/trading/charge.ts'
import { startContractEngine } from '#server/trading/engine.ts'
import { order, startMs, tradingFixture } from './tradingFixture.ts'

// Funding and overnight (docs/rules/{contracts,prices}.md). 2026-11-21 is a Saturday, so the first night of USDJPY here ends on it.
const d = asDecimal
const startSec = startMs / 1000
const eightHours = 28_800
const vectorSeed = `${'0'.repeat(63)}1`
let world: Awaited<ReturnType<typeof tradingFixture>>
beforeEach(async () => {
  world = await tradingFixture()
  for (const day of [0, 1, 2, 3, 4, 5]) {
    await world.db.query('insert into sim_day (day, commit, seed) values ($1, $2, $3)', [
      serverDayAt(startMs + day * 86_400_000),
      'x',
      vectorSeed,
    ])
  }
  world.hand.set({ BTCUSDT: '60000', ETHUSDT: '3000', USDJPY: '155.000', EURJPY: '180.000' })
})
afterEach(async () => {
  const violations = await findAllLedgerViolations(world.db)
  await world.db.close()
  if (violations.length > 0) throw new Error(JSON.stringify(violations))
})

/** A record at this second, with everything that becomes due by it, as the engine does it. */
async function at(sec: number, prices: Record<string, string>) {
  world.clock.set(sec * 1000)
  const stop = startContractEngine(world.app)
  await world.hand.record(prices)
  await stop()
}
const read = (visitor: SignedInUser) => ({
  visitor,
  sql: world.db,
  now: world.clock.now(),
  lang: 'en-us' as const,
  ip: '::1',
  userAgent: '',
  requestId: undefined,
  afterCommit: () => {},
})
const only = async (who: SignedInUser) => (await world.trading.positions({ pageNo: 1, pageSize: 10, accountType: 2 }, read(who))).records[0]
const lines = async (who: SignedInUser) => (await world.lines(who)).filter((line) => line.includes(' 9 '))

describe('funding', () => {
  it('is shown before, for a day, at the coming published rate', async () => {
    const ann = await world.person()
    // n 62334 of the vector: −0.0000071 on 6,000.60, three times a day.
    expect((await world.preview(ann, order())).lines.at(-1)).toEqual({ key: 'funding', value: '-0.12781278', unit: 'USDT' })
    const [rate] = await world.trading.holdingRates({ symbol: 'BTCUSDT' }, { ...read(ann), visitor: undefined })
    expect(rate).toEqual({
      symbol: 'BTCUSDT',
      kind: 'funding',
      long: '-0.0000071',
      short: '0.0000071',
      nights: 1,
      dueAt: startMs + eightHours * 1000,
    })
  })

  it('is charged once at each moment, to the long when positive, and stands in position, records and result', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const { id } = await world.open(ann, order())
    await world.open(bob, order({ direction: 2 }))
    await at(startSec + eightHours - 1, { BTCUSDT: '60000' })
    expect(await lines(ann)).toEqual([])
    // n 62334: −0.0000071, so the long receives; n 62335: 0.0001125, so it pays.
    await at(startSec + eightHours, { BTCUSDT: '60000' })
    await at(startSec + eightHours + 1, { BTCUSDT: '61000' })
    expect(await lines(ann)).toEqual(['AVAIL 9 0.04260000 → 99396.98230000'])
    expect(await lines(bob)).toEqual(['AVAIL 9 -0.04260000 → 99397.01770000'])
    await at(startSec + 2 * eightHours, { BTCUSDT: '60000' })
    expect(await lines(ann)).toEqual(['AVAIL 9 0.04260000 → 99396.98230000', 'AVAIL 9 -0.67500000 → 99396.30730000'])
    expect(await only(ann)).toMatchObject({ funding: '-0.63240000', liqPrice: '57005.70' })
    const [, first] = await world.db.query<{ amount: string }>(
      'select amount from holding_charge where position_id = $1 order by due_sec',
      [id],
    )
    expect(first).toEqual({ amount: '0.67500000' })
    await expect(world.db.query('update holding_charge set amount = 0')).rejects.toThrow(/never changed/)
    const assets = await world.wallet.assets({ accountType: 2, target: 'USDT' }, read(ann))
    expect(assets.todayPnl).toBe('-4.23270000')

    const closed = await world.close(ann, id)
    expect((await world.balance(ann)).available).toBe(add('100000', closedPositionNetResult(closed) ?? 'x').padEnd(14, '0'))
    expect(await world.trading.positionsSummary({ accountType: 2 }, read(ann))).toMatchObject({
      totalRealised: closedPositionNetResult(closed),
    })
  })

  it('is charged once however many servers and records come, and at the mark that was fixed first', async () => {
    const ann = await world.person()
    await world.open(ann, order())
    const due = startSec + 2 * eightHours
    world.clock.set(due * 1000)
    world.hand.set({ BTCUSDT: '60000' })
    await world.hand.publish()
    await recordHoldingChargeMarks(world.app, { sec: due, prices: new Map([['BTCUSDT', d('60000')]]) })
    await recordHoldingChargeMarks(world.app, { sec: due + 1, prices: new Map([['BTCUSDT', d('70000')]]) })
    await Promise.all([chargeDueHoldingCosts(world.app, due), chargeDueHoldingCosts(world.app, due), chargeDueHoldingCosts(world.app, due)])
    // The moment in between passed without a server: nobody pays for it.
    expect(await lines(ann)).toEqual(['AVAIL 9 -0.67500000 → 99396.26470000'])
  })

  it('of a moment without prices is not charged, then or later', async () => {
    const ann = await world.person()
    await world.open(ann, order())
    const due = startSec + 2 * eightHours
    await at(due - 1, { BTCUSDT: '60000' })
    // Nothing was recorded in the moment itself and the three seconds after it.
    await at(due + 4, { BTCUSDT: '60000' })
    await at(due + 200, { BTCUSDT: '60000' })
    await at(due + 3600, { BTCUSDT: '60000' })
    expect(await lines(ann)).toEqual([])
    await at(due + eightHours, { BTCUSDT: '60000' })
    expect(await lines(ann)).toHaveLength(1)
  })

  it('goes by the price of the second in which its rate stands, or by none', async () => {
    const ann = await world.person()
    const { id } = await world.open(ann, order())
    const [due, next] = [startSec + 2 * eightHours, startSec + 3 * eightHours]
    // The rate is published with a second that has no price of this market.
    await at(due, { ETHUSDT: '3000' })
    await at(due + 1, { BTCUSDT: '60000' })
    await at(due + 5, { BTCUSDT: '60000' })
    expect(await lines(ann)).toEqual([])
    // The first second of the moment is missing: price and rate stand in the one after it.
    await at(next + 1, { BTCUSDT: '60000' })
    expect(await lines(ann)).toHaveLength(1)
    expect(
      await world.db.query("select mark_sec - due_sec as mark, input_sec - due_sec as rate from holding_mark where symbol = 'BTCUSDT'"),
    ).toEqual([{ mark: '1', rate: '1' }])
    expect(await world.db.query('select due_sec from holding_charge where position_id = $1', [id])).toEqual([{ due_sec: String(next) }])
  })

  it('goes by the record of its second, also when that is received late', async () => {
    const ann = await world.person()
    await world.open(ann, order())
    const due = startSec + 2 * eightHours
    world.clock.set(due * 1000)
    await world.hand.publish()
    // A server that was killed owes this second; the newest price is another one by now.
    world.clock.set((due + 2) * 1000)
    world.hand.set({ BTCUSDT: '90000' })
    await recordHoldingChargeMarks(world.app, { sec: due, prices: new Map([['BTCUSDT', d('60000')]]) })
    await chargeDueHoldingCosts(world.app, due + 2)
    expect(await lines(ann)).toEqual(['AVAIL 9 -0.67500000 → 99396.26470000'])
  })

  it('comes out of the margin when the balance is short, moves the close-out, warns, and never takes more than there is', async () => {
    const ann = await world.person()
    const { id } = await world.open(ann, order())
    await world.ask(ann, (context) => world.trading.addMargin({ id, money: d('99396.83970000') }, context))
    expect(await world.balance(ann)).toEqual({ available: '0.10000000', margin: '99996.89970000' })
    world.told.length = 0
    const before = await only(ann)
    await at(startSec + 2 * eightHours, { BTCUSDT: '60000' })
    expect(await lines(ann)).toEqual(['AVAIL 9 -0.10000000 → 0.00000000', 'MARGIN 9 -0.57500000 → 99996.32470000'])
    const after = await only(ann)
    expect(after).toMatchObject({ addedMargin: '99396.26470000', funding: '-0.67500000' })
    expect(before?.liqPrice).toBe('0.00')
    expect(world.told.map(({ event }) => event.t)).toContain('warning')
    const closed = await world.close(ann, id)
    expect(closed.returned).toBe((await world.balance(ann)).available)
  })

  it('a position taken apart keeps every charge', async () => {
    const ann = await world.person()
    const { id } = await world.open(ann, order())
    await at(startSec + 2 * eightHours, { BTCUSDT: '60000' })
    const part = await world.ask(ann, (context) => world.trading.closePart({ id, quantity: d('0.03') }, context))
    expect(part.funding).toBe('-0.20250000')
    expect((await world.close(ann, id)).funding).toBe('-0.47250000')
    const { totalRealised } = await world.trading.positionsSummary({ accountType: 2 }, read(ann))
    expect((await world.balance(ann)).available).toBe((100_000 + Number(totalRealised)).toFixed(8))
  })
})

describe('overnight', () => {
  it('is charged at 05:00, three nights on Wednesday, none before Monday', async () => {
    const ann = await world.person()
    await world.open(ann, order({ symbol: 'USDJPY', quantity: d('10000'), direction: 2, lever: 30 }))
    expect(
      (await world.preview(ann, order({ symbol: 'USDJPY', quantity: d('10000'), direction: 2, lever: 30 }))).lines.at(-1),
    ).toMatchObject({ key: 'overnight', value: '1.23281307' })
    const night = (day: number) => startSec + day * 86_400 + 5 * 3600
    for (const day of [0, 1, 2, 3, 4]) await at(night(day), { USDJPY: '155.000' })
    // 10,000 USD × 4.5 % a year: Saturday, then Tuesday, then Wednesday's three.
    expect((await lines(ann)).map((line) => line.split(' ')[2])).toEqual(['-1.23287671', '-1.23287671', '-3.69863013'])
  })
})
