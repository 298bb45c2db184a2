import type { Visitor } from '#account/visitor.ts'
import type { AskedOrder } from '#contract/calls/trading.ts'
import type { SecondAsk } from '#contract/calls/secondContracts.ts'
import { Refusal, type RefusalName } from '#contract/refusals.ts'
import type { Database } from '#db/database.ts'
import { symbols } from '#db/seed/symbols.ts'
import { grantDemo } from '#ledger/ledger.ts'
import { createMarket, type RunningMarket } from '#market/createMarket.ts'
import { type HandFeed, handFeed } from '#market/feeds/handFeed.ts'
import { handClock } from '#server/clock.ts'
import { createEvents } from '#server/events.ts'
import type { House } from '#server/house.ts'
import { gather } from '#server/http/gather.ts'
import type { Asking } from '#server/http/handlers.ts'
import { workDue as workOptions } from '#server/options/engine.ts'
import { workDue } from '#server/secondContracts/engine.ts'
import { startSpot } from '#server/spot/engine.ts'
import { startEngine } from '#server/trading/engine.ts'
import { testDatabase } from '../support/testDatabase.ts'
import { testHouse } from '../support/wire.ts'
import { startMs } from './tradingWorld.ts'

let people = 0

/** Every room on the real market with its real record; prices are put by hand, time is turned by hand. */
export async function wholeWorld(over: { startMs?: number; db?: Database; feed?: HandFeed } = {}) {
  const db = over.db ?? (await testDatabase())
  const clock = handClock(over.startMs ?? startMs)
  const feed = over.feed ?? handFeed(symbols)
  let market: RunningMarket
  let house: House
  let rooms: ReturnType<typeof gather>
  let stopEngines: (() => Promise<void>)[] = []
  const reports: string[] = []

  async function begin() {
    market = createMarket({
      db,
      clock,
      config: { marketFeed: { kind: 'sim' } },
      feed,
      byHand: true,
      report: (message) => reports.push(message),
    })
    house = { ...testHouse(db, clock, {}, market), events: createEvents() }
    rooms = gather(house)
    stopEngines = [startEngine(house), startSpot(house)]
    await market.start()
  }
  async function end() {
    for (const stop of stopEngines) await stop()
    await market.stop()
  }
  await begin()

  async function person(also: Partial<Visitor> = {}): Promise<Visitor> {
    const visitor: Visitor = {
      userId: String(500_000 + ++people),
      sessionId: '1',
      isGuest: false,
      kycLevel: 0,
      country: 'NZ',
      lang: 'en-us',
      createdAtMs: startMs - 60 * 86_400_000,
      ...also,
    }
    await db.transaction((sql) => grantDemo(sql, visitor.userId, clock.now()))
    return visitor
  }

  /** One call as the edge makes it: a transaction around it, effects after the commit. */
  async function ask<T>(visitor: Visitor, call: (asking: Asking) => T | Promise<T>): Promise<T> {
    const effects: (() => void)[] = []
    const reply = await db.transaction(async (sql) => {
      effects.length = 0
      const asking: Asking = {
        visitor,
        sql,
        now: clock.now(),
        lang: 'en-us',
        ip: '::1',
        userAgent: '',
        requestId: 'r',
        afterCommit: (effect) => effects.push(effect),
      }
      return call(asking)
    })
    for (const effect of effects) effect()
    return reply
  }

  /** The next second, with these prices; everything that follows from it is done when this returns. */
  async function next(prices: Record<string, string> = {}) {
    feed.put(prices)
    clock.advance(1000)
    await market.step()
    await workDue(house)
    await workOptions(house)
  }

  return {
    db,
    clock,
    feed,
    reports,
    get house() {
      return house
    },
    get market() {
      return market
    },
    get rooms() {
      return rooms
    },
    person,
    ask,
    next,
    /** Another server on the same database, in the same second. */
    restart: async () => {
      await end()
      await begin()
    },
    /** Previewed and placed, as a person does it. */
    place: async (visitor: Visitor, order: AskedOrder) => {
      const shown = await ask(visitor, (asking) => rooms.trading.preview({ action: 'position', payload: order }, asking))
      return ask(visitor, (asking) => rooms.trading.openPosition({ ...order, confirmToken: shown.confirmToken }, asking))
    },
    buySecond: async (visitor: Visitor, order: SecondAsk) => {
      const shown = await ask(visitor, (asking) => rooms.trading.preview({ action: 'second', payload: order }, asking))
      return ask(visitor, (asking) => rooms.secondContracts.buy({ ...order, confirmToken: shown.confirmToken }, asking))
    },
    end: async () => {
      await end()
      if (!over.db) await db.close()
    },
  }
}

/** The name of the refusal, or 'done'; anything else fails the test. */
export const outcomeOf = (work: Promise<unknown>): Promise<RefusalName | 'done'> =>
  work.then(
    () => 'done' as const,
    (error: unknown) => {
      if (error instanceof Refusal) return error.refusal
      throw error
    },
  )
