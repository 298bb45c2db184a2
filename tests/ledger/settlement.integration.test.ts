import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import type { SignedInUser } from '#server/core/visitor.ts'
import { contract } from '#contract/contract.ts'
import type { SettlementReceipt } from '#contract/calls/settlement.ts'
import { asDecimal as d } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { add, isZero } from '#rules/decimal.ts'
import { recheckReceipt, unprovedReceiptFigures } from '#rules/recheck/recheckReceipt.ts'
import { runDueSettlementReplay, checkSettlementsByReplayNow } from '#server/fairness/replay.ts'
import { readNewestEndedSettlementReplay } from '#server/fairness/replayStore.ts'
import { publishSimDayCommitments, getOrCreateSimSecret } from '#market/sim/simDays.ts'
import { positionSettlementExplainer } from '#server/trading/explain.ts'
import { refusalOf } from '../trading/tradingFixture.ts'
import { patienceMs } from '../support/patience.ts'
import { settlementFixture } from './settlementFixture.ts'

let world: Awaited<ReturnType<typeof settlementFixture>>
let ann: SignedInUser
let bob: SignedInUser
beforeAll(async () => {
  world = await settlementFixture()
  ann = await world.person()
  bob = await world.person()
})
afterAll(() => world.end())

/** As it travels: encoded by the row's schema, read back. */
const onWire = (told: SettlementReceipt): SettlementReceipt =>
  z.decode(contract.settlement.info.reply, z.encode(contract.settlement.info.reply, told))

/** The whole receipt follows from its own inputs, and each posting sums to zero in each currency. */
function expectProved(told: SettlementReceipt): SettlementReceipt {
  const receipt = onWire(told)
  const steps = recheckReceipt(receipt)
  expect(steps?.filter(({ isSame }) => !isSame)).toEqual([])
  expect(unprovedReceiptFigures(receipt, steps ?? [])).toEqual([])
  for (const { legs } of receipt.postings) {
    for (const sum of Map.groupBy(legs, ({ currency }) => currency).values())
      expect(isZero(sum.reduce((total, { amount }) => add(total, amount), '0' as string))).toBe(true)
  }
  return receipt
}

const valueOf = (told: SettlementReceipt, name: string) => told.figures.find((figure) => figure.name === name)?.value
const inputOf = (told: SettlementReceipt, name: string) => told.inputs.find((input) => input.name === name)?.value

