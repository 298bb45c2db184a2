import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ContractOrderRequest, Position } from '#contract/calls/trading.ts'
import { asDecimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import type { SignedInUser } from '#server/core/visitor.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { startContractEngine } from '#server/trading/engine.ts'
import { createRandom, seed } from '../ledger/random.ts'
import { type Deal, modelOpening, modelProfit, modelQuote, unitsOf } from './tradingModel.ts'
import { order, specs, tradingFixture } from './tradingFixture.ts'

let world: Awaited<ReturnType<typeof tradingFixture>>
beforeAll(async () => {
  world = await tradingFixture()
})
afterAll(() => world.db.close())

const records = Number(process.env.TRADING_RECORDS ?? 150)

type Tape = Map<number, Record<string, string>>
const markets: Record<string, { start: number; quantity: string; places: number }> = {
  BTCUSDT: { start: 60000, quantity: '0.1', places: 2 },
  ETHUSDT: { start: 3000, quantity: '1.5', places: 2 },
  USDJPY: { start: 155, quantity: '10000', places: 3 },
}

interface Fate {
  status: number
  openSec: number
  closeSec: number | undefined
  reason: number | undefined
}

/** What must have become of it: a plain walk over all records, with arithmetic of its own. */
function fateOf(position: Position, placedSec: number, tape: Tape): Fate {
  const of = specs.find(({ symbol }) => symbol === position.symbol)
  if (!of) throw new Error('unknown market')
  const { direction, lever, quantity, openPrice } = position
  const isLong = direction === 1
  let armedSec = placedSec
  let isPending = position.orderType === 2
  for (const [sec, prices] of tape) {
    if (sec <= armedSec) continue
    const mark = prices[of.symbol] as string
    const rate = of.quote === 'JPY' ? (prices.USDJPY as string) : '1'
    const quote = modelQuote(mark, of.spreadBps, of.tick)
    if (isPending) {
      const limit = unitsOf(position.price as string)
      if (!(isLong ? quote.ask <= limit : quote.bid >= limit)) continue
      isPending = false
      armedSec = sec
      continue
    }
    const close = (reason: number): Fate => ({ status: 3, openSec: armedSec, closeSec: sec, reason })
    const at = unitsOf(mark)
    const isFallen = (level: string | undefined) => level !== undefined && at <= unitsOf(level)
    const isRisen = (level: string | undefined) => level !== undefined && at >= unitsOf(level)
    if (isLong ? isFallen(position.stopLoss) : isRisen(position.stopLoss)) return close(3)
    if (isLong ? isRisen(position.stopProfit) : isFallen(position.stopProfit)) return close(2)
    const deal: Deal = { direction, lever, quantity, feeRate: of.feeRate, openPrice, openRate: '1' }
    const margin = unitsOf(position.margin)
    if (2n * (margin + modelProfit(deal, mark, rate)) <= margin) return close(4)
  }
  return { status: isPending ? 0 : 1, openSec: armedSec, closeSec: undefined, reason: undefined }
}

it(`a violent day: every limit, stop and close-out at the first record through its level (MONEY_SEED=${seed})`, async () => {
  const { next: roll } = createRandom(seed)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(roll() * all.length)] as T
  const people = await Promise.all(Array.from({ length: 6 }, () => world.person()))
  const mids = Object.fromEntries(Object.entries(markets).map(([symbol, { start }]) => [symbol, start]))
  const tape: Tape = new Map()
  const placed = new Map<string, { who: SignedInUser; sec: number; reserved: bigint }>()
  const stop = startContractEngine(world.app)

  async function nextRecord(gap: number) {
    world.clock.advance(1000)
    for (const symbol of Object.keys(mids)) mids[symbol] = (mids[symbol] as number) * (1 + (roll() - 0.5) * gap)
    const record = Object.fromEntries(Object.entries(mids).map(([symbol, mid]) => [symbol, mid.toFixed(8)]))
    tape.set(Math.floor(world.clock.now() / 1000), record)
    await world.hand.record(record)
  }
  async function place() {
    const symbol = pick(Object.keys(markets))
    const { quantity, places } = markets[symbol] as (typeof markets)[string]
    const direction = pick([1, 2])
    const up = direction === 1 ? 1 : -1
    const price = (share: number) => asDecimal(((mids[symbol] as number) * (1 + share)).toFixed(places))
    const isLimit = roll() < 0.4
    const from = isLimit ? -up * roll() * 0.03 : 0
    const wanted: ContractOrderRequest = order({
      symbol,
      direction,
      quantity: asDecimal(quantity),
      lever: 1 + Math.floor(roll() * 20),
      ...(isLimit && { orderType: 2, price: price(from) }),
      ...(roll() < 0.6 && { stopProfit: price(from + up * (0.001 + roll() * 0.05)) }),
      ...(roll() < 0.6 && { stopLoss: price(from - up * (0.001 + roll() * 0.04)) }),
    })
    const who = pick(people)
    try {
      const opened = await world.open(who, wanted)
      placed.set(opened.id, { who, sec: opened.openSec, reserved: unitsOf(opened.margin) + unitsOf(opened.openFee) })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  await nextRecord(0)
  for (let n = 0; n < records; n++) {
    for (let count = Math.floor(roll() * 4); count > 0; count--) await place()
    await nextRecord(roll() < 0.05 ? 0.2 : 0.02)
  }
  await stop()

  const wrong: string[] = []
  const seen: Record<string, number> = {}
  for (const who of people) {
    for (let pageNo = 1, pages = 1; pageNo <= pages; pageNo++) {
      const page = await world.ask(who, (context) => world.trading.positions({ pageNo, pageSize: 100, accountType: 2 }, context))
      pages = page.pages
      for (const position of page.records) {
        const of = specs.find(({ symbol }) => symbol === position.symbol)
        const origin = placed.get(position.id)
        if (!origin || !of) throw new Error('a position nobody opened')
        const fate = fateOf(position, origin.sec, tape)
        const real: Fate = { status: position.status, openSec: position.openSec, closeSec: position.closeSec, reason: position.closeReason }
        if (JSON.stringify(real) !== JSON.stringify(fate))
          wrong.push(`is ${JSON.stringify(real)}, should be ${JSON.stringify(fate)}: ${JSON.stringify(position)}`)
        if (position.orderType === 2 && position.status !== 0) {
          const at = tape.get(position.openSec) as Record<string, string>
          const quote = modelQuote(at[position.symbol] as string, of.spreadBps, of.tick)
          expect(unitsOf(position.openPrice)).toBe(position.direction === 1 ? quote.ask : quote.bid)
          const rate = of.quote === 'JPY' ? (at.USDJPY as string) : '1'
          const full = modelOpening({ ...position, feeRate: of.feeRate, openRate: rate })
          const most = origin.reserved - full.openFee
          expect([unitsOf(position.margin), unitsOf(position.openFee)]).toEqual([full.margin < most ? full.margin : most, full.openFee])
        }
        const what = `status ${position.status} reason ${position.closeReason ?? '-'}`
        seen[what] = (seen[what] ?? 0) + 1
      }
    }
  }
  expect(wrong).toEqual([])
  for (const reason of [2, 3, 4]) expect(seen[`status 3 reason ${reason}`]).toBeGreaterThan(0)
  expect(await findAllLedgerViolations(world.db)).toEqual([])
})
