import type { SignedInUser } from '#server/core/visitor.ts'
import type { SecondContractOrderRequest } from '#contract/calls/secondContracts.ts'
import type { SettlementReceipt } from '#contract/calls/settlement.ts'
import { asDecimal } from '#contract/decimal.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import type { Database } from '#db/database.ts'
import { createSymbolSpecByTimeResolver } from '#server/terms/specsByTime.ts'
import { termsByTimeOfRelease, type TermsByTime } from '#server/terms/termsByTime.ts'
import { grantDemoBalance } from '#ledger/ledger.ts'
import { createMarketDataService } from '#market/createMarket.ts'
import { createManualFeed } from '#market/feeds/manualFeed.ts'
import { createManualClock } from '#server/core/clock.ts'
import { startPriceRecordSigner } from '#server/fairness/signer.ts'
import { createSettlementExplainers, createCallHandlers } from '#server/modules.ts'
import type { RequestContext } from '#server/core/handlers.ts'
import { runDueOptionJobs as workOptions } from '#server/options/engine.ts'
import { runDueSecondContractJobs } from '#server/secondContracts/engine.ts'
import { startContractEngine } from '#server/trading/engine.ts'
import { testDatabase } from '../support/testDatabase.ts'
import { testContext } from '../support/wire.ts'

let people = 0

/** 2026-11-20 12:00:00 UTC+8, a Friday, when every market is open. */
const noonMs = Date.parse('2026-11-20T04:00:00Z')

/** Every module on one real, signed price record: prices are put by hand, time is turned by hand. */
export async function settlementFixture(startMs = noonMs, made: { db?: Database; terms?: TermsByTime } = {}) {
  const { db = await testDatabase(), terms = termsByTimeOfRelease() } = made
  const clock = createManualClock(startMs)
  const feed = createManualFeed(symbolSeeds)
  const market = createMarketDataService({
    db,
    clock,
    config: { marketFeed: { kind: 'sim' } },
    feed,
    byHand: true,
    specAt: createSymbolSpecByTimeResolver(terms),
  })
  const app = { ...testContext(db, clock, {}, market), terms }
  const rooms = createCallHandlers(app)
  const signer = startPriceRecordSigner(app)
  const stopEngine = startContractEngine(app)
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

  async function person(): Promise<SignedInUser> {
    const visitor: SignedInUser = {
      userId: String(90_000 + ++people),
      sessionId: '1',
      isGuest: false,
      kycLevel: 0,
      country: 'NZ',
      lang: 'en-us',
      createdAtMs: startMs - 365 * 86_400_000,
    }
    await db.transaction((sql) => grantDemoBalance(sql, visitor.userId, clock.now()))
    return visitor
  }

  /** One call as the edge makes it. */
  async function ask<T>(visitor: SignedInUser, call: (context: RequestContext) => T | Promise<T>): Promise<T> {
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
  const place = async (visitor: SignedInUser, payload: any): Promise<{ id: string; status: number }> => {
    const { confirmToken } = await ask(visitor, (context) => rooms.trading.preview({ action: 'position', payload }, context))
    return ask(visitor, (context) => rooms.trading.openPosition({ ...payload, confirmToken } as never, context))
  }
  const contract = { accountType: 2, posType: 2, symbol: 'BTCUSDT', direction: 1, orderType: 1, slippageBps: 50, lever: 10 }
  const spot = { accountType: 2, posType: 1, symbol: 'BTCUSDT', direction: 1, orderType: 1, slippageBps: 50 }
  const info = (visitor: SignedInUser, refType: string, refId: string): Promise<SettlementReceipt> =>
    ask(visitor, (context) => rooms.settlement.info({ refType, refId }, context))
  return {
    db,
    clock,
    feed,
    app,
    rooms,
    explainers: createSettlementExplainers(app),
    signer,
    person,
    ask,
    pass,
    leap,
    info,
    work: () => runDueSecondContractJobs(app),
    workOptions: () => workOptions(app),
    option: (who: SignedInUser, over: object) =>
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
    contract: (who: SignedInUser, over: object = {}) =>
      place(who, { ...contract, ...('money' in over ? {} : { quantity: asDecimal('0.1') }), ...over }),
    spot: (who: SignedInUser, over: object) => place(who, { ...spot, ...over }),
    close: (who: SignedInUser, id: string) => ask(who, (context) => rooms.trading.closePosition({ id }, context)),
    second: async (who: SignedInUser, over: Partial<SecondContractOrderRequest> = {}) => {
      const order = { accountType: 2, symbol: 'BTCUSDT', money: asDecimal('100'), setId: 'BTCUSDT-60', type: 1, ...over }
      const preview = await ask(who, (context) => rooms.trading.preview({ action: 'second', payload: order } as never, context))
      return ask(who, (context) => rooms.secondContracts.buy({ ...order, confirmToken: preview.confirmToken }, context))
    },
    swap: async (who: SignedInUser, over: object) => {
      const { quoteId } = await ask(who, (context) => rooms.swap.quote({ accountType: 2, ...over } as never, context))
      return ask(who, (context) => rooms.swap.swap({ quoteId }, context))
    },
    end: async () => {
      await stopEngine()
      await signer.stop()
      await market.stop()
      await db.close()
    },
  }
}