describe('settlement info (docs/rules/ledger.md)', () => {
  it('finds a position and its parts by indexes alone', async () => {
    const { id } = await world.contract(ann)
    const plans = await world.app.db.transaction(async (sql) => {
      await sql.query('set local enable_seqscan = off')
      const found: string[] = []
      const watched: Sql = {
        query: async (text, values) => {
          const plan = await sql.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values)
          found.push(...plan.map((line) => line['QUERY PLAN']))
          return sql.query(text, values)
        },
      }
      await positionSettlementExplainer(world.app.market).explain(watched, id, ann.userId)
      return found
    })
    expect(plans.filter((line) => line.includes('Scan'))).not.toEqual([])
    expect(plans.filter((line) => line.includes('Seq Scan'))).toEqual([])
    await world.close(ann, id)
  })

  it('C1: a contract from opening to close, with its two records and three postings', async () => {
    const { id } = await world.contract(ann)
    const running = expectProved(await world.info(ann, 'position', id))
    expect(running).toMatchObject({ what: 'position', formula: 'contract', state: 'running', result: null })
    world.feed.put({ BTCUSDT: '61000' })
    await world.pass(1)
    await world.close(ann, id)
    await world.pass(80)
    await world.signer.step()
    const closed = expectProved(await world.info(ann, 'position', id))
    expect(closed).toMatchObject({ state: 'done', accountType: 2, result: { name: 'net', value: '92.74000500', unit: 'USDT' } })
    expect(Object.fromEntries(closed.figures.map(({ name, value }) => [name, value]))).toMatchObject({
      openPrice: '60006.00',
      closePrice: '60993.90',
      profit: '98.79000000',
      closeFee: '3.04969500',
      returned: '695.80030500',
    })
    expect(closed.priceRecords.map(({ use, symbol, price }) => `${use} ${symbol} ${price}`)).toEqual([
      'open BTCUSDT 60000.0000000000',
      'close BTCUSDT 61000.0000000000',
    ])
    expect(closed.priceRecords.every(({ leafIndex, treeDay }) => leafIndex !== null && treeDay === '2026-11-20')).toBe(true)
    expect(closed.postings.map(({ legs }) => legs.filter(({ mine }) => mine).length)).toEqual([3, 4])
    const legs = closed.postings.flatMap((posting) => posting.legs)
    expect(legs.filter(({ mine }) => mine).every(({ type, before, after }) => type !== null && before !== null && after !== null)).toBe(
      true,
    )
    expect(legs.filter(({ mine }) => !mine).map(({ account, type, after }) => [account, type, after])).toEqual([
      ['FEE', null, null],
      ['FEE', null, null],
      ['CLEARING', null, null],
    ])
  })

  it('yen, a part closed, margin added, a short and a limit order', async () => {
    const yen = await world.contract(ann, { symbol: 'USDJPY', direction: 2, lever: 20, quantity: d('10000') })
    const limit = await world.contract(ann, { orderType: 2, price: d('60500'), direction: 1 })
    expect(await world.info(ann, 'position', limit.id)).toMatchObject({ state: 'pending', figures: [], priceRecords: [] })
    await world.ask(ann, (context) => world.rooms.trading.addMargin({ id: yen.id, money: d('50') }, context))
    world.feed.put({ USDJPY: '153.5', BTCUSDT: '60400' })
    await world.pass(1)
    const part = await world.ask(ann, (context) => world.rooms.trading.closePart({ id: yen.id, quantity: d('3000') }, context))
    world.feed.put({ USDJPY: '156' })
    await world.pass(1)
    await world.close(ann, yen.id)
    await world.close(ann, limit.id)
    const whole = expectProved(await world.info(ann, 'position', yen.id))
    expect(inputOf(whole, 'orderQuantity')).toBe('10000')
    expect(inputOf(whole, 'quantity')).toBe('7000')
    expect(inputOf(whole, 'conversion')).toBe('divide')
    const closed = expectProved(await world.info(ann, 'position', part.id))
    expect(inputOf(closed, 'partOf')).toBe(yen.id)
    const filled = expectProved(await world.info(ann, 'position', limit.id))
    expect(inputOf(filled, 'reserved')).toMatch(/^6\d\d\./)
    expect(filled.state).toBe('done')
  })

  it('a gap through the margin: the cover pays, and the receipt says so', async () => {
    world.feed.put({ BTCUSDT: '60000' })
    await world.pass(1)
    const { id } = await world.contract(bob)
    world.feed.put({ BTCUSDT: '50000' })
    await world.pass(1)
    const closed = expectProved(await world.info(bob, 'position', id))
    expect([valueOf(closed, 'covered'), valueOf(closed, 'net')]).toEqual(['401.04000000', '-603.06030000'])
    expect(inputOf(closed, 'closeReason')).toBe('4')
  })

  it('second contracts: won, lost, tied and void, each from its records', async () => {
    world.feed.put({ BTCUSDT: '60000.1234567890' })
    await world.pass(1)
    const up = await world.second(ann)
    const down = await world.second(ann, { type: 2 })
    expect(expectProved(await world.info(ann, 'second', up.id))).toMatchObject({ state: 'running', result: null, priceRecords: [] })
    await world.pass(30)
    await world.work()
    expect(expectProved(await world.info(ann, 'second', up.id)).priceRecords).toHaveLength(1)
    await world.pass(30)
    const even = await world.second(ann)
    world.feed.put({ BTCUSDT: '60000.1234567891' })
    await world.pass(1)
    await world.work()
    expect(expectProved(await world.info(ann, 'second', up.id))).toMatchObject({ result: { name: 'net', value: '80.00000000' } })
    expect(expectProved(await world.info(ann, 'second', down.id)).result?.value).toBe('-100.00000000')
    const gone = await world.second(bob)
    await world.pass(60)
    await world.work()
    expect(valueOf(expectProved(await world.info(ann, 'second', even.id)), 'outcome')).toBe('3')
    // Three seconds without a record at closeSec.
    world.feed.silence('BTCUSDT')
    await world.pass(3)
    world.feed.put({ BTCUSDT: '60000' })
    await world.pass(40)
    await world.work()
    const told = expectProved(await world.info(bob, 'second', gone.id))
    expect([valueOf(told, 'outcome'), valueOf(told, 'payout')]).toEqual(['4', '100.00000000'])
    expect(told.priceRecords.filter(({ use }) => use === 'close').map(({ price }) => price)).toEqual([null, null, null])
  })

  it('spot and swap, bought, sold, by money, by quantity and by what is wanted', async () => {
    world.feed.put({ BTCUSDT: '60000', ETHUSDT: '3000' })
    await world.pass(1)
    const bought = await world.spot(ann, { money: d('1000') })
    const counted = await world.spot(ann, { quantity: d('0.01664') })
    const sold = await world.spot(ann, { direction: 2, quantity: d('0.01') })
    expect(expectProved(await world.info(ann, 'spot', bought.id)).result).toEqual({ name: 'get', value: '0.01664833', unit: 'BTC' })
    expectProved(await world.info(ann, 'spot', counted.id))
    expectProved(await world.info(ann, 'spot', sold.id))
    const swaps = [
      { fromCurrency: 'USDT', toCurrency: 'ETH', fromAmount: d('1000') },
      { fromCurrency: 'BTC', toCurrency: 'ETH', fromAmount: d('0.01') },
      { fromCurrency: 'ETH', toCurrency: 'USDT', toAmount: d('333.33') },
    ]
    for (const wish of swaps) expectProved(await world.info(ann, 'swap', (await world.swap(ann, wish)).id))
  })

  it('options: running, sold back, settled by the mean of 1,800 records, and void with too few of them', async () => {
    const soon = await settlementFixture(Date.parse('2026-11-20T07:25:00Z'))
    const who = await soon.person()
    const sold = await soon.option(who, { optionId: 'BTCUSDT-20261121-62000-C' })
    expect(expectProved(await soon.info(who, 'option', sold.id))).toMatchObject({ state: 'running', result: null })
    soon.feed.put({ BTCUSDT: '60100', ETHUSDT: '3000' })
    await soon.leap(60)
    await soon.close(who, sold.id)
    expectProved(await soon.info(who, 'option', sold.id))
    const put = await soon.option(who, { optionId: 'BTCUSDT-20261121-61000-P' })
    const call = await soon.option(who, { symbol: 'ETHUSDT', optionId: 'ETHUSDT-20261121-3000-C', quantity: d('1') })
    // A day later, up to the averaging; ETH is silent through the half hour.
    soon.clock.set(Date.parse('2026-11-21T07:29:00Z'))
    soon.feed.put({ BTCUSDT: '60200.5' })
    await soon.leap(300)
    soon.feed.silence('ETHUSDT')
    soon.feed.put({ BTCUSDT: '60400.7' })
    await soon.leap(1620)
    await soon.workOptions()
    const paid = expectProved(await soon.info(who, 'option', put.id))
    expect(paid.priceRecords.at(-1)).toMatchObject({ use: 'settle', mean: 1800, leafIndex: null })
    expect(valueOf(paid, 'settlePrice')).toMatch(/^603\d\d\./)
    const gone = expectProved(await soon.info(who, 'option', call.id))
    expect(gone.priceRecords.at(-1)?.price).toBeNull()
    expect(gone.result).toEqual({ name: 'net', value: '0.00000000', unit: 'USDT' })
    await soon.leap(150)
    expect(await checkSettlementsByReplayNow(soon.app, soon.explainers)).toEqual({ checked: 3, unproved: 0, mismatches: 0 })
    await soon.end()
  })

  it('a charge is of what was held when it was booked, though a part left in the same millisecond', async () => {
    const held = await settlementFixture(Date.parse('2026-11-20T07:59:00Z'))
    const { db, clock, rooms, ask, pass } = held
    await publishSimDayCommitments(db, await getOrCreateSimSecret(db), clock.now())
    const who = await held.person()
    const { id } = await held.contract(who, { quantity: d('0.3') })
    await pass(58)
    clock.advance(1000)
    await ask(who, (context) => rooms.trading.closePart({ id, quantity: d('0.1') }, context))
    // The record of that very moment is heard now, and with it the charge is due.
    clock.advance(-1000)
    await pass(1)
    await vi.waitFor(async () => expect(await db.query('select from holding_charge')).toHaveLength(1), patienceMs)
    await held.close(who, id)
    const told = expectProved(await held.info(who, 'position', id))
    const charge = told.figures.find(({ name }) => name.startsWith('charge@'))!
    expect(inputOf(told, charge.name.replace('charge', 'quantity'))).toBe('0.2')
    await held.end()
  })

  it('what moved without a price is the sum of its legs', async () => {
    const told = expectProved(await world.info(ann, 'demoFund', ann.userId))
    expect(told).toMatchObject({ what: 'demoFund', formula: 'moved', result: { name: 'moved', value: '100000.00000000', unit: 'USDT' } })
  })

  it('is for its owner alone, and unknown things are unknown', async () => {
    const { id } = await world.contract(ann)
    const swap = await world.swap(ann, { fromCurrency: 'USDT', toCurrency: 'ETH', fromAmount: d('100') })
    for (const [type, ref] of [
      ['position', id],
      ['swap', swap.id],
      ['demoFund', ann.userId],
      ['second', '1'],
      ['nothing', '1'],
      ['position', 'x'],
      ['position', '99999999999999999999999'],
    ] as const)
      expect((await refusalOf(world.info(bob, type, ref))).name, `${type} ${ref}`).toBe('notFound')
  })
})

