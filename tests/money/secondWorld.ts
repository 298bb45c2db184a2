import type { Visitor } from '#account/visitor.ts'
import type { SecondAsk } from '#contract/calls/secondContracts.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import type { Database, Sql } from '#db/database.ts'
import { symbols } from '#db/seed/symbols.ts'
import { grantDemo } from '#ledger/ledger.ts'
import { createMarket } from '#market/createMarket.ts'
import { handFeed } from '#market/feeds/handFeed.ts'
import { sessionAt } from '#market/sessions.ts'
import { handClock } from '#server/clock.ts'
import { createEvents, type ToUser } from '#server/events.ts'
import type { House } from '#server/house.ts'
import type { Asking } from '#server/http/handlers.ts'
import { workDue } from '#server/secondContracts/engine.ts'
import { secondContractsHandlers, secondPreview } from '#server/secondContracts/handlers.ts'
import { tradingHandlers } from '#server/trading/handlers.ts'
import { walletHandlers } from '#server/wallet/handlers.ts'
import { testDatabase } from '../support/testDatabase.ts'
import { startMs } from './tradingWorld.ts'

let people = 0

/** Second contracts on a real record: prices are put by hand, time is turned by hand, what is due is worked when told. */
export async function secondWorld(over: { env?: 'sandbox' | 'production'; db?: Database; startMs?: number } = {}) {
  const db = over.db ?? (await testDatabase())
  const clock = handClock(over.startMs ?? startMs)
  const feed = handFeed(symbols)
  const categoryOf = (symbol: string) => symbols.find((one) => one.symbol === symbol)?.category ?? 'crypto'
  const byHand = feed.session
  // The market's own hours, and closed whenever it is closed by hand.
  feed.session = (symbol, atMs) => (byHand(symbol, atMs).open ? sessionAt(categoryOf(symbol), atMs) : { open: false })
  const market = createMarket({ db, clock, config: { marketFeed: { kind: 'sim' } }, feed, byHand: true })
  const events = createEvents()
  const told: ToUser[] = []
  events.onToUser((message) => told.push(message))
  const house: House = { config: { env: over.env ?? 'sandbox' } as House['config'], clock, db, market, events }
  const calls = secondContractsHandlers(house)
  const trading = tradingHandlers(house, [], { second: secondPreview(house) })
  const wallet = walletHandlers(house)
  feed.put({ BTCUSDT: '90000', ETHUSDT: '3200', SOLUSDT: '150', XAUUSD: '4050', EURUSD: '1.16', USDJPY: '155' })
  await market.start()

  async function person(also: Partial<Visitor> = {}): Promise<Visitor> {
    const visitor: Visitor = {
      userId: String(70_000 + ++people),
      sessionId: '1',
      isGuest: false,
      kycLevel: 0,
      country: 'NZ',
      lang: 'en-us',
      createdAtMs: startMs,
      ...also,
    }
    await db.transaction((sql) => grantDemo(sql, visitor.userId, clock.now()))
    return visitor
  }

  /** One call as the edge makes it: a transaction around it, effects after the commit. */
  async function ask<T>(visitor: Visitor, call: (asking: Asking) => T | Promise<T>, wrap: (sql: Sql) => Sql = (sql) => sql): Promise<T> {
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
  const preview = (visitor: Visitor, asked: SecondAsk) =>
    ask(visitor, async (asking) => {
      const shown = await trading.preview({ action: 'second', payload: asked }, asking)
      if (shown.action !== 'second') throw new Error('the preview is of something else')
      return shown
    })
  const buyWith = (visitor: Visitor, asked: SecondAsk, confirmToken: string | undefined, wrap?: (sql: Sql) => Sql) =>
    ask(visitor, (asking) => calls.buy({ ...asked, confirmToken }, asking), wrap)
  const list = (visitor: Visitor, over: object = {}) =>
    ask(visitor, (asking) => calls.orders({ pageNo: 1, pageSize: 100, accountType: 2, ...over }, asking))
  return {
    house,
    db,
    clock,
    feed,
    market,
    told,
    calls,
    person,
    ask,
    pass,
    preview,
    buyWith,
    buy: async (visitor: Visitor, asked: SecondAsk) => buyWith(visitor, asked, (await preview(visitor, asked)).confirmToken),
    list,
    one: async (visitor: Visitor, id: string) => {
      const found = (await list(visitor)).records.find((order) => order.id === id)
      if (!found) throw new Error(`no order ${id}`)
      return found
    },
    work: () => workDue(house),
    head: (visitor: Visitor) => ask(visitor, (asking) => calls.head({ accountType: 2 }, asking)),
    available: async (visitor: Visitor) => (await ask(visitor, (asking) => wallet.balances({ accountType: 2 }, asking)))[0]?.available,
    /** Balance records of this person after the grant, oldest first, as `type amount → after`. */
    lines: async (visitor: Visitor) => {
      const page = await ask(visitor, (asking) => wallet.balanceRecords({ pageNo: 1, pageSize: 100, accountType: 2 }, asking))
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

export const second = (over: Partial<SecondAsk> = {}): SecondAsk => {
  const symbol = over.symbol ?? 'BTCUSDT'
  return { accountType: 2, symbol, money: asDecimal('100'), setId: `${symbol}-300`, type: 1, ...over }
}
