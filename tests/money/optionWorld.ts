import type { Visitor } from '#account/visitor.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import type { OptionAsked } from '#contract/orders/option.ts'
import type { Database, Sql } from '#db/database.ts'
import { symbols } from '#db/seed/symbols.ts'
import { grantDemo } from '#ledger/ledger.ts'
import { createMarket } from '#market/createMarket.ts'
import { handFeed } from '#market/feeds/handFeed.ts'
import type { PublishedInput } from '#market/inputStore.ts'
import { sessionAt } from '#market/sessions.ts'
import { packRecord } from '#market/recordBytes.ts'
import { toScaled } from '#market/scaled.ts'
import { marketStore } from '#market/store.ts'
import { handClock } from '#server/clock.ts'
import { createEvents, type ToUser } from '#server/events.ts'
import type { House } from '#server/house.ts'
import type { Asking } from '#server/http/handlers.ts'
import { workDue } from '#server/options/engine.ts'
import { optionsHandlers } from '#server/options/handlers.ts'
import { optionKind } from '#server/options/kind.ts'
import { optionValuation } from '#server/options/valuation.ts'
import { walletHandlers } from '#server/wallet/handlers.ts'
import { testDatabase } from '../support/testDatabase.ts'
import { startMs } from './tradingWorld.ts'

let people = 0
const order = symbols.map(({ symbol }) => symbol)
const numbers = new Map(order.map((symbol, number) => [symbol, number]))

/** 2026-11-21 16:00:00 UTC+8, the first expiry after the world's start. */
export const firstExpirySec = startMs / 1000 + 16 * 3600

/** Options on a real record: prices and time by hand, records of the past written in one go, what is due is worked when told. */
export async function optionWorld(
  over: { env?: 'sandbox' | 'production'; db?: Database; startMs?: number; published?: readonly PublishedInput[] } = {},
) {
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
  const kind = optionKind(house)
  const calls = optionsHandlers(house)
  const wallet = walletHandlers(house, [optionValuation(house)])
  feed.put({ BTCUSDT: '60000', ETHUSDT: '3200', XAUUSD: '4050', USDJPY: '155', EURUSD: '1.16' })
  // What stands before the market begins is not published again.
  if (over.published) await marketStore(db, market.feed, order).write([], 0, over.published)
  await market.start()

  async function person(also: Partial<Visitor> = {}): Promise<Visitor> {
    const visitor: Visitor = {
      userId: String(80_000 + ++people),
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

  /** The clock jumps there and that second's record is made, none of those between. */
  const goTo = async (sec: number) => {
    clock.set(sec * 1000)
    feed.resume(undefined, sec * 1000)
    await market.step()
  }
  const store = marketStore(db, market.feed, order)
  const preview = (visitor: Visitor, asked: OptionAsked) => ask(visitor, (asking) => kind.preview(asked, asking))
  const placeWith = (visitor: Visitor, asked: OptionAsked, token: string | undefined, wrap?: (sql: Sql) => Sql) =>
    ask(visitor, (asking) => kind.place(asked, token, asking), wrap)
  return {
    house,
    db,
    clock,
    feed,
    market,
    told,
    kind,
    person,
    ask,
    goTo,
    preview,
    placeWith,
    buy: async (visitor: Visitor, asked: OptionAsked) => placeWith(visitor, asked, (await preview(visitor, asked)).confirmToken),
    close: (visitor: Visitor, id: string) => ask(visitor, (asking) => kind.close(id, asking)),
    chain: (underlying: string, expiry?: string) => calls.chain({ underlying, ...(expiry && { expiry }) }, {} as never),
    one: async (visitor: Visitor, id: string) => {
      const [found] = await ask(visitor, ({ sql }) => kind.shown(sql, [id]))
      if (!found) throw new Error(`no option ${id}`)
      return found
    },
    work: () => workDue(house),
    /** Records of one market, as a feed would have written them: one price for each second from `fromSec`; undefined is a gap. */
    record: async (symbol: string, fromSec: number, prices: readonly (string | undefined)[]) => {
      const kept = prices.flatMap((price, n) => (price === undefined ? [] : [{ sec: fromSec + n, price: toScaled(price) }]))
      await store.keepPartitions(fromSec * 1000, 400)
      await db.query('insert into price_record (feed, sec, prices) select $1, * from unnest($2::bigint[], $3::bytea[])', [
        market.feed,
        kept.map(({ sec }) => sec),
        kept.map(({ price }) => packRecord(numbers, new Map([[symbol, { price, mode: 'SIM' as const }]]))),
      ])
    },
    available: async (visitor: Visitor) => (await ask(visitor, (asking) => wallet.balances({ accountType: 2 }, asking)))[0]?.available,
    assets: (visitor: Visitor) => ask(visitor, (asking) => wallet.assets({ accountType: 2, target: 'USDT' }, asking)),
    /** Balance records of this person after the grant, oldest first, as `type amount → after`. */
    lines: async (visitor: Visitor) => {
      const page = await ask(visitor, (asking) => wallet.balanceRecords({ pageNo: 1, pageSize: 100, accountType: 2 }, asking))
      return page.records
        .toReversed()
        .slice(1)
        .map((line) => `${line.type} ${line.amount} → ${line.balanceAfter}`)
    },
    /** What the DEMO reserve holds, and what open options have set aside. */
    reserve: async () => {
      const [held] = await db.query<{ amount: Decimal }>(
        `select coalesce(sum(amount), 0)::numeric(36, 8) as amount from leg where user_id is null and bucket = 'RESERVE_OPTION' and book = 2`,
      )
      const [due] = await db.query<{ amount: Decimal }>(
        'select coalesce(sum(held), 0)::numeric(36, 8) as amount from option_position where account_type = 2 and status in (1, 2)',
      )
      return { held: held?.amount, due: due?.amount }
    },
    end: async () => {
      await market.stop()
      if (!over.db) await db.close()
    },
  }
}

export const option = (over: Partial<OptionAsked> = {}): OptionAsked => ({
  accountType: 2,
  posType: 3,
  symbol: 'BTCUSDT',
  direction: 1,
  orderType: 1,
  slippageBps: 50,
  quantity: asDecimal('0.1'),
  optionId: 'BTCUSDT-20261121-62000-C',
  ...over,
})
