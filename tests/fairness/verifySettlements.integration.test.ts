import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SettlementReceipt } from '#contract/calls/settlement.ts'
import type { Position } from '#contract/calls/trading.ts'
import { asDecimal as d } from '#contract/decimal.ts'
import { recheckReceipt } from '#rules/recheck/recheckReceipt.ts'
import { positionSettlementExplainer } from '#server/trading/explain.ts'
import { receiptWithPositionValues } from '#rules/recheck/recheckPosition.ts'
import type { SignedInUser } from '#server/core/visitor.ts'
import { createSettlementReader } from '#server/fairness/settlement.ts'
import { spotSettlementExplainer } from '#server/spot/explain.ts'
import { startSpotJobs } from '#server/spot/engine.ts'
import { checkSettlementReceipt, type PriceRecordReader } from '#widgets/priceRecord/checkReceipt.ts'
import { settlementFixture } from '../ledger/settlementFixture.ts'
import { termsChangingAt } from './changingTerms.ts'
import { differenceOf, oneOff, onWire, untold, verifyingPhone } from './verifyingPhone.ts'

// "Verify" on the phone (docs/rules/{prices,fair-dealing}.md): orders of people of three levels, made and settled before and after a change
// of fees, spreads and odds. Each is proved and computed from its own terms, online and from what the phone keeps.

/** 2026-11-20 12:00 UTC+8, a Friday, when every market is open. */
const noonMs = Date.parse('2026-11-20T04:00:00Z')
const changeMs = noonMs + 60_000
const older = {
  'contract BTCUSDT feeRate': '0.0004',
  'contract BTCUSDT spreadBps': '8',
  'contract USDJPY feeRate': '0.0001',
  'contract USDJPY spreadBps': '3',
  'spot  feeRate': '0.0008',
  'swap BTC halfSpread': '0.0015',
  'option  feeOfValue': '0.0001',
  'second BTCUSDT 60 odds': '0.7',
}
const levels = [0, 3, 6]

let world: Awaited<ReturnType<typeof settlementFixture>>
let stopSpot: () => Promise<void>
/** What was settled: whose it is, of which kind. */
const settled: { who: SignedInUser; refType: string; id: string; name: string }[] = []
const receipts = new Map<string, SettlementReceipt>()
/** Everything one person does before the change, and what ends it before or after. */
async function trade(who: SignedInUser) {
  const keep = (name: string, refType: string, { id }: { id: string }) =>
    settled.push({ who, refType, id, name: `${name}, level ${who.level}` })
  const yen = await world.contract(who, { symbol: 'USDJPY', lever: 20, quantity: d('10000') })
  const before = await world.contract(who)
  const short = await world.contract(who, { direction: 2 })
  const limit = await world.contract(who, { orderType: 2, price: d('59500') })
  const spotLimit = await world.spot(who, { orderType: 2, price: d('59500'), money: d('1000') })
  keep('spot by money', 'spot', await world.spot(who, { money: d('1000') }))
  keep('instant', 'spot', await world.spot(who, { posType: 4, quantity: d('0.01') }))
  keep('swap', 'swap', await world.swap(who, { fromCurrency: 'USDT', toCurrency: 'BTC', fromAmount: d('1000') }))
  keep('fast trade', 'swap', await world.spot(who, { posType: 5, money: d('500') }))
  const second = await world.second(who)
  const call = await world.option(who, { optionId: 'BTCUSDT-20261127-60000-C' })
  keep('contract closed before', 'position', before)
  await world.close(who, before.id)
  keep('fund', 'demoFund', { id: who.userId })
  return async () => {
    const part = await world.ask(who, (context) => world.rooms.trading.closePart({ id: yen.id, quantity: d('3000') }, context))
    keep('part of yen', 'position', part)
    for (const [name, { id }] of Object.entries({ yen, short, 'limit order': limit })) {
      keep(name, 'position', { id })
      await world.close(who, id)
    }
    keep('option sold', 'option', call)
    await world.close(who, call.id)
    keep('spot limit', 'spot', spotLimit)
    keep('second', 'second', second)
    const fresh = await world.contract(who)
    keep('contract of now', 'position', fresh)
    await world.close(who, fresh.id)
    keep('sale of now', 'spot', await world.spot(who, { direction: 2, quantity: d('0.01') }))
    keep('swap of now', 'swap', await world.swap(who, { fromCurrency: 'BTC', toCurrency: 'USDT', fromAmount: d('0.01') }))
    keep('second of now', 'second', await world.second(who))
  }
}

const keyOf = ({ refType, id }: { refType: string; id: string }) => `${refType} ${id}`
const receiptOf = (one: { refType: string; id: string }): SettlementReceipt => structuredClone(receipts.get(keyOf(one))!)

beforeAll(async () => {
  world = await settlementFixture(noonMs, { terms: termsChangingAt(changeMs, older) })
  stopSpot = startSpotJobs(world.app)
  ;({ phone, found } = verifyingPhone(world.rooms.fairness, (call) => world.ask(settled[0]!.who, call)))
  const people = await Promise.all(levels.map(async (level) => ({ ...(await world.person()), level })))
  const ends = []
  for (const who of people) ends.push(await trade(who))
  await world.pass(Math.ceil((changeMs - world.clock.now()) / 1000) + 5)
  world.feed.put({ BTCUSDT: '59400.123', USDJPY: '154.321' })
  await world.pass(2)
  for (const end of ends) await end()
  world.feed.put({ BTCUSDT: '59401.5', USDJPY: '154.4' })
  await world.pass(70)
  await world.work()
  await world.pass(80)
  await world.signer.step()
  for (const one of settled) receipts.set(keyOf(one), onWire(await world.info(one.who, one.refType, one.id)))
})
afterAll(async () => {
  await stopSpot?.()
  await world?.end()
})

