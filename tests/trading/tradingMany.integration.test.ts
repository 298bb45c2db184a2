import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Position } from '#contract/calls/trading.ts'
import { asDecimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import type { SignedInUser } from '#server/core/visitor.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { startContractEngine } from '#server/trading/engine.ts'
import { createRandom, seed } from '../ledger/random.ts'
import { type Deal, modelClosing, modelInsufficient, modelOpening, modelProfit, modelQuote, unitsOf } from './tradingModel.ts'
import { order, specs, tradingFixture } from './tradingFixture.ts'

let world: Awaited<ReturnType<typeof tradingFixture>>
beforeAll(async () => {
  world = await tradingFixture()
})
afterAll(() => world.db.close())

const callers = 32
const callsEach = Number(process.env.TRADING_CALLS ?? 25)
const markets = ['BTCUSDT', 'ETHUSDT', 'USDJPY', 'EURJPY']
const steps: Record<string, [number, number, number]> = {
  BTCUSDT: [0.0001, 4, 3],
  ETHUSDT: [0.001, 3, 40],
  USDJPY: [100, 0, 200_000],
  EURJPY: [100, 0, 200_000],
}

it(`32 callers at once, random orders, closes and gapping prices: every unit as the model says (MONEY_SEED=${seed})`, async () => {
  const { next: roll } = createRandom(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(roll() * list.length)] as T
  const everybody = await Promise.all(Array.from({ length: 7 }, () => world.person()))
  const mids: Record<string, number> = { BTCUSDT: 60000, ETHUSDT: 3000, USDJPY: 155, EURJPY: 180 }
  const tape = new Map<number, Record<string, string>>()
  const stop = startContractEngine(world.app)

  const nextRecord = (gap: number) => recordTimes(() => 1 + (roll() - 0.5) * gap)
  async function recordTimes(share: () => number) {
    world.clock.advance(1000)
    for (const symbol of markets) mids[symbol] = (mids[symbol] as number) * share()
    const record = Object.fromEntries(markets.map((symbol) => [symbol, (mids[symbol] as number).toFixed(10)]))
    tape.set(Math.floor(world.clock.now() / 1000), record)
    await world.hand.record(record)
  }
  await nextRecord(0)

  const ours = new Map<string, SignedInUser>()
  const seen: Record<string, number> = {}
  const count = (what: string) => {
    seen[what] = (seen[what] ?? 0) + 1
  }
  async function oneCall() {
    const who = pick(everybody)
    const isOpening = roll() < 0.6 || ours.size === 0
    try {
      if (isOpening) {
        const symbol = pick(markets)
        const [step, places, most] = steps[symbol] as [number, number, number]
        const quantity = asDecimal(Math.max(step, Math.floor((roll() ** 3 * most) / step) * step).toFixed(places))
        const isYen = symbol.endsWith('JPY')
        const opened = await world.open(
          who,
          order({ symbol, quantity, direction: pick([1, 2]), lever: 1 + Math.floor(roll() * (isYen ? 30 : 20)), slippageBps: 200 }),
        )
        ours.set(opened.id, who)
        count('opened')
      } else {
        const [id, owner] = pick([...ours])
        await world.close(roll() < 0.9 ? owner : who, id)
        count('closed')
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      count(error.refusal)
    }
  }
  const day = { isOver: false }
  const prices = (async () => {
    while (!day.isOver) {
      await nextRecord(roll() < 0.1 ? 0.5 : 0.02)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })()
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let n = 0; n < callsEach; n++) await oneCall()
    }),
  )
  day.isOver = true
  await prices
  // A slow machine has seen few records by now: what closes margins out is not left to the dice.
  await recordTimes(() => 0.6)
  await recordTimes(() => 1.6)
  await nextRecord(0)
  await stop()
  expect(seen.opened).toBeGreaterThan(callers)

  expect(await findAllLedgerViolations(world.db)).toEqual([])
  const house = { FEE: 0n, CLEARING: 0n, COVER: 0n }
  const wrong: string[] = []
  const verify = (isTrue: boolean, what: string, position: Position) => {
    if (!isTrue) wrong.push(`${what}: ${JSON.stringify(position)}`)
  }
  const reasons = new Map<number | undefined, number>()
  for (const who of everybody) {
    const all: Position[] = []
    for (let pageNo = 1; ; pageNo++) {
      const page = await world.ask(who, (context) => world.trading.positions({ pageNo, pageSize: 100, accountType: 2 }, context))
      all.push(...page.records)
      if (pageNo >= page.pages) break
    }
    let available = unitsOf('100000')
    let margins = 0n
    for (const position of all) {
      const of = specs.find(({ symbol }) => symbol === position.symbol)
      if (!of) throw new Error('unknown market')
      const at = (sec: number) => tape.get(sec) as Record<string, string>
      const rateAt = (sec: number) => (of.quote === 'JPY' ? (at(sec).USDJPY as string) : '1')
      const { direction, lever, quantity, openPrice, openSec } = position
      const deal: Deal = { direction, lever, quantity, feeRate: of.feeRate, openPrice, openRate: rateAt(openSec) }
      const quoted = modelQuote(at(openSec)[of.symbol] as string, of.spreadBps, of.tick)
      expect(unitsOf(openPrice)).toBe(direction === 1 ? quoted.ask : quoted.bid)
      const opening = modelOpening(deal)
      expect([unitsOf(position.margin), unitsOf(position.openFee)]).toEqual([opening.margin, opening.openFee])
      available -= opening.margin + opening.openFee
      house.FEE += opening.openFee
      reasons.set(position.closeReason, (reasons.get(position.closeReason) ?? 0) + 1)
      const sec = position.closeSec ?? Math.max(...tape.keys())
      const mark = at(sec)[of.symbol] as string
      if (position.status === 1) {
        margins += opening.margin
        verify(!modelInsufficient(deal, mark, rateAt(sec)), 'should have been closed out', position)
        verify(unitsOf(position.profit ?? 'x') === modelProfit(deal, mark, rateAt(sec)), 'unrealised profit', position)
        continue
      }
      expect(position.status).toBe(3)
      const out = modelQuote(mark, of.spreadBps, of.tick)
      expect(unitsOf(position.closePrice ?? 'x')).toBe(direction === 1 ? out.bid : out.ask)
      verify(position.closeReason !== 4 || modelInsufficient(deal, mark, rateAt(sec)), 'closed out too early', position)
      const closing = modelClosing(deal, position.closePrice ?? 'x', rateAt(sec))
      expect([position.profit, position.closeFee, position.returned].map((text) => unitsOf(text ?? 'x'))).toEqual([
        closing.profit,
        closing.fee,
        closing.returned,
      ])
      available += closing.returned
      house.FEE += closing.fee
      house.CLEARING -= closing.profit
      house.COVER -= closing.covered
    }
    const balance = await world.balance(who)
    expect([unitsOf(balance.available), unitsOf(balance.margin)]).toEqual([available, margins])
  }
  expect(wrong).toEqual([])
  expect(reasons.get(1)).toBeGreaterThan(0)
  expect(reasons.get(4)).toBeGreaterThan(0)
  for (const [bucket, amount] of Object.entries(house)) expect(unitsOf((await world.houseHas(bucket)) ?? 'x')).toBe(amount)
})
