import { afterEach, expect, it } from 'vitest'
import type { SignedInUser } from '#server/core/visitor.ts'
import type { AnyPosTypeOrderRequest, ContractOrderRequest, Position } from '#contract/calls/trading.ts'
import { asDecimal } from '#contract/decimal.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { createManualFeed } from '#market/feeds/manualFeed.ts'
import { type Prices, violentCrypto, violentGold } from '../support/violentDays.ts'
import { exposureDrift } from './exposureDrift.ts'
import { expectedOutcome, type Placed, type SpotPlaced, spotFateOf } from './fates.ts'
import { type Random, createRandom, seed } from '../ledger/random.ts'
import { unitsOf } from './tradingModel.ts'
import { outcomeOf, fullFixture } from '../ledger/fullFixture.ts'

// Real violent hours with thousands of random orders of every kind, and another server taking over in the middle. Each order's fate is
// worked out again by a plain walk over the record; every unit must agree.

const scale = Number(process.env['VIOLENT_SCALE'] ?? 1)
const startSec = 1_795_190_400

type World = Awaited<ReturnType<typeof fullFixture>>
let world: World | undefined
afterEach(async () => {
  await world?.end()
  world = undefined
})

const termsOf = (symbol: string) => {
  const spec = symbolSeeds.find((symbolSeed) => symbolSeed.symbol === symbol)
  if (!spec) throw new Error(`no market ${symbol}`)
  return spec
}

interface Mine extends Placed {
  who: SignedInUser
  id: string
}

/** One random order of contracts around this price, sized so that a person can hold many. */
function randomOrder(chance: Random, symbol: string, mid: number, wide: number): ContractOrderRequest {
  const { tick, qtyStep, maxLever } = termsOf(symbol)
  const places = tick.split('.')[1]?.length ?? 0
  const direction = chance.oneOf([1, 2])
  const up = direction === 1 ? 1 : -1
  const price = (share: number) => asDecimal((mid * (1 + share)).toFixed(places))
  const isLimit = chance.next() < 0.4
  const from = isLimit ? -up * chance.next() * wide * 0.5 : 0
  const lots = Math.max(1, Math.round((20 + chance.next() ** 2 * 3000) / mid / Number(qtyStep)))
  return {
    accountType: 2,
    posType: 2,
    symbol,
    direction,
    orderType: isLimit ? 2 : 1,
    slippageBps: 50,
    lever: 1 + Math.floor(chance.next() * maxLever.intl),
    quantity: asDecimal((lots * Number(qtyStep)).toFixed(qtyStep.split('.')[1]?.length ?? 0)),
    ...(isLimit && { price: price(from) }),
    ...(chance.next() < 0.5 && { stopProfit: price(from + up * (wide * 0.02 + chance.next() * wide)) }),
    ...(chance.next() < 0.5 && { stopLoss: price(from - up * (wide * 0.02 + chance.next() * wide)) }),
  }
}