describe('all of it again from the published record', () => {
  it('finds nothing wrong, once a night for all servers, and says how much it looked at', async () => {
    await world.pass(130)
    const counts = await checkSettlementsByReplayNow(world.app, world.explainers)
    expect(counts).toMatchObject({ unproved: 0, mismatches: 0 })
    expect(counts.checked).toBeGreaterThanOrEqual(15)
    const nights = await Promise.all([
      runDueSettlementReplay(world.app, world.explainers),
      runDueSettlementReplay(world.app, world.explainers),
    ])
    expect(nights.filter(Boolean)).toEqual([counts])
    expect(await readNewestEndedSettlementReplay(world.db)).toMatchObject({ ...counts, endedMs: world.clock.now() })
    expect(await world.db.query('select * from replay_mismatch')).toEqual([])
  })

  it('finds an altered order and an altered record, and names what differs', async () => {
    await world.db.query('alter table second_order disable trigger user')
    await world.db.query('alter table spot_order disable trigger user')
    const [won] = await world.db.query<{ id: string }>('select id from second_order where result = 1')
    const [spot] = await world.db.query<{ id: string }>('select id from spot_order order by id limit 1')
    // A result that the table's own checks let pass: two other prices.
    await world.db.query('update second_order set open_price = 70000, result = 2, payout = 0 where id = $1', [won!.id])
    await world.db.query('update spot_order set fee = fee + 1 where id = $1', [spot!.id])
    expect(await checkSettlementsByReplayNow(world.app, world.explainers)).toMatchObject({ mismatches: 2 })
    const found = await world.db.query<{ ref_type: string; name: string }>(
      'select ref_type, name from replay_mismatch order by ref_type, name',
    )
    expect(found.map(({ ref_type, name }) => `${ref_type} ${name}`)).toEqual(
      expect.arrayContaining(['second outcome', 'second payout', 'second openPrice', 'spot fee']),
    )
    expect(await readNewestEndedSettlementReplay(world.db)).toMatchObject({ mismatches: 2 })
  })

  it('a server that dies in its night leaves it to the next', async () => {
    world.clock.set(world.clock.now() + 86_400_000)
    const stopped = await runDueSettlementReplay(world.app, world.explainers, () => true)
    expect(stopped?.checked).toBe(0)
    expect(await runDueSettlementReplay(world.app, world.explainers)).toBeUndefined()
    world.clock.advance(61 * 60_000)
    expect((await runDueSettlementReplay(world.app, world.explainers))?.checked).toBeGreaterThan(10)
  })

  it('leaves the ledger sound', async () => {
    expect(await findAllLedgerViolations(world.db)).toEqual([])
  })
})
