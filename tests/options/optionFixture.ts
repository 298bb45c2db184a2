import type { SignedInUser } from '#server/core/visitor.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import type { OptionOrderRequest } from '#contract/orders/option.ts'
import type { Database, Sql } from '#db/database.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { grantDemoBalance } from '#ledger/ledger.ts'
import { createMarketDataService } from '#market/createMarket.ts'
import { createManualFeed } from '#market/feeds/manualFeed.ts'
import type { PublishedMarketInput } from '#market/record/inputStore.ts'
import { marketSessionStateAt } from '#market/sessions.ts'
import { packPriceRecord } from '#market/record/recordBytes.ts'
import { toScaledPrice } from '#rules/scaled.ts'
import { createMarketStore } from '#market/record/store.ts'
import { createManualClock } from '#server/core/clock.ts'
import { createServerEventBus, type UserEventMessage } from '#server/core/events.ts'
import type { AppContext } from '#server/core/appContext.ts'
import { termsByTimeOfRelease } from '#server/terms/termsByTime.ts'
import type { RequestContext } from '#server/core/handlers.ts'
import { runDueOptionJobs } from '#server/options/engine.ts'
import { optionsHandlers } from '#server/options/handlers.ts'
import { optionOrderKindHandler } from '#server/options/kind.ts'
import { createOptionValuationReader } from '#server/options/valuation.ts'
import { walletHandlers } from '#server/wallet/handlers.ts'
import { permissiveLegalRecords } from '../support/practiceEverywhere.ts'
import { testDatabase } from '../support/testDatabase.ts'
import { startMs } from '../trading/tradingFixture.ts'

let people = 0
const order = symbolSeeds.map(({ symbol }) => symbol)
const numbers = new Map(order.map((symbol, number) => [symbol, number]))

/** 2026-11-21 16:00:00 UTC+8, the first expiry after the world's start. */
export const firstExpirySec = startMs / 1000 + 16 * 3600

/** Options on a real record: prices and time by hand, records of the past written in one go, what is due is worked when told. */
export async function optionFixture(
  over: { env?: 'sandbox' | 'production'; db?: Database; startMs?: number; published?: readonly PublishedMarketInput[] } = {},
) {
  const db = over.db ?? (await testDatabase())
  const clock = createManualClock(over.startMs ?? startMs)
  const feed = createManualFeed(symbolSeeds)
  const categoryOf = (symbol: string) => symbolSeeds.find((symbolSeed) => symbolSeed.symbol === symbol)?.category ?? 'crypto'
  const byHand = feed.session
  // The market's own hours, and closed whenever it is closed by hand.
  feed.session = (symbol, atMs) => (byHand(symbol, atMs).open ? marketSessionStateAt(categoryOf(symbol), atMs) : { open: false })
  const market = createMarketDataService({ db, clock, config: { marketFeed: { kind: 'sim' } }, feed, byHand: true })
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
  const kind = optionOrderKindHandler(app)
  const calls = optionsHandlers(app)
  const wallet = walletHandlers(app, [createOptionValuationReader(app)])
  feed.put({ BTCUSDT: '60000', ETHUSDT: '3200', XAUUSD: '4050', USDJPY: '155', EURUSD: '1.16' })
  // What stands before the market begins is not published again.
  if (over.published) await createMarketStore(db, market.feed, order).write([], 0, over.published)
  await market.start()

  async function person(also: Partial<SignedInUser> = {}): Promise<SignedInUser> {
    const visitor: SignedInUser = {
      userId: String(80_000 + ++people),
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

  /** The clock jumps there and that second's record is made, none of those between. */
  const goTo = async (sec: number) => {
    clock.set(sec * 1000)
    feed.resume(undefined, sec * 1000)
    await market.step()
  }
  const store = createMarketStore(db, market.feed, order)
  const preview = (visitor: SignedInUser, asked: OptionOrderRequest) => ask(visitor, (context) => kind.preview(asked, context))
  const placeWith = (visitor: SignedInUser, asked: OptionOrderRequest, token: string | undefined, wrap?: (sql: Sql) => Sql) =>
    ask(visitor, (context) => kind.place(asked, token, context), wrap)
  return {
    app,
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
    buy: async (visitor: SignedInUser, asked: OptionOrderRequest) =>
      placeWith(visitor, asked, (await preview(visitor, asked)).confirmToken),
    close: (visitor: SignedInUser, id: string) => ask(visitor, (context) => kind.close(id, context)),
    chain: (underlying: string, expiry?: string) => calls.chain({ underlying, ...(expiry && { expiry }) }, {} as never),
    one: async (visitor: SignedInUser, id: string) => {
      const [found] = await ask(visitor, ({ sql }) => kind.serialize(sql, [id]))
      if (!found) throw new Error(`no option ${id}`)
      return found
    },
    work: () => runDueOptionJobs(app),
    /** Records of one market, as a feed would have written them: one price for each second from `fromSec`; undefined is a gap. */
    record: async (symbol: string, fromSec: number, prices: readonly (string | undefined)[]) => {
      const kept = prices.flatMap((price, n) => (price === undefined ? [] : [{ sec: fromSec + n, price: toScaledPrice(price) }]))
      await store.keepPartitions(fromSec * 1000, 400)
      await db.query('insert into price_record (feed, sec, prices) select $1, * from unnest($2::bigint[], $3::bytea[])', [
        market.feed,
        kept.map(({ sec }) => sec),
        kept.map(({ price }) => packPriceRecord(numbers, new Map([[symbol, { price, mode: 'SIM' as const }]]))),
      ])
    },
    available: async (visitor: SignedInUser) =>
      (await ask(visitor, (context) => wallet.balances({ accountType: 2 }, context)))[0]?.available,
    assets: (visitor: SignedInUser) => ask(visitor, (context) => wallet.assets({ accountType: 2, target: 'USDT' }, context)),
    /** Balance records of this person after the grant, oldest first, as `type amount → after`. */
    lines: async (visitor: SignedInUser) => {
      const page = await ask(visitor, (context) => wallet.balanceRecords({ pageNo: 1, pageSize: 100, accountType: 2 }, context))
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

export const option = (over: Partial<OptionOrderRequest> = {}): OptionOrderRequest => ({
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