async function replay(days: Prices[], perRecord: number, wide: number) {
  const chance = createRandom(seed)
  const feed = createManualFeed(symbolSeeds)
  const [first] = days as [Prices, ...Prices[]]
  feed.put(first)
  const here = await fullFixture({ startMs: startSec * 1000, feed })
  world = here
  const people = await Promise.all(Array.from({ length: 40 }, () => here.person()))
  const tape = new Map<number, Prices>()
  const mine: Mine[] = []
  const spots: (SpotPlaced & { who: SignedInUser; id: string })[] = []
  const seconds: string[] = []
  const seen: Record<string, number> = {}
  const count = (what: string) => (seen[what] = (seen[what] ?? 0) + 1)
  const nowSec = () => Math.floor(here.clock.now() / 1000)

  /** Coins to sell: everybody begins with some of each. */
  async function buyCoins(prices: Prices) {
    for (const who of people)
      for (const symbol of Object.keys(prices).filter((key) => termsOf(key).category === 'crypto'))
        await here.place(who, { accountType: 2, posType: 1, symbol, direction: 1, orderType: 1, slippageBps: 50, money: asDecimal('5000') })
  }
  async function placeSpot(who: SignedInUser, symbol: string, mid: number) {
    const { tick, qtyStep } = termsOf(symbol)
    const direction = chance.oneOf([1, 2])
    const limit = asDecimal((mid * (1 - (direction === 1 ? 1 : -1) * chance.next() * wide * 0.5)).toFixed(tick.split('.')[1]?.length ?? 0))
    const lots = Math.max(1, Math.round((20 + chance.next() * 200) / mid / Number(qtyStep)))
    const quantity = asDecimal((lots * Number(qtyStep)).toFixed(qtyStep.split('.')[1]?.length ?? 0))
    const order: AnyPosTypeOrderRequest = {
      accountType: 2,
      posType: 1,
      symbol,
      direction,
      orderType: 2,
      slippageBps: 50,
      price: limit,
      quantity,
    }
    const sec = nowSec()
    count(`spot ${await outcomeOf(here.place(who, order).then(({ id }) => void spots.push({ who, id, symbol, direction, limit, sec })))}`)
  }
  /** Options come and go beside everything; their own tests work out what they are worth. */
  async function tradeOption(who: SignedInUser, symbol: string) {
    const chain = await here.ask(who, (context) => here.rooms.options.chain({ underlying: symbol }, context as never))
    const { optionId, minQty } = chance.oneOf(chain.list)
    const order: AnyPosTypeOrderRequest = {
      accountType: 2,
      posType: 3,
      symbol,
      direction: 1,
      orderType: 1,
      slippageBps: 50,
      optionId,
      quantity: minQty,
    }
    const leaving = async (id: string) => here.ask(who, (context) => here.rooms.trading.closePosition({ id }, context))
    count(`option ${await outcomeOf(here.place(who, order).then(({ id }) => (chance.next() < 0.5 ? leaving(id) : undefined)))}`)
  }

  async function place(prices: Prices) {
    const who = chance.oneOf(people)
    const symbol = chance.oneOf(Object.keys(prices))
    const kind = chance.next()
    if (kind < 0.12 && termsOf(symbol).category === 'crypto') return placeSpot(who, symbol, Number(prices[symbol]))
    if (kind > 0.98) return tradeOption(who, symbol)
    const order = randomOrder(chance, symbol, Number(prices[symbol]), wide)
    const isSecond = chance.next() < 0.2
    const money = asDecimal((10 + chance.next() * 90).toFixed(2))
    const setId = `${symbol}-${chance.oneOf([60, 120, 180, 300])}`
    const type = chance.oneOf([1, 2])
    const outcome = await outcomeOf(
      isSecond
        ? here.buySecond(who, { accountType: 2, symbol, money, setId, type }).then(({ id }) => void seconds.push(id))
        : here.place(who, order).then((made) => {
            const position = made as Position
            mine.push({
              who,
              id: position.id,
              symbol,
              direction: position.direction,
              isPending: position.status === 0,
              limit: position.price,
              quantity: position.quantity,
              lever: position.lever,
              openPrice: position.openPrice,
              margin: unitsOf(position.margin),
              openFee: unitsOf(position.openFee),
              stopProfit: position.stopProfit,
              stopLoss: position.stopLoss,
              sec: nowSec(),
              deeds: [],
            })
          }),
    )
    count(`${isSecond ? 'second' : 'contract'} ${outcome}`)
  }

  /** Something a person does to one of theirs, and sometimes to what is over or somebody else's. */
  async function meddle() {
    const spot = chance.next() < 0.2 ? chance.oneOf(spots) : undefined
    if (spot) {
      const outcome = await outcomeOf(here.ask(spot.who, (context) => here.rooms.trading.cancelLimit({ id: spot.id }, context)))
      if (outcome === 'done') spot.cancelledSec = nowSec()
      return count(`spot cancel ${outcome}`)
    }
    const order = chance.oneOf(mine)
    if (!order) return
    const { trading } = here.rooms
    const money = asDecimal((1 + chance.next() * 20).toFixed(8))
    const { qtyStep } = termsOf(order.symbol)
    const quantity = asDecimal(qtyStep)
    const [what, work, deed] = chance.oneOf([
      ['close', () => here.ask(order.who, (context) => trading.closePosition({ id: order.id }, context)), { what: 'close' }],
      [
        'add',
        () => here.ask(order.who, (context) => trading.addMargin({ id: order.id, money }, context)),
        { what: 'add', money: unitsOf(money) },
      ],
      ['part', () => here.ask(order.who, (context) => trading.closePart({ id: order.id, quantity }, context)), { what: 'part', quantity }],
      ['cancel', () => here.ask(order.who, (context) => trading.cancelLimit({ id: order.id }, context)), { what: 'cancel' }],
    ] as const)
    const outcome = await outcomeOf(work())
    if (outcome === 'done') order.deeds.push({ sec: nowSec(), ...deed })
    count(`${what} ${outcome}`)
  }

  /** No running position is left behind by a record that made its margin insufficient, and no bucket of money is wrong. */
  async function checkNow(prices: Prices, isThorough: boolean) {
    const [left] = await here.db.query<{ count: string }>(
      `select count(*) from position join unnest($1::text[], $2::numeric[]) as mark (symbol, price) using (symbol)
       where status = 1 and 2 * (margin + added_margin + trunc(case direction when 1 then 1 else -1 end * quantity * (price - open_price), 8)) <= margin`,
      [Object.keys(prices), Object.values(prices)],
    )
    expect(left?.count).toBe('0')
    if (!isThorough) return
    expect(await exposureDrift(here.db)).toEqual([])
    expect(await findAllLedgerViolations(here.db)).toEqual([])
  }

  for (const [n, prices] of days.entries()) {
    await here.next(prices)
    tape.set(nowSec(), prices)
    if (n === 0) await buyCoins(prices)
    await checkNow(prices, n % 200 === 100)
    if (n === Math.floor(days.length / 2)) await here.restart()
    const isQuiet = n > days.length - 320
    const wanted = perRecord * scale
    const orders = Math.floor(wanted) + (chance.next() < wanted % 1 ? 1 : 0)
    if (!isQuiet) for (let k = 0; k < orders; k++) await place(prices)
    if (chance.next() < 0.3 * scale) await meddle()
  }
  await checkNow(days.at(-1) as Prices, true)
  return { here, mine, spots, seconds, tape, seen }
}

