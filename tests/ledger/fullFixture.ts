import type { SignedInUser } from '#server/core/visitor.ts'
import type { AnyPosTypeOrderRequest } from '#contract/calls/trading.ts'
import type { SecondContractOrderRequest } from '#contract/calls/secondContracts.ts'
import { Refusal, type RefusalName } from '#contract/refusals.ts'
import type { Database } from '#db/database.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { grantDemoBalance } from '#ledger/ledger.ts'
import { type DelistingTimeLookup, loadDelistingTimeLookup } from '#market/delistings.ts'
import { createMarketDataService, type StartableMarketDataService } from '#market/createMarket.ts'
import { type ManualFeed, createManualFeed } from '#market/feeds/manualFeed.ts'
import { createManualClock } from '#server/core/clock.ts'
import { createMarketStore } from '#market/record/store.ts'
import { createServerEventBus } from '#server/core/events.ts'
import type { AppContext } from '#server/core/appContext.ts'
import { createCallHandlers } from '#server/modules.ts'
import type { RequestContext } from '#server/core/handlers.ts'
import { runDueOptionJobs as workOptions } from '#server/options/engine.ts'
import { runDueSecondContractJobs } from '#server/secondContracts/engine.ts'
import { startSpotJobs } from '#server/spot/engine.ts'
import { startContractEngine } from '#server/trading/engine.ts'
import { testDatabase } from '../support/testDatabase.ts'
import { testContext } from '../support/wire.ts'
import { startMs } from '../trading/tradingFixture.ts'

let people = 0

/** Every module on the real market with its real record; prices are put by hand, time is turned by hand. */
export async function fullFixture(over: { startMs?: number; db?: Database; feed?: ManualFeed } = {}) {
  const db = over.db ?? (await testDatabase())
  const clock = createManualClock(over.startMs ?? startMs)
  const feed = over.feed ?? createManualFeed(symbolSeeds)
  let market: StartableMarketDataService
  let app: AppContext
  let rooms: ReturnType<typeof createCallHandlers>
  let stopEngines: (() => Promise<void>)[] = []
  const reports: string[] = []
  let delistedAt: DelistingTimeLookup = () => undefined

  async function begin() {
    market = createMarketDataService({
      db,
      clock,
      config: { marketFeed: { kind: 'sim' } },
      feed,
      byHand: true,
      delistedAt: (symbol) => delistedAt(symbol),
      report: (message) => reports.push(message),
    })
    app = { ...testContext(db, clock, {}, market), events: createServerEventBus() }
    rooms = createCallHandlers(app)
    stopEngines = [startContractEngine(app), startSpotJobs(app)]
    await market.start()
  }
  async function end() {
    for (const stop of stopEngines) await stop()
    await market.stop()
  }
  await begin()

  async function person(also: Partial<SignedInUser> = {}): Promise<SignedInUser> {
    const visitor: SignedInUser = {
      userId: String(500_000 + ++people),
      sessionId: '1',
      isGuest: false,
      kycLevel: 0,
      country: 'NZ',
      lang: 'en-us',
      createdAtMs: startMs - 60 * 86_400_000,
      ...also,
    }
    await db.transaction((sql) => grantDemoBalance(sql, visitor.userId, clock.now()))
    return visitor
  }

  /** One call as the edge makes it: a transaction around it, effects after the commit. */
  async function ask<T>(visitor: SignedInUser, call: (context: RequestContext) => T | Promise<T>): Promise<T> {
    const effects: (() => void)[] = []
    const reply = await db.transaction(async (sql) => {
      effects.length = 0
      const context: RequestContext = {
        visitor,
        sql,
        now: clock.now(),
        lang: 'en-us',
        ip: '::1',
        userAgent: '',
        requestId: 'r',
        afterCommit: (effect) => effects.push(effect),
      }
      return call(context)
    })
    for (const effect of effects) effect()
    return reply
  }

  /** The next second, with these prices; everything that follows from it is done when this returns. */
  async function next(prices: Record<string, string> = {}) {
    feed.put(prices)
    clock.advance(1000)
    await market.step()
    await runDueSecondContractJobs(app)
    await workOptions(app)
  }

  return {
    db,
    clock,
    feed,
    reports,
    get app() {
      return app
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
    /** The markets that are delisted, as every server reads them from time to time. */
    readDelistings: async () => {
      delistedAt = await loadDelistingTimeLookup(db)
    },
    /** The clock jumps there and that second's record is made, none of those between. */
    goTo: async (sec: number, prices: Record<string, string> = {}) => {
      feed.put(prices)
      clock.set(sec * 1000)
      await createMarketStore(
        db,
        feed.name,
        symbolSeeds.map(({ symbol }) => symbol),
      ).keepPartitions(sec * 1000, 400)
      feed.resume(undefined, sec * 1000)
      await market.step()
    },
    /** Another server on the same database, in the same second. */
    restart: async () => {
      await end()
      await begin()
    },
    /** Previewed and placed, as a person does it. */
    place: async (visitor: SignedInUser, order: AnyPosTypeOrderRequest) => {
      const shown = await ask(visitor, (context) => rooms.trading.preview({ action: 'position', payload: order }, context))
      return ask(visitor, (context) => rooms.trading.openPosition({ ...order, confirmToken: shown.confirmToken }, context))
    },
    buySecond: async (visitor: SignedInUser, order: SecondContractOrderRequest) => {
      const shown = await ask(visitor, (context) => rooms.trading.preview({ action: 'second', payload: order }, context))
      return ask(visitor, (context) => rooms.secondContracts.buy({ ...order, confirmToken: shown.confirmToken }, context))
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