let phone: ReturnType<typeof verifyingPhone>['phone']
let found: readonly unknown[]

/** Which of the settlements do not come out the same, by name, with what differs. */
async function differing(reader: PriceRecordReader, receiptFor: (one: (typeof settled)[number]) => SettlementReceipt = receiptOf) {
  const names: unknown[] = []
  for (const one of settled) {
    const difference = await differenceOf(receiptFor(one), reader)
    if (difference !== undefined) names.push([one.name, difference])
  }
  return names
}

describe('orders of three levels, before and after a change of terms', () => {
  it('have each the terms of their own', () => {
    const inputsOf = (name: string, input: string) =>
      settled
        .filter((one) => one.name.startsWith(`${name}, `))
        .map((one) => Number(receiptOf(one).inputs.find((found) => found.name === input)?.value))
    expect(settled.length).toBeGreaterThanOrEqual(40)
    expect(settled.filter((one) => receiptOf(one).state !== 'done')).toEqual([])
    // 0, 15 and 30 % off what held when the order was made.
    expect(inputsOf('contract closed before', 'feeRate')).toEqual([0.0004, 0.00034, 0.00028])
    expect(inputsOf('short', 'feeRate')).toEqual([0.0004, 0.00034, 0.00028])
    expect(inputsOf('contract of now', 'feeRate')).toEqual([0.0005, 0.000425, 0.00035])
    expect(inputsOf('short', 'spreadBps')).toEqual([8, 8, 8])
    expect(inputsOf('contract of now', 'spreadBps')).toEqual([2, 2, 2])
    expect(inputsOf('limit order', 'spreadBps')).toEqual([8, 8, 8])
    expect(inputsOf('spot limit', 'feeRate')).toEqual([0.0008, 0.00068, 0.00056])
    expect(inputsOf('sale of now', 'feeRate')).toEqual([0.001, 0.00085, 0.0007])
    expect(inputsOf('swap', 'toHalfSpread')).toEqual([0.0015, 0.0015, 0.0015])
    expect(inputsOf('swap of now', 'fromHalfSpread')).toEqual([0.001, 0.001, 0.001])
    expect(inputsOf('second', 'odds')).toEqual([0.7, 0.7, 0.7])
    expect(inputsOf('second of now', 'odds')).toEqual([0.8, 0.8, 0.8])
    expect(inputsOf('option sold', 'feeOfValue')).toEqual([0.0001, 0.0001, 0.0001])
  })

  it('are all the same to the last digit: online, then from what the phone keeps', async () => {
    expect(await differing(phone(true))).toEqual([])
    expect(await differing(phone(false))).toEqual([])
    expect(found).toEqual([])
  })

  it('are proved also once their markets are quoted in other steps', async () => {
    const spec = (symbol: string, atMs?: number) => {
      const listed = world.app.market.spec(symbol, atMs)
      return listed && { ...listed, tick: d('5') }
    }
    const ticks = new Set<string | undefined>()
    for (const explainer of [positionSettlementExplainer({ spec }), spotSettlementExplainer({ spec })]) {
      const read = createSettlementReader(world.app, [explainer])
      for (const { who, refType, id, name } of settled.filter((one) => one.refType === explainer.refType)) {
        const told = await read(world.db, refType, id, who.userId)
        ticks.add(told?.inputs.find((input) => input.name === 'tick')?.value)
        expect(
          recheckReceipt(told!)?.filter(({ isSame }) => !isSame),
          name,
        ).toEqual([])
      }
    }
    expect([...ticks].toSorted()).toEqual(['0.001', '0.01'])
  })

  it('are caught by each figure that is one unit off in its last digit', async () => {
    const reader = phone(false)
    for (const one of settled) expect([one.name, await untold(receiptOf(one), reader)]).toEqual([one.name, []])
  })
})

describe('the closed positions as their list shows them', () => {
  let positions: Map<string, Position>
  beforeAll(async () => {
    const lists = await Promise.all(
      [...new Set(settled.map(({ who }) => who))].map((who) =>
        world.ask(who, (context) =>
          world.rooms.trading.positions({ pageNo: 1, pageSize: 100, accountType: 2, posType: 2, status: [3] } as never, context),
        ),
      ),
    )
    positions = new Map(lists.flatMap(({ records }) => records as Position[]).map((position) => [position.id, position]))
  })
  const closed = () => settled.filter(({ refType }) => refType === 'position')

  it('are the same to the last digit, online and from what the phone keeps', async () => {
    expect(closed()).toHaveLength(3 * 6)
    const shown = (one: (typeof settled)[number]) =>
      one.refType === 'position' ? receiptWithPositionValues(receiptOf(one), positions.get(one.id)!) : receiptOf(one)
    expect(await differing(phone(true), shown)).toEqual([])
    expect(await differing(phone(false), shown)).toEqual([])
  })

  it.each([
    'openPrice',
    'closePrice',
    'profit',
    'closeFee',
    'returned',
    'quantity',
    'feeRate',
    'margin',
    'openFee',
    'addedMargin',
    'funding',
  ] as const)('notice a %s that is one unit off', async (name) => {
    const reader = phone(false)
    for (const one of closed()) {
      const position = positions.get(one.id)!
      for (const by of [1n, -1n] as const) {
        const forged = receiptWithPositionValues(receiptOf(one), { ...position, [name]: d(oneOff(String(position[name]), by)) })
        expect((await checkSettlementReceipt(forged, reader)).wrong, `${one.name} ${by}`).toBeDefined()
      }
    }
  })
})