interface Row {
  id: string
  status: number
  open_sec: string
  open_price: string
  close_sec: string | null
  close_price: string | null
  close_reason: number | null
  margin: string
  added_margin: string
  returned: string | null
}

async function judge({ here, mine, spots, seconds, tape }: Awaited<ReturnType<typeof replay>>) {
  const rows = await here.db.query<Row>('select * from position where part_of is null')
  const byId = new Map(rows.map((row) => [row.id, row]))
  const wrong: string[] = []
  const fates: Record<string, number> = {}
  for (const order of mine) {
    const fate = expectedOutcome(order, termsOf(order.symbol), tape)
    const row = byId.get(order.id) as Row
    const units = (text: string | null) => (text === null ? undefined : unitsOf(text))
    const real = {
      status: row.status,
      openSec: Number(row.open_sec),
      openPrice: unitsOf(row.open_price),
      margin: unitsOf(row.margin),
      added: unitsOf(row.added_margin),
      closeSec: row.close_sec === null ? undefined : Number(row.close_sec),
      closePrice: units(row.close_price),
      reason: row.close_reason ?? undefined,
      returned: units(row.returned),
    }
    for (const [name, value] of Object.entries(real))
      if (value !== fate[name as keyof typeof fate])
        wrong.push(`${order.symbol} ${order.id} ${name}: is ${value}, should be ${String(fate[name as keyof typeof fate])}`)
    const what = `status ${row.status} reason ${row.close_reason ?? '-'}`
    fates[what] = (fates[what] ?? 0) + 1
  }
  expect(wrong.slice(0, 20)).toEqual([])
  expect(rows).toHaveLength(mine.length)

  const coins = await here.db.query<Record<string, string | number>>('select * from spot_order where order_type = 2')
  expect(coins).toHaveLength(spots.length)
  for (const spot of spots) {
    const fate = spotFateOf(spot, termsOf(spot.symbol), tape)
    const row = coins.find(({ id }) => id === spot.id) as Record<string, string | number>
    const real = { status: row['status'], ...(row['status'] === 3 && { sec: Number(row['sec']), price: unitsOf(row['price'] as string) }) }
    expect({ id: spot.id, ...real }).toEqual({ id: spot.id, ...fate })
    fates[`spot status ${fate.status}`] = (fates[`spot status ${fate.status}`] ?? 0) + 1
  }

  const orders = await here.db.query<Record<string, string | number>>('select * from second_order')
  expect(orders.map(({ id }) => id).sort()).toEqual([...seconds].sort())
  const badly = orders.filter((order) => {
    const at = (sec: unknown) => unitsOf((tape.get(Number(sec)) as Prices)[order['symbol'] as string] as string)
    const [open, close] = [at(order['open_sec']), at(order['close_sec'])]
    const isWon = order['type'] === 1 ? close > open : close < open
    const result = close === open ? 3 : isWon ? 1 : 2
    const stake = unitsOf(order['money'] as string)
    const payout = result === 3 ? stake : isWon ? stake + (stake * unitsOf(order['odds'] as string)) / 100_000_000n : 0n
    fates[`second result ${result}`] = (fates[`second result ${result}`] ?? 0) + 1
    return order['status'] !== 3 || order['result'] !== result || unitsOf(order['payout'] as string) !== payout
  })
  expect(badly.slice(0, 5)).toEqual([])
  return fates
}

const crypto = violentCrypto(400)
it.skipIf(!crypto)(
  `Ether and Bitcoin, the worst hours of 2017-09-04${crypto ? '' : ' (no recording beside the project)'}, MONEY_SEED=${seed}`,
  async () => {
    const told = await replay(crypto as Prices[], 2, 0.06)
    const fates = await judge(told)
    if (process.env['MONEY_TELL']) console.log(told.seen, fates)
    for (const reason of [1, 2, 3, 4]) expect(fates[`status 3 reason ${reason}`]).toBeGreaterThan(0)
    for (const what of [
      'status 4 reason 1',
      'second result 1',
      'second result 2',
      'status 0 reason -',
      'spot status 3',
      'spot status 4',
      'spot status 0',
    ])
      expect(fates[what]).toBeGreaterThan(0)
  },
)

const gold = violentGold(1000)
it.skipIf(!gold)(
  `gold at the payrolls release of 2014-05-02${gold ? '' : ' (no recording beside the project)'}, MONEY_SEED=${seed}`,
  async () => {
    const told = await replay(gold as Prices[], 1.5, 0.006)
    const fates = await judge(told)
    if (process.env['MONEY_TELL']) console.log(told.seen, fates)
    for (const reason of [1, 2, 3]) expect(fates[`status 3 reason ${reason}`]).toBeGreaterThan(0)
  },
)
