import type { SignedInUser } from '#server/core/visitor.ts'
import type { SecondContractOrderRequest } from '#contract/calls/secondContracts.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import type { Instant } from '#contract/time.ts'
import type { Database, Sql } from '#db/database.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { grantDemoBalance } from '#ledger/ledger.ts'
import { createMarketDataService } from '#market/createMarket.ts'
import { createManualFeed } from '#market/feeds/manualFeed.ts'
import { marketSessionStateAt } from '#market/sessions.ts'
import { createManualClock } from '#server/core/clock.ts'
import { createServerEventBus, type UserEventMessage } from '#server/core/events.ts'
import type { AppContext } from '#server/core/appContext.ts'
import { termsByTimeOfRelease } from '#server/terms/termsByTime.ts'
import type { RequestContext } from '#server/core/handlers.ts'
import { runDueSecondContractJobs } from '#server/secondContracts/engine.ts'
import { secondContractsHandlers, secondContractPreviewHandler } from '#server/secondContracts/handlers.ts'
import { tradingHandlers } from '#server/trading/handlers.ts'
import { walletHandlers } from '#server/wallet/handlers.ts'
import { noPreviewers } from '../support/noPreviewers.ts'
import { permissiveLegalRecords } from '../support/practiceEverywhere.ts'
import { testDatabase } from '../support/testDatabase.ts'
import { startMs } from '../trading/tradingFixture.ts'

let people = 0

/** Second contracts on a real record: prices are put by hand, time is turned by hand, what is due is worked when told. */
export async function secondContractFixture(over: { env?: 'sandbox' | 'production'; db?: Database; startMs?: number } = {}) {
  const db = over.db ?? (await testDatabase())
  const clock = createManualClock(over.startMs ?? startMs)
  const feed = createManualFeed(symbolSeeds)
  const categoryOf = (symbol: string) => symbolSeeds.find((symbolSeed) => symbolSeed.symbol === symbol)?.category ?? 'crypto'
  const byHand = feed.session
  // The market's own hours, and closed whenever it is closed by hand.
  feed.session = (symbol, atMs) => (byHand(symbol, atMs).open ? marketSessionStateAt(categoryOf(symbol), atMs) : { open: false })
  const delisted = new Map<string, Instant>()
  const market = createMarketDataService({
    db,
    clock,
    config: { marketFeed: { kind: 'sim' } },
    feed,
    byHand: true,
    delistedAt: (symbol) => delisted.get(symbol),
  })
  const events = createServerEventBus()
  const told: UserEventMessage[] = []
  events.onToUser((message) => told.push(message))
  const app: AppContext = {
    config: { env: over.env ?? 'sandbox' } as AppContext['config'],
    clock,
    db,
    market,
    events,
    terms: termsByTimeOfRelease(),
    legal: permissiveLegalRecords,
  }
  const calls = secondContractsHandlers(app, async (records) => records.map(() => null))
  const trading = tradingHandlers(app, [], { ...noPreviewers, second: secondContractPreviewHandler(app) })
  const wallet = walletHandlers(app)
  feed.put({ BTCUSDT: '90000', ETHUSDT: '3200', SOLUSDT: '150', XAUUSD: '4050', EURUSD: '1.16', USDJPY: '155' })
  await market.start()

  async function person(also: Partial<SignedInUser> = {}): Promise<SignedInUser> {
    const visitor: SignedInUser = {
      userId: String(70_000 + ++people),
      sessionId: '1',
      isGuest: false,
      kycLevel: 0,
      country: 'NZ',
      lang: 'en-us',
      createdAtMs: startMs,
      ...also,
    }
    await db.transaction((sql) => grantDemoBalance(sql, visitor.userId, clock.now()))
    return visitor
  }

  /** One call as the edge makes it: a transaction around it, effects after the commit. */
  async function ask<T>(
    visitor: SignedInUser,
    call: (context: RequestContext) => T | Promise<T>,
    wrap: (sql: Sql) => Sql = (sql) => sql,
  ): Promise<T> {
    const effects: (() => void)[] = []
    const reply = await db.transaction(async (sql) => {
      effects.length = 0
      return call({
        visitor,
        sql: wrap(sql),
        now: clock.now(),
        lang: 'en-us',
        ip: '::1',
        userAgent: '',
        requestId: 'r',
        afterCommit: (effect) => effects.push(effect),
      })
    })
    for (const effect of effects) effect()
    return reply
  }

  /** Time goes on second by second; each has its record of the prices put by then. */
  const pass = async (seconds: number) => {
    for (let n = 0; n < seconds; n++) {
      clock.advance(1000)
      await market.step()
    }
  }
  const preview = (visitor: SignedInUser, asked: SecondContractOrderRequest) =>
    ask(visitor, async (context) => {
      const shown = await trading.preview({ action: 'second', payload: asked }, context)
      if (shown.action !== 'second') throw new Error('the preview is of something else')
      return shown
    })
  const buyWith = (visitor: SignedInUser, asked: SecondContractOrderRequest, confirmToken: string | undefined, wrap?: (sql: Sql) => Sql) =>
    ask(visitor, (context) => calls.buy({ ...asked, confirmToken }, context), wrap)
  const list = (visitor: SignedInUser, over: object = {}) =>
    ask(visitor, (context) => calls.orders({ pageNo: 1, pageSize: 100, accountType: 2, ...over }, context))
  return {
    app,
    db,
    clock,
    feed,
    market,
    /** By market, when its trading ends for good. */
    delisted,
    told,
    calls,
    person,
    ask,
    pass,
    preview,
    buyWith,
    buy: async (visitor: SignedInUser, asked: SecondContractOrderRequest) =>
      buyWith(visitor, asked, (await preview(visitor, asked)).confirmToken),
    list,
    one: async (visitor: SignedInUser, id: string) => {
      const found = (await list(visitor)).records.find((order) => order.id === id)
      if (!found) throw new Error(`no order ${id}`)
      return found
    },
    work: () => runDueSecondContractJobs(app),
    head: (visitor: SignedInUser) => ask(visitor, (context) => calls.head({ accountType: 2 }, context)),
    available: async (visitor: SignedInUser) =>
      (await ask(visitor, (context) => wallet.balances({ accountType: 2 }, context)))[0]?.available,
    /** Balance records of this person after the grant, oldest first, as `type amount → after`. */
    lines: async (visitor: SignedInUser) => {
      const page = await ask(visitor, (context) => wallet.balanceRecords({ pageNo: 1, pageSize: 100, accountType: 2 }, context))
      return page.records
        .toReversed()
        .slice(1)
        .map((line) => `${line.type} ${line.amount} → ${line.balanceAfter}`)
    },
    /** What the reserve holds, and what it must hold: all that open orders can pay. */
    reserve: async () => {
      const [held] = await db.query<{ amount: Decimal }>(
        `select coalesce(sum(amount), 0)::numeric(36, 8) as amount from leg where user_id is null and bucket = 'RESERVE_SECOND'`,
      )
      const [due] = await db.query<{ amount: Decimal }>(
        'select coalesce(sum(trunc(money * (1 + odds), 8)), 0)::numeric(36, 8) as amount from second_order where status = 1',
      )
      return { held: held?.amount, due: due?.amount }
    },
    end: async () => {
      await market.stop()
      if (!over.db) await db.close()
    },
  }
}

export const second = (over: Partial<SecondContractOrderRequest> = {}): SecondContractOrderRequest => {
  const symbol = over.symbol ?? 'BTCUSDT'
  return { accountType: 2, symbol, money: asDecimal('100'), setId: `${symbol}-300`, type: 1, ...over }
}
