import type { Visitor } from '#account/visitor.ts'
import type { SecondAsk } from '#contract/calls/secondContracts.ts'
import type { Settlement } from '#contract/calls/settlement.ts'
import { asDecimal } from '#contract/decimal.ts'
import { symbols } from '#db/seed/symbols.ts'
import { grantDemo } from '#ledger/ledger.ts'
import { createMarket } from '#market/createMarket.ts'
import { handFeed } from '#market/feeds/handFeed.ts'
import { handClock } from '#server/clock.ts'
import { startSigner } from '#server/fairness/signer.ts'
import { explainersOf, gather } from '#server/http/gather.ts'
import type { Asking } from '#server/http/handlers.ts'
import { workDue as workOptions } from '#server/options/engine.ts'
import { workDue } from '#server/secondContracts/engine.ts'
import { startEngine } from '#server/trading/engine.ts'
import { testDatabase } from '../support/testDatabase.ts'
import { testHouse } from '../support/wire.ts'

let people = 0

/** 2026-11-20 12:00:00 UTC+8, a Friday, when every market is open. */
const noonMs = Date.parse('2026-11-20T04:00:00Z')

/** Every room on one real, signed price record: prices are put by hand, time is turned by hand. */
export async function settlementWorld(startMs = noonMs) {
  const db = await testDatabase()
  const clock = handClock(startMs)
  const feed = handFeed(symbols)
  const market = createMarket({ db, clock, config: { marketFeed: { kind: 'sim' } }, feed, byHand: true })
  const house = testHouse(db, clock, {}, market)
  const rooms = gather(house)
  const signer = startSigner(house)
  const stopEngine = startEngine(house)
  feed.put({ BTCUSDT: '60000', ETHUSDT: '3000', SOLUSDT: '150', XAUUSD: '4050', EURUSD: '1.16', USDJPY: '155' })
  await market.start()

  const pass = async (seconds: number) => {
    for (let n = 0; n < seconds; n++) {
      clock.advance(1000)
      await market.step()
    }
  }
  await pass(1)

  /** The same in steps of half a minute, each second with its record still. */
  const leap = async (seconds: number) => {
    for (let left = seconds; left > 0; left -= 30) {
      clock.advance(Math.min(left, 30) * 1000)
      await market.step()
    }
  }

  async function person(): Promise<Visitor> {
    const visitor: Visitor = {
      userId: String(90_000 + ++people),
      sessionId: '1',
      isGuest: false,
      kycLevel: 0,
      country: 'NZ',
      lang: 'en-us',
      createdAtMs: startMs - 365 * 86_400_000,
    }
    await db.transaction((sql) => grantDemo(sql, visitor.userId, clock.now()))
    return visitor
  }

  /** One call as the edge makes it. */
  async function ask<T>(visitor: Visitor, call: (asking: Asking) => T | Promise<T>): Promise<T> {
    const effects: (() => void)[] = []
    const reply = await db.transaction(async (sql) => {
      effects.length = 0
      return call({
        visitor,
        sql,
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

  // oxlint-disable-next-line typescript/no-explicit-any -- orders of every kind go one way
  const place = async (visitor: Visitor, payload: any): Promise<{ id: string; status: number }> => {
    const { confirmToken } = await ask(visitor, (asking) => rooms.trading.preview({ action: 'position', payload }, asking))
    return ask(visitor, (asking) => rooms.trading.openPosition({ ...payload, confirmToken } as never, asking))
  }
  const contract = { accountType: 2, posType: 2, symbol: 'BTCUSDT', direction: 1, orderType: 1, slippageBps: 50, lever: 10 }
  const spot = { accountType: 2, posType: 1, symbol: 'BTCUSDT', direction: 1, orderType: 1, slippageBps: 50 }
  const info = (visitor: Visitor, refType: string, refId: string): Promise<Settlement> =>
    ask(visitor, (asking) => rooms.settlement.info({ refType, refId }, asking))
  return {
    db,
    clock,
    feed,
    house,
    rooms,
    explainers: explainersOf(house),
    signer,
    person,
    ask,
    pass,
    leap,
    info,
    work: () => workDue(house),
    workOptions: () => workOptions(house),
    option: (who: Visitor, over: object) =>
      place(who, {
        accountType: 2,
        posType: 3,
        symbol: 'BTCUSDT',
        direction: 1,
        orderType: 1,
        slippageBps: 50,
        quantity: asDecimal('0.1'),
        ...over,
      }),
    contract: (who: Visitor, over: object = {}) =>
      place(who, { ...contract, ...('money' in over ? {} : { quantity: asDecimal('0.1') }), ...over }),
    spot: (who: Visitor, over: object) => place(who, { ...spot, ...over }),
    close: (who: Visitor, id: string) => ask(who, (asking) => rooms.trading.closePosition({ id }, asking)),
    second: async (who: Visitor, over: Partial<SecondAsk> = {}) => {
      const order = { accountType: 2, symbol: 'BTCUSDT', money: asDecimal('100'), setId: 'BTCUSDT-60', type: 1, ...over }
      const preview = await ask(who, (asking) => rooms.trading.preview({ action: 'second', payload: order } as never, asking))
      return ask(who, (asking) => rooms.secondContracts.buy({ ...order, confirmToken: preview.confirmToken }, asking))
    },
    swap: async (who: Visitor, over: object) => {
      const { quoteId } = await ask(who, (asking) => rooms.swap.quote({ accountType: 2, ...over } as never, asking))
      return ask(who, (asking) => rooms.swap.swap({ quoteId }, asking))
    },
    end: async () => {
      await stopEngine()
      await signer.stop()
      await market.stop()
      await db.close()
    },
  }
}
